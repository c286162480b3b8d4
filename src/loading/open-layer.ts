/** Knowledge bases from wherever their owner has them: a catalogue (CSV, JSONL), a store of any kind, packed or not, or a linker's folder. */
import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { OnWarning } from "../corpus/page.js";
import { LinkingError } from "../errors.js";
import { isBlockFile } from "../files/block-file.js";
import { readLines } from "../files/lines.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { isKnowledgeBaseFile } from "../kb/stores/file-format.js";
import { openKnowledgeBase } from "../kb/stores/open-knowledge-base.js";
import type { HiddenEntity } from "../layers/change.js";
import type { Layer } from "../layers/layers.js";
import type { VectorTable } from "../vectors/vector-table.js";
import { createFolderReader } from "./folder-files.js";
import { createModelReader } from "./model-source.js";
import { type LinkerManifest, MANIFEST } from "./open-linker.js";
import { openModelKnowledgeBase } from "./packed-files.js";

export interface OpenAnyOptions {
  /** A catalogue as a linker's only knowledge base is looked up by similar spelling, too. */
  similar?: boolean;
  /** A list that is added may have no entries yet; one to link to by itself may not. */
  mayBeEmpty?: boolean;
  onWarning?: OnWarning;
}

/** Whatever lies at the path, told by its content. */
export async function openAnyKnowledgeBase(
  path: string,
  options: OpenAnyOptions = {},
): Promise<KnowledgeBase> {
  if (existsSync(join(path, MANIFEST))) return openKnowledgeBaseOfLinker(path);
  const kind = await kindOfFile(path);
  if (kind === "store") return openKnowledgeBase(path);
  if (kind === "gzip" && !/\.(?:csv|tsv|jsonl|ndjson|json)\.gz$/i.test(path)) {
    const file = await createModelReader(async () => await readFile(path))(path);
    return openModelKnowledgeBase(file, path);
  }
  const { readCatalogue } = await import("../kb/build/catalogue.js");
  const { createKnowledgeBase } = await import("../kb/stores/create-knowledge-base.js");
  return createKnowledgeBase(await readCatalogue([path], { similar: false, ...options }));
}

/** The knowledge base of a linker's folder, packed or not. */
async function openKnowledgeBaseOfLinker(folder: string): Promise<KnowledgeBase> {
  const { files } = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as LinkerManifest;
  return openModelKnowledgeBase(await createModelReader(createFolderReader(folder))(files.kb), files.kb);
}

async function kindOfFile(path: string): Promise<"store" | "gzip" | "text"> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    const sentence = `There is no knowledge base at ${path}; give a catalogue (CSV, JSONL), a knowledge base or a linker's folder.`;
    throw new LinkingError("not-found", sentence, { cause: error });
  });
  try {
    if ((await file.stat()).isDirectory()) return "store";
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    const start = Uint8Array.from(buffer.subarray(0, bytesRead));
    if (isBlockFile(start) || isKnowledgeBaseFile(start)) return "store";
    return start[0] === 0x1f && start[1] === 0x8b ? "gzip" : "text";
  } finally {
    await file.close();
  }
}

/** A layer called like its file, with what lies beside it: vectors that were trained for it (PATH.vectors), vectors of further words (PATH.words). */
export async function openLayer(path: string, options: OpenAnyOptions = {}): Promise<Layer> {
  const kb = await openAnyKnowledgeBase(path, { mayBeEmpty: true, ...options });
  const name = basename(path).replace(/(?<=.)\..*$/, "");
  const [vectors, words] = await Promise.all([openBeside(`${path}.vectors`), openBeside(`${path}.words`)]);
  return { name, kb, ...(vectors && { vectors }), ...(words && { words }) };
}

async function openBeside(path: string): Promise<VectorTable | undefined> {
  if (!existsSync(path)) return undefined;
  return (await import("../vectors/vector-file.js")).openVectorTable(path);
}

/** A list of what is to be hidden: a title or identifier a line, or a name, a tab and the entity that it shall not mean. */
export async function readHidden(path: string): Promise<HiddenEntity[]> {
  const hidden: HiddenEntity[] = [];
  for await (const { text, number, problem } of readLines(path)) {
    const cells = text.split("\t").map((cell) => cell.trim());
    if (cells.length === 1 && cells[0] === "") continue;
    if (problem || cells.length > 2 || cells.some((cell) => cell === "")) {
      const found = problem ?? `found ${JSON.stringify(text.slice(0, 60))}`;
      const wanted = "wanted an entity, or a name, a tab and an entity";
      throw new LinkingError("bad-file", `${path}, line ${number}: ${found}; ${wanted}.`);
    }
    hidden.push(cells.length === 1 ? { entity: cells[0] } : { name: cells[0], entity: cells[1] });
  }
  return hidden;
}
