/** Unpacks a model's folder once, so that starting with it costs no unpacking. */
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { writeFileAtomically } from "../files/atomic-file.js";
import { isFourBit, unpackFourBit } from "../vectors/four-bit.js";
import { parseSafetensors } from "../vectors/safetensors.js";
import { writeVectorTable } from "../vectors/vector-file.js";
import { UNPACKED } from "./load-linker.js";
import { type LinkerManifest, MANIFEST } from "./open-linker.js";

/** Writes folder/unpacked/NAME for every packed file that has none yet or was changed since. Returns what was written. */
export async function unpackModel(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as LinkerManifest;
  const written: string[] = [];
  for (const name of Object.values(manifest.files)) {
    const source = join(folder, name);
    const target = join(folder, UNPACKED, name);
    if (!name.endsWith(".gz") || isFresh(source, target)) continue;
    const bytes = Uint8Array.from(gunzipSync(await readFile(source)));
    if (isPackedTable(name, bytes)) await writeVectorTable(target, unpackFourBit(bytes.buffer, name));
    else await writeFileAtomically(target, bytes);
    written.push(name);
  }
  return written;
}

function isFresh(source: string, target: string): boolean {
  return existsSync(target) && statSync(target).mtimeMs >= statSync(source).mtimeMs;
}

function isPackedTable(name: string, bytes: Uint8Array<ArrayBuffer>): boolean {
  return name.includes("4bit") && isFourBit(parseSafetensors(bytes.buffer, name).metadata);
}
