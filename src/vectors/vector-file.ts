/** Vector tables on disk: opening (checked), writing (complete or not at all), and .npy with its dictionary. */
import { createHash } from "node:crypto";
import { LinkingError } from "../errors.js";
import { createAtomicFile } from "../files/atomic-file.js";
import { readLines } from "../files/lines.js";
import { readWholeFile } from "../files/whole-file.js";
import { Names } from "./names.js";
import { parseNpy } from "./npy.js";
import { publishedTitle } from "./published-names.js";
import { formatSafetensors } from "./safetensors.js";
import { VERSION_WITH_DIGEST } from "./safetensors-digest.js";
import { parseVectorTable, tableToTensors } from "./table-format.js";
import { VectorTable } from "./vector-table.js";

export interface OpenOptions {
  /** Put the file in shared memory, for worker threads. */
  shared?: boolean;
}

/**
 * Opens a table of vectors, compared with its checksum.
 *
 * ```ts
 * import { openVectorTable } from "mulrel/train";
 *
 * const words = await openVectorTable("words.safetensors");
 * console.log(words.rows, words.d, words.rowOf("river"));
 * ```
 */
export async function openVectorTable(path: string, options: OpenOptions = {}): Promise<VectorTable> {
  const buffer = await readWholeFile(path, options.shared);
  const table = parseVectorTable(buffer, path);
  const { sha256: wanted, version } = table.metadata;
  // a file with a digest has been compared with it
  if (wanted && version !== VERSION_WITH_DIGEST) {
    const headerLength = Number(new DataView(buffer).getBigUint64(0, true));
    const found = createHash("sha256")
      .update(new Uint8Array(buffer, 8 + headerLength))
      .digest("hex");
    if (found !== wanted) {
      throw new LinkingError(
        "bad-file",
        `${path} is damaged: the checksum of its numbers is ${found}, wanted ${wanted}; copy or make it again.`,
      );
    }
  }
  return table;
}

/**
 * Writes the table with a checksum of its numbers and names; returns that SHA-256, the table's identity.
 *
 * ```ts
 * import { importVectors, writeVectorTable } from "mulrel/train";
 *
 * const { table } = await importVectors("vectors.npy", { dictionary: "words.txt" });
 * console.log(await writeVectorTable("words.safetensors", table));
 * ```
 */
export async function writeVectorTable(path: string, table: VectorTable): Promise<string> {
  const content = tableToTensors(table);
  delete content.metadata.sha256;
  const hash = createHash("sha256");
  for (const piece of formatSafetensors(content).slice(1)) hash.update(piece);
  const sha256 = hash.digest("hex");
  content.metadata.sha256 = sha256;
  const file = await createAtomicFile(path);
  for (const piece of formatSafetensors(content)) await file.write(piece);
  await file.commit();
  return sha256;
}

/** SHA-256 of a table's numbers and names, wherever it came from; hexadecimal. */
export function contentHash(table: VectorTable): string {
  const hash = createHash("sha256");
  for (const piece of formatSafetensors(tableToTensors(table)).slice(1)) hash.update(piece);
  return hash.update(`${table.storage} ${table.rows} ${table.d}`).digest("hex");
}

/** A .npy table, with the names of its rows when a dictionary (see `readDictionary`) lies beside it. */
export async function readNpyTable(path: string, dictionary?: string): Promise<VectorTable> {
  const names = dictionary === undefined ? undefined : Names.fromList(await readDictionary(dictionary));
  const table = parseNpy(await readWholeFile(path), path);
  if (!names) return table;
  if (names.size !== table.rows) {
    throw new LinkingError(
      "mismatch",
      `${path} has ${table.rows} rows, but ${dictionary} has ${names.size} lines; they were not made for each other.`,
    );
  }
  return new VectorTable({ ...table.parts(), names });
}

/** One name a line; what follows a tab (mulrel-nel keeps a count there) is left out, and addresses of its entities become titles. */
export async function readDictionary(path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { text, number, problem } of readLines(path)) {
    if (problem) throw new LinkingError("bad-file", `${path}, line ${number}: ${problem}.`);
    names.push(publishedTitle(text.split("\t", 1)[0]));
  }
  return names;
}
