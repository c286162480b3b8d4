import { describe, expect, test } from "vitest";
import { commonNames } from "./common-names.js";
import { aliasesOf, firstSentence } from "./first-sentence.js";

/** The page's opening, cut at its first verb. */
function of(title: string, opening: string): string[] {
  const verb = opening.search(/\s(?:is|are)\s/);
  return commonNames(title, opening.slice(0, verb), opening.slice(verb));
}

describe("other names of a common noun", () => {
  test("stand on the other side of an 'or', in brackets or between commas", () => {
    expect(of("Wash tub", "A wash tub (or laundry bin) is a vessel.")).toEqual(["laundry bin"]);
    expect(of("Hay fork", "Pitch fork or hay fork is a tool.")).toEqual(["pitch fork"]);
    expect(of("Collar bone", "The collar bone, or clavicle, is a bone.")).toEqual(["clavicle"]);
    expect(of("Tower crane", "A tower crane or a hammerhead crane is a machine.")).toEqual([
      "hammerhead crane",
    ]);
  });

  test("are what it is also called, one or several, in the first sentence or right behind it", () => {
    expect(of("Mudfish", "Mudfish, also called bogfish, swamp eels or dabblers, are fish.")).toEqual([
      "bogfish",
      "swamp eels",
      "dabblers",
    ]);
    expect(of("Gilder", "A gilder is a worker. Gilders are sometimes called gold layers.")).toEqual([
      "gold layers",
    ]);
    expect(of("Workroom", "A workroom (studio for short) is a room.")).toEqual(["studio"]);
  });

  test("are not taken from titles that are names, from half a clause, or from other sentences", () => {
    expect(of("Wash River", "Wash River (or laundry stream) is a river.")).toEqual([]);
    expect(of("Lamp", "A lamp, also known as the one that, is a thing.")).toEqual([]);
    expect(of("Lamp", "A lamp is a thing. Candles are also called tapers.")).toEqual([]);
  });

  test("come with the names that have capitals", () => {
    expect(aliasesOf("Wash tub", "A wash tub (or laundry bin) is a vessel.")).toContain("laundry bin");
  });
});

test("a description keeps no sounds and no other scripts", () => {
  expect(firstSentence("Orm (/ˈɔːm/; Орм) is a river (in Wend). It is long.")).toBe(
    "Orm is a river (in Wend).",
  );
});
