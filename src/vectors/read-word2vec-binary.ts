/** Reads word2vec's binary files: a line "rows dimensions", then word, space, raw float32 numbers. */
import { LinkingError } from "../errors.js";
import type { ByteWindow } from "./byte-window.js";
import { type BuilderOptions, TableBuilder } from "./table-builder.js";

const NEWLINE = 10;
const SPACE = 32;

export async function readWord2vecBinary(
  window: ByteWindow,
  path: string,
  options: BuilderOptions,
): Promise<TableBuilder> {
  const end = await window.find(NEWLINE);
  const header = end < 0 ? "" : window.text(window.start, Math.min(end, window.start + 64));
  const counts = /^(\d+)[ \t]+(\d+)\s*$/.exec(header);
  const [rows, d] = counts ? [Number(counts[1]), Number(counts[2])] : [0, 0];
  if (d === 0) {
    throw new LinkingError(
      "bad-file",
      `${path} does not begin with a line of two counts, rows and dimensions, as a word2vec binary file does.`,
    );
  }
  window.start = end + 1;
  const builder = new TableBuilder(d, options);
  for (let row = 0; row < rows && !builder.isFull; row++) {
    const cut = () =>
      new LinkingError(
        "bad-file",
        `${path} is cut off: it ends in vector ${row + 1} of the ${rows} it announces.`,
      );
    // some writers put a newline after every vector
    if ((await window.need(1)) && window.bytes[window.start] === NEWLINE) window.start++;
    const space = await window.find(SPACE);
    if (space < 0) throw cut();
    const name = window.text(window.start, space);
    window.start = space + 1;
    if (!(await window.need(4 * d))) throw cut();
    if (builder.wants(name)) {
      const view = new DataView(window.bytes.buffer, window.start, 4 * d);
      for (let k = 0; k < d; k++) builder.row[k] = view.getFloat32(4 * k, true);
      builder.add(name, () => `${path}, vector ${row + 1}`);
    }
    window.start += 4 * d;
  }
  if (!builder.isFull) await refuseMore(window, path, rows);
  return builder;
}

async function refuseMore(window: ByteWindow, path: string, rows: number): Promise<void> {
  if ((await window.need(1)) && window.bytes[window.start] === NEWLINE) window.start++;
  if (await window.need(1)) {
    throw new LinkingError("bad-file", `${path} goes on after the ${rows} vectors it announces.`);
  }
}
