/** Nothing that a catalogue or a text says can become structure of a format. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { maskHtml } from "../links/html-text.js";
import { linkedText } from "../links/linked-html.js";
import { formatAidaDocument } from "./aida-tsv.js";
import { loadDataset } from "./dataset-formats.js";
import { formatNif, parseNif } from "./nif-turtle.js";

const document = (id: string, entity: string) => ({
  id,
  text: "England won.",
  mentions: [{ start: 0, end: 7, surface: "England", entity }],
});

test("an identifier cannot end an address of Turtle", async () => {
  for (const evil of ["http://a/b> <urn:x> <urn:y> . <urn:z", "https://a/{b}|c^`\\", "urn:a\nb", "x\ud800"]) {
    const turtle = await formatNif([document(evil, evil)]);
    const [back, ...others] = await parseNif(turtle, "x.ttl");
    expect(others).toEqual([]);
    expect(back.mentions).toHaveLength(1);
    expect(turtle).not.toContain("<urn:y>");
  }
});

test("a line break in an identifier or title begins no document of CoNLL, nor does a word that looks like one", async () => {
  const path = join(temporaryFolder(), "set.tsv");
  const evil = document("a)\n-DOCSTART- (b", "T\n-DOCSTART- (c)\tx");
  const word = { id: "d", text: "-DOCSTART- is a word", mentions: [], pretokenized: true };
  writeFileSync(path, formatAidaDocument(evil) + formatAidaDocument(word));
  const documents = await loadDataset(path);
  expect(documents.map(({ text }) => text)).toEqual(["England won .", "-DOCSTART- is a word"]);
});

test("a bad prefix is a sentence, and a long complaint is cut", async () => {
  await expect(parseNif(`@prefix nif: "x" .\n`, "x.ttl")).rejects.toMatchObject({ code: "bad-file" });
  const error = await parseNif(`<a> <b> ${"x".repeat(100_000)}`, "x.ttl").catch((e) => e);
  expect(error.message.length).toBeLessThan(500);
});

test("an address that is no page is no link of HTML", () => {
  const entity = { row: 0, id: "Q1", title: "T", url: "javascript:alert(1)", popularity: 0, isPerson: false };
  const link = { start: 0, end: 7, mention: "England", entity, confidence: 1, candidates: [] };
  expect(linkedText("England", [link])).not.toContain("javascript");
});

test("masking takes time that grows with the page, whatever is left open", () => {
  const began = performance.now();
  for (const part of ["<script></script", "<style>x</style", "<!--", '<a b="', "&toString;"]) {
    const page = part.repeat(50_000);
    expect(maskHtml(page).length).toBe(page.length);
  }
  expect(performance.now() - began).toBeLessThan(20_000);
});
