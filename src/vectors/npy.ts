/** NumPy's .npy files: two-dimensional tables of float32, float16 or float64. */
import { LinkingError } from "../errors.js";
import { type VectorData, VectorTable } from "./vector-table.js";

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]; // \x93NUMPY

/** The table in a .npy file held in memory: a view of it for float32 and float16, a float32 copy for float64. */
export function parseNpy(buffer: ArrayBufferLike, name = "the file"): VectorTable {
  const bad = (sentence: string) =>
    new LinkingError("bad-file", `${name} is not a usable .npy table: ${sentence}`);
  const bytes = new Uint8Array(buffer);
  if (bytes.length < 12 || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw bad("it does not begin with NumPy's mark.");
  }
  const view = new DataView(buffer);
  const version = bytes[6];
  if (version < 1 || version > 3) throw bad(`its format version is ${version}; 1, 2 and 3 are known.`);
  const headerStart = version === 1 ? 10 : 12;
  const start = headerStart + (version === 1 ? view.getUint16(8, true) : view.getUint32(8, true));
  if (start > bytes.length) throw bad("it ends inside its header.");
  const header = new TextDecoder().decode(bytes.slice(headerStart, start));
  const type = /'descr'\s*:\s*'([^']*)'/.exec(header)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(header)?.[1];
  const shape = /'shape'\s*:\s*\(([^)]*)\)/.exec(header)?.[1];
  if (type === undefined || order === undefined || shape === undefined) {
    throw bad(`its header lacks descr, fortran_order or shape: ${header.trim().slice(0, 100)}`);
  }
  if (order === "True") throw bad("its numbers are in Fortran order; save it with numpy.ascontiguousarray.");
  const sizes = shape
    .split(",")
    .filter((s) => s.trim() !== "")
    .map(Number);
  if (sizes.length !== 2) throw bad(`its shape is (${shape}); wanted two numbers, rows and dimensions.`);
  const [rows, d] = sizes;
  const size = { "<f4": 4, "<f2": 2, "<f8": 8 }[type];
  if (!size) throw bad(`its numbers are "${type}"; wanted "<f4", "<f2" or "<f8".`);
  if (bytes.length - start !== rows * d * size) {
    throw bad(
      `${rows} × ${d} numbers take ${rows * d * size} bytes, but ${bytes.length - start} follow the header.`,
    );
  }
  const aligned = start % size === 0 ? buffer : buffer.slice(start);
  const offset = start % size === 0 ? start : 0;
  let data: VectorData;
  if (size === 4) data = new Float32Array(aligned as ArrayBuffer, offset, rows * d);
  else if (size === 2) data = new Uint16Array(aligned as ArrayBuffer, offset, rows * d);
  else data = Float32Array.from(new Float64Array(aligned as ArrayBuffer, offset, rows * d));
  return new VectorTable({ rows, d, data });
}
