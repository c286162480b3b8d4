/** Unpacks a model's folder once, with what look-ups need, so that starting with it reads little and works nothing out. */
import { existsSync, statSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { writeFileAtomically } from "../files/atomic-file.js";
import { pageSums, pageSumsPath } from "../files/paged-file.js";
import { isKnowledgeBaseFile } from "../kb/stores/file-format.js";
import { indexKnowledgeBase } from "../kb/stores/file-index.js";
import { isFourBit, unpackFourBit } from "../vectors/four-bit.js";
import { formatSafetensors, parseSafetensors } from "../vectors/safetensors.js";
import { parseVectorTable, tableToTensors } from "../vectors/table-format.js";
import { UNPACKED } from "./folder-files.js";
import { type LinkerManifest, MANIFEST } from "./open-linker.js";

/** Writes folder/unpacked/NAME for every packed file that has none yet or was changed since. Returns what was written. */
export async function unpackModel(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as LinkerManifest;
  const written: string[] = [];
  const needsIt = Object.values(manifest.files).some((name) => name.endsWith(".gz"));
  // what an earlier model left behind
  if (!needsIt) await rm(join(folder, UNPACKED), { recursive: true, force: true });
  for (const name of Object.values(manifest.files)) {
    const source = join(folder, name);
    const target = join(folder, UNPACKED, name);
    if (!name.endsWith(".gz") || isFresh(source, target)) continue;
    const content = readyToRead(Uint8Array.from(gunzipSync(await readFile(source))), name);
    await rm(pageSumsPath(target), { force: true });
    await writeFileAtomically(target, content);
    await writeFileAtomically(pageSumsPath(target), pageSums(content));
    written.push(name);
  }
  return written;
}

function isFresh(source: string, target: string): boolean {
  const made = pageSumsPath(target);
  return existsSync(target) && existsSync(made) && statSync(made).mtimeMs >= statSync(source).mtimeMs;
}

/** The file with its look-up tables, vectors as they are read. */
function readyToRead(bytes: Uint8Array<ArrayBuffer>, name: string): Uint8Array {
  if (isKnowledgeBaseFile(bytes)) return indexKnowledgeBase(bytes.buffer, name);
  const { metadata } = parseSafetensors(bytes.buffer, name);
  const table = isFourBit(metadata)
    ? unpackFourBit(bytes.buffer, name)
    : parseVectorTable(bytes.buffer, name);
  return Buffer.concat(formatSafetensors(tableToTensors(table, { indexed: true })));
}
