import { describe, expect, test } from "vitest";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import { analyseText } from "../text/analysed-text.js";
import { createCatalogueNameFinder, rejectedNames, smallShare } from "./catalogue-names.js";

const kb = createKnowledgeBase({
  entities: [
    { title: "Neoplasms", aliases: ["Cancer", "Tumors"] },
    { title: "Breast Neoplasms", aliases: ["Cancer, Breast"] },
    { title: "Fish-Eye Disease" },
    { title: "Disease" },
    { title: "Anemia, Hemolytic" },
    { title: "Other" },
  ],
});
const find = createCatalogueNameFinder(kb);
const found = (text: string, finder = find) =>
  finder(analyseText(text)).map(({ start, end }) => text.slice(start, end));

describe("the finder of a catalogue's names", () => {
  test.each([
    ["We saw breast cancer and other tumours.", ["breast cancer", "tumours"]],
    ["Cancers of the breast are frequent", ["Cancers of the breast"]],
    ["haemolytic anaemias, and fish eye disease", ["haemolytic anaemias", "fish eye disease"]],
    ["Fish-eye disease (FED): two cases of FED.", ["Fish-eye disease", "FED", "FED"]],
    ["Breastfeeding, cancerous, the others", []],
    ["cancer-free", []],
  ])("%s", (text, names) => {
    expect(found(text)).toEqual(names);
  });

  test("a name that annotators pass over is rejected", () => {
    const text = "The disease was cancer. The disease was mild.";
    const document = analyseText(text);
    expect(found(text)).toEqual(["disease", "cancer", "disease"]);
    const rejected = rejectedNames(kb, find, [{ document, mentions: [{ start: 16, end: 22 }] }]);
    expect(found(text, createCatalogueNameFinder(kb, { rejected }))).toEqual(["cancer"]);
  });

  test("tells whether texts write the names small", () => {
    expect(smallShare(find, [analyseText("Cancer is a disease; cancer was seen")])).toBeCloseTo(2 / 3);
    expect(smallShare(find, [analyseText("Nothing")])).toBe(0);
  });
});
