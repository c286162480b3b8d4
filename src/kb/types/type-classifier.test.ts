import { beforeAll, describe, expect, test } from "vitest";
import { entityTypes } from "../../types.js";
import { loadTypeClassifier } from "./load-classifier.js";
import type { TypeClassifier } from "./type-classifier.js";

let classifier: TypeClassifier;
beforeAll(async () => {
  classifier = await loadTypeClassifier();
});
const typeOf = (title: string, description?: string) => classifier.classify({ title, description }).type;

describe("the classifier of types", () => {
  test("goes by what the first sentence says", () => {
    expect(typeOf("Ida Holm", "Ida Holm (born 1970) is a Danish painter.")).toBe("person");
    expect(typeOf("Ostby", "Ostby is a village in Velmland.")).toBe("place");
    expect(typeOf("Velm Air", "Velm Air was an airline based in Ostby.")).toBe("organisation");
    expect(typeOf("Battle of Ostby", "The Battle of Ostby was a battle in 1644.")).toBe("event");
    expect(typeOf("The Long Way", "The Long Way is a 1999 drama film.")).toBe("work");
    expect(typeOf("Orro 3", "The Orro 3 is a car made by Orro.")).toBe("product");
    expect(typeOf("Rana velmica", "Rana velmica is a species of frog.")).toBe("living-thing");
    expect(typeOf("Velmian", "Velmian is a language spoken in Velmland.")).toBe("other");
  });
  test("goes by the title where that is all there is", () => {
    expect(typeOf("The Long Way (film)")).toBe("work");
    expect(typeOf("University of Ostby")).toBe("organisation");
    expect(typeOf("Battle of Ostby")).toBe("event");
    expect(typeOf("Ostby County, Ohio")).toBe("place");
  });
  test("gives every type its chance, which add up to one", () => {
    const { chances, chance } = classifier.classify({ title: "Velm" });
    expect(chances).toHaveLength(entityTypes.length);
    expect(chances.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 6);
    expect(chance).toBe(Math.max(...chances));
  });
});
