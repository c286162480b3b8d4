import { describe, expect, test } from "vitest";
import { german } from "../languages/german.js";
import { LONGEST_PHRASE, subjectPhrase } from "./subject-phrase.js";

const phraseOf = (sentence: string) => subjectPhrase(sentence)?.phrase;
const headOf = (sentence: string) => subjectPhrase(sentence)?.head;

describe("what a first sentence says its subject is", () => {
  test("is what stands behind the verb, without article, up to a word or sign that ends it", () => {
    expect(phraseOf("Ida Holm (born 3 May 1970) is a Danish long-distance runner.")).toBe(
      "Danish long-distance runner",
    );
    expect(phraseOf("Velm was an airline that flew to Ostby.")).toBe("airline");
    expect(phraseOf("The Larks are an English rock band formed in Leeds.")).toBe("English rock band");
    expect(phraseOf("Orro is a privately held bank.")).toBe("privately held bank");
    expect(phraseOf("Velmos is a product of Velm Inc..")).toBe("product of Velm Inc.");
    expect(phraseOf("Tarn Radio is a station licensed to Ostby.")).toBe("station");
  });
  test("goes on to where it is or of what, as far as there is room", () => {
    expect(phraseOf("Ostby is a village in the county of Velmland, near the coast.")).toBe(
      "village in the county of Velmland",
    );
    expect(phraseOf("Hask is a town in northern Velmland.")).toBe("town in northern Velmland");
    const long = phraseOf(`Ula is a town in the ${"very ".repeat(12)}far north.`)!;
    expect(long.length).toBeLessThanOrEqual(LONGEST_PHRASE);
    expect(long).toBe("town");
  });
  test("has a noun that says the kind: of a species of frog the frog, of several the singular", () => {
    expect(headOf("Rana velmica is a species of frog.")).toBe("frog");
    expect(headOf("Orns are small cities in the north.")).toBe("city");
    expect(headOf("Ada Orn was an actress and singer.")).toBe("singer");
  });
  test("is not there where nothing is said, or nobody knows how the language says it", () => {
    expect(phraseOf("Ostby lies near the coast.")).toBeUndefined();
    expect(phraseOf("")).toBeUndefined();
    expect(subjectPhrase("Ostby ist ein Dorf.", german)).toBeUndefined();
  });
});
