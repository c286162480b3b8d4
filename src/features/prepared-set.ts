/** A folder of prepared documents with their word and entity tables: what `train`, `eval` and `analyse` open. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LinkingError } from "../errors.js";
import type { ModelTables } from "../model/tables.js";
import { openVectorTable, readNpyTable } from "../vectors/vector-file.js";
import type { VectorTable } from "../vectors/vector-table.js";

/** The table for relations, beside words and entities. */
export const RELATION_WORDS = "relation-words";

/** Names a table or a part may have in the folder, best first. */
const tableFiles = (name: string) => [`${name}.safetensors`, `${name}.npy`];
const partFiles = (part: string) => [`${part}.jsonl`, `${part}.jsonl.gz`];

function findFile(folder: string, names: string[], what: string): string {
  const found = names.map((n) => join(folder, n)).find((p) => existsSync(p));
  if (found) return found;
  throw new LinkingError(
    "not-found",
    `${folder} has no ${what} (looked for ${names.join(", ")}); make the folder with mulrel prepare.`,
  );
}

/** The file of one part ("train", "dev") of a prepared set. */
export function preparedPart(folder: string, part: string): string {
  return findFile(folder, partFiles(part), `prepared documents called ${part}`);
}

export interface PreparedTables {
  tables: ModelTables;
  /** Titles by entity row, where the folder has them. */
  entities: VectorTable;
  files: string[];
}

/** `entities.txt`, one title a line, names the rows of an npy table; ours carry their names. */
async function openTable(folder: string, name: string): Promise<{ table: VectorTable; files: string[] }> {
  const path = findFile(folder, tableFiles(name), `${name} table`);
  if (!path.endsWith(".npy")) return { table: await openVectorTable(path), files: [path] };
  const titles = join(folder, `${name}.txt`);
  const hasTitles = existsSync(titles);
  const table = await readNpyTable(path, hasTitles ? titles : undefined);
  return { table, files: hasTitles ? [path, titles] : [path] };
}

/** Name of the row that stands for words a table lacks; the published code's. */
export const UNKNOWN_WORD = "#UNK#";

/** The table for relations, where the folder has one of its own. */
async function openRelationTable(folder: string) {
  if (!tableFiles(RELATION_WORDS).some((name) => existsSync(join(folder, name)))) return undefined;
  return openTable(folder, RELATION_WORDS);
}

export async function openPreparedTables(folder: string): Promise<PreparedTables> {
  const words = await openTable(folder, "words");
  const entities = await openTable(folder, "entities");
  if (words.table.d !== entities.table.d) {
    throw new LinkingError(
      "mismatch",
      `${folder} has words of ${words.table.d} numbers and entities of ${entities.table.d}; they must live in one space.`,
    );
  }
  const relations = await openRelationTable(folder);
  const unknown = relations?.table.rowOf(UNKNOWN_WORD) ?? -1;
  return {
    tables: {
      words: words.table.unitRows(),
      entities: entities.table.unitRows(),
      relationWords: relations?.table ?? words.table,
      ...(unknown >= 0 && { unknownRelationWord: relations!.table.vector(unknown) }),
    },
    entities: entities.table,
    files: [...words.files, ...entities.files, ...(relations?.files ?? [])],
  };
}

/** SHA-256 of each file, for the record of a run. */
export async function hashFiles(paths: string[]): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const path of paths) {
    hashes[path] = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
  }
  return hashes;
}
