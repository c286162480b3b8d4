/** What `mulrel link` takes an argument for: a text, a file, or a file that is not there. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { DocumentRecord } from "../jobs/records.js";
import { readInputs, refuseProblems } from "./link-inputs.js";

async function readAll(...args: string[]): Promise<DocumentRecord[]> {
  const records: DocumentRecord[] = [];
  for await (const record of readInputs(args)) records.push(record);
  return records;
}

async function readRefused(path: string): Promise<void> {
  for await (const _ of refuseProblems(readInputs([path])));
}

test.each([
  "nothere.txt",
  "news/a.txt",
  "/tmp/nothere",
  "./nothere",
  "../nothere",
  "~/nothere",
  "/nowhere/at/all",
  "src/nothere",
  "src/cli/nothere",
])("%s is a file that is not there", async (argument) => {
  await expect(readAll(argument)).rejects.toThrow(`There is no file ${argument}; check the path.`);
});

test("what is odd about a file is told once, and it is read all the same", async () => {
  const path = join(temporaryFolder(), "l.txt");
  writeFileSync(path, Buffer.from("André Gide, né à Paris.", "latin1"));
  const remarks: string[] = [];
  for await (const { text } of readInputs([path], undefined, (remark) => remarks.push(remark)))
    expect(text).toBe("Andr� Gide, n� � Paris.");
  expect(remarks).toEqual([expect.stringMatching(/l\.txt is not written in UTF-8: .* offset 4, /)]);
});

test("a file that is no text is named once, a record beside its number", async () => {
  const path = join(temporaryFolder(), "a.txt");
  const refusal = () => readRefused(path).catch((error: Error) => error.message);
  writeFileSync(path, "Paris\0 is in France, and this is long enough.");
  expect(await refusal()).toMatch(new RegExp(`^${path} is no text;`));
  writeFileSync(path, Buffer.from("\ufeffParis is in France.", "utf16le"));
  expect(await refusal()).toMatch(new RegExp(`^${path} is written in UTF-16;`));
  const lines = join(temporaryFolder(), "a.jsonl");
  writeFileSync(lines, "{}\n");
  await expect(readRefused(lines)).rejects.toThrow(`${lines}:1: There is no "text"`);
});

test.each([
  "and/or",
  "AC/DC",
  "OS/2",
  "TCP/IP",
  "a/",
  "Node.js",
  "https://example.org/a",
  "/tmp is a folder of Unix",
  "src/nothere is not here",
  `${"长".repeat(300)}/短`,
])("%s is a text", async (argument) => {
  expect(await readAll(argument)).toMatchObject([{ id: "argument", text: argument }]);
});
