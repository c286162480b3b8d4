/** Where a command's data goes: standard output, or with --out a file that is there whole or not at all. */
import { once } from "node:events";
import { type AtomicFile, createAtomicFile } from "../files/atomic-file.js";

let file: AtomicFile | undefined;
/** Writes to the file follow one another. */
let last: Promise<void> = Promise.resolve();

/** From now on everything goes into the file at `path`. */
export async function openOutput(path: string): Promise<void> {
  file = await createAtomicFile(path);
}

/** The file gets its name; without one nothing is to be done. */
export async function closeOutput(): Promise<void> {
  const open = file;
  file = undefined;
  await last;
  await open?.commit();
}

/** Nothing is left of the file. */
export async function abortOutput(): Promise<void> {
  const open = file;
  file = undefined;
  await last.catch(() => undefined);
  await open?.abort().catch(() => undefined);
}

/** Without waiting: for a few lines. */
export function put(text: string): void {
  const open = file;
  if (open) last = last.then(() => open.write(text));
  else process.stdout.write(text);
}

/** Waits while the disk or the reader of a pipe is slower than we are. */
export async function print(text: string): Promise<void> {
  if (text === "") return;
  if (file) {
    put(text);
    await last;
  } else if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
