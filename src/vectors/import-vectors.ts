/** Reads word or entity vectors in any known format into a table. */
import { stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { LinkingError } from "../errors.js";
import { openBytes } from "../files/lines.js";
import { readingFile } from "../files/reading.js";
import type { OnProgress } from "../types.js";
import { ByteWindow } from "./byte-window.js";
import { Names } from "./names.js";
import { readTextVectors } from "./read-text-vectors.js";
import { readWinkVectors } from "./read-wink-vectors.js";
import { readWord2vecBinary } from "./read-word2vec-binary.js";
import type { BuilderOptions } from "./table-builder.js";
import { openVectorTable, readNpyTable } from "./vector-file.js";
import type { VectorTable } from "./vector-table.js";

export const vectorFormats = ["text", "word2vec-binary", "wink", "npy", "safetensors"] as const;
export type VectorFormat = (typeof vectorFormats)[number];

export interface ImportOptions extends BuilderOptions {
  /** Taken from the file's name when left out. */
  format?: VectorFormat;
  /** Names of a .npy table's rows; looked for beside it when left out. */
  dictionary?: string;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

export interface ImportedVectors {
  table: VectorTable;
  format: VectorFormat;
  /** Rows left out because their name had come before. */
  duplicates: number;
}

/**
 * A table of ours from GloVe, word2vec, fastText, npy or wink vectors. `path` may also be the folder of an installed
 * wink embedding package.
 *
 * ```ts
 * import { importVectors, writeVectorTable } from "mulrel/train";
 *
 * const { table } = await importVectors("glove.6B.100d.txt");
 * await writeVectorTable("words.safetensors", table);
 * ```
 */
export function importVectors(path: string, options: ImportOptions = {}): Promise<ImportedVectors> {
  return readingFile(path, () => readVectors(path, options), options.signal);
}

async function readVectors(path: string, options: ImportOptions): Promise<ImportedVectors> {
  const file = await fileOf(path);
  const format = options.format ?? formatOf(file);
  if (format === "safetensors") return { table: await openVectorTable(file), format, duplicates: 0 };
  if (format === "npy") {
    const table = await readNpyTable(file, options.dictionary ?? (await dictionaryBeside(file)));
    refuseNonFinite(table, file);
    return { table: selectRows(table, options), format, duplicates: 0 };
  }
  const total = /\.gz$/.test(file) ? undefined : (await stat(file)).size;
  const stream = await openBytes(file);
  const { onProgress, signal } = options;
  const window = new ByteWindow(stream as AsyncIterable<Uint8Array>, { onProgress, signal, total });
  const read = { text: readTextVectors, "word2vec-binary": readWord2vecBinary, wink: readWinkVectors }[
    format
  ];
  const builder = await read(window, basename(file), options).finally(() => stream.destroy());
  const { duplicates } = builder;
  if (builder.rows === 0)
    throw new LinkingError("bad-file", `${file} gave no vectors; check --only and the file.`);
  return { table: builder.finish({ source: basename(file) }), format, duplicates };
}

async function fileOf(path: string): Promise<string> {
  const found = await stat(path).catch((error) => {
    throw new LinkingError("not-found", `There is no file ${path}; check the path.`, { cause: error });
  });
  if (!found.isDirectory()) return path;
  const json = join(path, `${basename(path)}.json`);
  if (await exists(json)) return json;
  throw new LinkingError(
    "bad-input",
    `${path} is a folder without ${basename(json)}; give a file of vectors.`,
  );
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

function formatOf(file: string): VectorFormat {
  const extension = extname(file.replace(/\.gz$/, "")).toLowerCase();
  const known: Record<string, VectorFormat> = {
    ".npy": "npy",
    ".json": "wink",
    ".bin": "word2vec-binary",
    ".safetensors": "safetensors",
  };
  return known[extension] ?? "text";
}

/** mulrel-nel's layout has word_embeddings.npy beside dict.word; others have x.npy beside x.txt. */
async function dictionaryBeside(file: string): Promise<string | undefined> {
  const stem = basename(file, ".npy");
  const names = [`dict.${stem.replace(/_embeddings$/, "")}`, `${stem}.txt`];
  for (const name of names) if (await exists(join(dirname(file), name))) return join(dirname(file), name);
  return undefined;
}

function refuseNonFinite(table: VectorTable, file: string): void {
  const row = new Float32Array(table.d);
  for (let r = 0; r < table.rows; r++) {
    table.readRow(r, row);
    const bad = row.findIndex((x) => !Number.isFinite(x));
    if (bad >= 0) {
      throw new LinkingError(
        "bad-file",
        `${file}, row ${r}: number ${bad + 1} is ${row[bad]}; finite ones are wanted.`,
      );
    }
  }
}

function selectRows(table: VectorTable, { only, limit = table.rows }: BuilderOptions): VectorTable {
  if (!only && limit >= table.rows) return table;
  const rows: number[] = [];
  const names: string[] = [];
  for (let row = 0; row < table.rows && rows.length < limit; row++) {
    const name = table.name(row);
    if (only && !only.has(name)) continue;
    rows.push(row);
    names.push(name);
  }
  return table.select(rows, Names.fromList(names));
}
