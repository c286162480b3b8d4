import { describe, expect, test } from "vitest";
import { otherTitles } from "./other-titles.js";

const of = (title: string, opening: string, isPerson = false) => otherTitles(title, opening, isPerson);

describe("titles that a page may have elsewhere", () => {
  test("older names are read off the opening, with and without a company's suffix", () => {
    expect(of("Brillo Records", "Brillo Records Inc. (formerly Brass Tunes Inc.) is a label.")).toContain(
      "Brass Tunes",
    );
    expect(of("Newton Bay", "Newton Bay, previously known as Port Hollow, is a town.")).toContain(
      "Port Hollow",
    );
    expect(of("Otters", "The Otters are a team. They used to be called the River Rats.")).toContain(
      "River Rats",
    );
    expect(of("Otters", "The Otters are a team. Under their former name of River Rats, they won.")).toContain(
      "River Rats",
    );
  });

  test("what the first sentence calls its subject counts when it is long and about the same words", () => {
    expect(of("TBW", "The Tunnel Board of Westhill (TBW) is an agency.")).toContain(
      "Tunnel Board of Westhill",
    );
    expect(of("Lemon tart", "Harvest Day is when people eat it.")).toEqual([]);
  });

  test("persons, lists and names of something else in the sentence give none", () => {
    expect(of("Ann Lee", "Ann Lee (formerly Ann Fox) is a singer.", true)).toEqual([]);
    expect(of("List of lakes", "The Lakes of Orm, formerly Great Pools, are many.")).toEqual([]);
    expect(of("War in Orm", "The war in Orm (formerly Great Pools) was long.")).toEqual([]);
    expect(of("Zouk", "Zouk (previously African rumba) is a dance.")).toEqual([]);
  });
});
