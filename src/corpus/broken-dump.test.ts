import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { readCatalogue } from "../kb/build/catalogue.js";
import { readPages } from "./read-pages.js";

const pages = Array.from(
  { length: 300 },
  (_, i) =>
    `<page><title>Page ${i} ${Math.sin(i)}</title><ns>0</ns><id>${i}</id><revision><text>About ${i * 7919}.</text></revision></page>`,
);
const packed = gzipSync(`<mediawiki>${pages.join("")}</mediawiki>`);

async function titles(bytes: Buffer) {
  const path = join(temporaryFolder(), "dump.xml.gz");
  writeFileSync(path, bytes);
  const found: string[] = [];
  const warnings: string[] = [];
  for await (const { title } of readPages(path, { onWarning: (w) => warnings.push(w) })) found.push(title);
  return { found, warnings };
}

test("a dump that is cut off is used up to there, and that is said", async () => {
  const { found, warnings } = await titles(packed.subarray(0, packed.length >> 1));
  expect(found.length).toBeGreaterThan(10);
  expect(warnings.join()).toMatch(/is cut off \(its gzip data ends too early/);
});

test("a dump whose checksum is wrong is refused, however well it reads", async () => {
  const damaged = Buffer.from(packed);
  damaged[damaged.length - 6] ^= 1;
  await expect(titles(damaged)).rejects.toMatchObject({
    code: "bad-file",
    message: expect.stringMatching(/dump\.xml\.gz cannot be (?:used|read): its gzip data is damaged/),
  });
});

test("names of Object.prototype are no character references", async () => {
  const { found } = await titles(
    gzipSync(
      "<mediawiki><page><title>A &constructor; &amp; B</title><ns>0</ns><id>1</id><revision><text>x</text></revision></page></mediawiki>",
    ),
  );
  expect(found).toEqual(["A &constructor; & B"]);
});

test("a catalogue in UTF-16 or Latin-1 is refused with what to do", async () => {
  const path = join(temporaryFolder(), "list.csv");
  writeFileSync(path, Buffer.from("\ufeffid,title\nA,Łódź\n", "utf16le"));
  await expect(readCatalogue([path])).rejects.toThrow(/list\.csv is written in UTF-16/);
  writeFileSync(path, Buffer.from("id,title\nA,M\xfcnchen\n", "latin1"));
  await expect(readCatalogue([path])).rejects.toThrow(/list\.csv is not written in UTF-8 \(after line/);
});
