import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import type { AnnotatedDocument, DatasetProblem } from "./annotated-document.js";
import { convertDataset } from "./convert-dataset.js";
import { detectFormat, readDataset } from "./dataset-formats.js";
import { formatPubTatorDocument, readPubTator } from "./pubtator.js";

const sample = [
  "71|t|Sand fever in two villages.",
  "71|a|Sand fever (SF) and blue or green cough were seen.  SF was mild. ",
  "71\t0\t10\tSand fever\tDisease\tD100",
  "71\t28\t38\tSand fever\tDisease\tD100",
  "71\t40\t42\tSF\tDisease\tD100",
  "71\t48\t67\tblue or green cough\tCompositeMention\tD200|OMIM:300",
  "71\t80\t82\tSF\tDisease\tD100+D101",
  "",
  "72|t|Nothing to see",
  "72|a|",
  "",
  "",
].join("\n");

function fileWith(content: string | Buffer, name = "set.pubtator"): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

async function collect(path: string, problems: DatasetProblem[] = []): Promise<AnnotatedDocument[]> {
  const docs: AnnotatedDocument[] = [];
  for await (const doc of readPubTator(path, { onProblem: (p) => problems.push(p) })) docs.push(doc);
  return docs;
}

describe("PubTator", () => {
  test("title and abstract are one text with a blank between, and every annotation stands where it says", async () => {
    const [doc, bare] = await collect(fileWith(sample));
    expect(doc).toMatchObject({ id: "71", title: "Sand fever in two villages." });
    for (const m of doc.mentions) expect(doc.text.slice(m.start, m.end)).toBe(m.surface);
    expect(doc.mentions.map((m) => [m.surface, m.entity, m.entityIds])).toEqual([
      ["Sand fever", "D100", undefined],
      ["Sand fever", "D100", undefined],
      ["SF", "D100", undefined],
      ["blue or green cough", "D200", ["D200", "OMIM:300"]],
      ["SF", "D100", ["D100", "D101"]],
    ]);
    expect(bare).toEqual({ id: "72", text: "Nothing to see", mentions: [] });
  });

  test("it goes to our JSONL and back, byte for byte", async () => {
    const path = fileWith(sample);
    const at = temporaryFolder();
    await convertDataset(path, join(at, "b.jsonl"), { to: "jsonl" });
    await convertDataset(join(at, "b.jsonl"), join(at, "c"), { to: "pubtator" });
    expect(`${readFileSync(join(at, "c"), "utf8").trimEnd()}\n`).toBe(`${sample.trimEnd()}\n`);
  });

  test("a packed file is known by its first line, whatever its name is", async () => {
    const path = fileWith(gzipSync(`\n${sample}`), "corpus.gz");
    expect(await detectFormat(path)).toBe("pubtator");
    const ids: string[] = [];
    for await (const doc of readDataset(path)) ids.push(doc.id);
    expect(ids).toEqual(["71", "72"]);
  });

  test("offsets that are off are mended and told; relations and annotations without identifier are no links", async () => {
    const problems: DatasetProblem[] = [];
    const lines = ["9|t|A cold in May", "9|a|", "9\t3\t7\tcold\tDisease\t-", "9\tCID\tD1\tD2", ""];
    const [doc] = await collect(fileWith(lines.join("\n")), problems);
    expect(doc.mentions).toEqual([
      { start: 2, end: 6, surface: "cold", entity: null, source: { type: "Disease" } },
    ]);
    expect(problems.map((p) => [p.line, p.lost])).toEqual([[3, "nothing"]]);
  });

  test("a line that is no annotation is refused with its place, and with skipBad costs its document only", async () => {
    const path = fileWith(`1|t|Bad one\n1\tnot an annotation\n\n${sample}`);
    await expect(collect(path)).rejects.toThrow(/set\.pubtator, line 2: 2 columns .* wanted document, start/);
    const ids: string[] = [];
    for await (const doc of readPubTator(path, { skipBad: true })) ids.push(doc.id);
    expect(ids).toEqual(["71", "72"]);
  });

  test("any text keeps its length and its annotations' places", async () => {
    const word = fc.constantFrom("Ulm", "São", "𝒜da", "a|b", "x\ty", "東京", "\n", "\r\n");
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 9 }), fc.nat(8), async (words, at) => {
        const text = `Title ${words.join(" ")}`;
        const start = `Title ${words.slice(0, at).join(" ")}`.length + (at > 0 ? 1 : 0);
        const surface = words[at]?.trim() ? words[at] : undefined;
        const mentions = surface
          ? [{ start, end: start + surface.length, surface, entity: "E1", entityId: "E1" }]
          : [];
        const [back] = await collect(fileWith(formatPubTatorDocument({ id: "1", text, mentions })));
        expect(back.text.trimEnd()).toBe(text.replace(/[\r\n\t]/g, " ").trimEnd());
        expect(back.mentions.map((m) => [m.start, m.end])).toEqual(mentions.map((m) => [m.start, m.end]));
      }),
      { numRuns: 60 },
    );
  });
});
