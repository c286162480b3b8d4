/** The safetensors file format: a JSON header with names, types and shapes, then the raw numbers. */
import { LinkingError } from "../errors.js";
import { type LazyBytes, wholeBytes } from "../files/lazy-bytes.js";
import { checkDigest, DIGEST, NO_DIGEST, putDigest } from "./safetensors-digest.js";

const BYTES_OF = { F32: 4, F16: 2, I8: 1, U8: 1, I32: 4, U32: 4, U16: 2, F64: 8 } as const;

export type TensorType = keyof typeof BYTES_OF;

export type TensorData =
  | Float32Array
  | Float64Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Int32Array
  | Uint32Array;

export interface Tensor {
  /** F16 is kept as its bits in a Uint16Array. */
  type: TensorType;
  shape: number[];
  data: TensorData;
}

export interface Safetensors {
  metadata: Record<string, string>;
  tensors: Map<string, Tensor>;
}

/** A header longer than this is no header of ours or anybody's (the format's own limit). */
const LONGEST_HEADER = 100_000_000;

const CONSTRUCTORS = {
  F64: Float64Array,
  F32: Float32Array,
  F16: Uint16Array,
  U16: Uint16Array,
  I8: Int8Array,
  U8: Uint8Array,
  I32: Int32Array,
  U32: Uint32Array,
};

interface HeaderEntry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/**
 * The tensors of a file held in memory, as views of it (a tensor is copied only when the file does not align it).
 * `name` is the file's name, for messages.
 */
export function parseSafetensors(buffer: ArrayBufferLike, name = "the file"): Safetensors {
  return parseLazySafetensors(wholeBytes(buffer), name);
}

/** The same for a file of which some bytes are not there yet: only the header is read, and tensors that are not aligned. */
export function parseLazySafetensors(source: LazyBytes, name: string): Safetensors {
  const bad = (sentence: string, cause?: unknown) =>
    new LinkingError("bad-file", `${name} is not a usable safetensors file: ${sentence}`, { cause });
  const { buffer } = source;
  const bytes = new Uint8Array(buffer);
  source.need(0, Math.min(8, bytes.length));
  if (bytes.length < 8) throw bad(`it has ${bytes.length} bytes; the header's length alone takes 8.`);
  const headerLength = Number(new DataView(buffer).getBigUint64(0, true));
  if (headerLength > LONGEST_HEADER || headerLength > bytes.length - 8) {
    throw bad(`its header should be ${headerLength} bytes long, but only ${bytes.length - 8} bytes follow.`);
  }
  source.need(8, 8 + headerLength);
  let header: Record<string, unknown>;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.slice(8, 8 + headerLength)));
  } catch (cause) {
    throw bad("its header is not JSON.", cause);
  }
  if (typeof header !== "object" || header === null || Array.isArray(header)) {
    throw bad("its header is not a JSON object.");
  }
  const start = 8 + headerLength;
  const tensors = new Map<string, Tensor>();
  const metadata: Record<string, string> = {};
  const ranges: [number, number, string][] = [];
  for (const [key, value] of Object.entries(header)) {
    if (key === "__metadata__") {
      for (const [k, v] of Object.entries(value as object)) metadata[k] = String(v);
      continue;
    }
    const entry = value as HeaderEntry;
    const problem = problemOf(entry, bytes.length - start);
    if (problem) throw bad(`tensor "${key}" ${problem}`);
    ranges.push([...entry.data_offsets, key]);
    tensors.set(key, readTensor(source, start, entry));
  }
  ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  for (let i = 1; i < ranges.length; i++) {
    if (ranges[i][0] < ranges[i - 1][1])
      throw bad(`tensors "${ranges[i - 1][2]}" and "${ranges[i][2]}" overlap.`);
  }
  const end = ranges.reduce((most, [, to]) => Math.max(most, to), 0);
  if (end !== bytes.length - start) {
    throw bad(`${bytes.length - start} bytes of numbers, but the header speaks of ${end}.`);
  }
  if (!source.isChecked) {
    const pieces = ranges.map(([from, to]) => bytes.subarray(start + from, start + to));
    checkDigest(bytes.subarray(0, start), pieces, metadata, name);
  }
  // it speaks of this file alone; who writes the tensors again gives the new file its own
  delete metadata[DIGEST];
  return { metadata, tensors };
}

function isCount(x: unknown): x is number {
  return Number.isSafeInteger(x) && (x as number) >= 0;
}

/** What is wrong with a header entry, for a file with `available` bytes of numbers; undefined when nothing is. */
function problemOf(entry: HeaderEntry, available: number): string | undefined {
  if (typeof entry !== "object" || entry === null) return "is not described by an object.";
  if (!(entry.dtype in BYTES_OF)) {
    return `has type ${JSON.stringify(entry.dtype)}; known are ${Object.keys(BYTES_OF).join(", ")}.`;
  }
  if (!Array.isArray(entry.shape) || !entry.shape.every(isCount)) return "has no usable shape.";
  const offsets = entry.data_offsets;
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isCount) || offsets[0] > offsets[1]) {
    return "has no usable data_offsets.";
  }
  if (offsets[1] > available) {
    return `ends at byte ${offsets[1]} of the numbers, but there are only ${available}: the file is cut off.`;
  }
  const wanted = entry.shape.reduce((product, n) => product * n, BYTES_OF[entry.dtype as TensorType]);
  if (offsets[1] - offsets[0] !== wanted) {
    return `has ${offsets[1] - offsets[0]} bytes, but its shape [${entry.shape}] of ${entry.dtype} takes ${wanted}.`;
  }
  return undefined;
}

function readTensor(source: LazyBytes, start: number, entry: HeaderEntry): Tensor {
  const type = entry.dtype as TensorType;
  const size = BYTES_OF[type];
  const from = start + entry.data_offsets[0];
  const length = (entry.data_offsets[1] - entry.data_offsets[0]) / size;
  const aligned = from % size === 0;
  if (!aligned) source.need(from, from + length * size);
  const { buffer } = source;
  const place = aligned ? buffer : buffer.slice(from, from + length * size);
  const data = new CONSTRUCTORS[type](place as ArrayBuffer, aligned ? from : 0, length);
  return { type, shape: entry.shape, data };
}

/**
 * The pieces of a file, to be written one after the other. Tensors are laid out widest type first and the header is
 * padded, so that every one of them is aligned and can be used in place.
 */
export function formatSafetensors({ metadata, tensors }: Safetensors): Uint8Array[] {
  const header: Record<string, unknown> = {};
  header.__metadata__ = { ...metadata, [DIGEST]: NO_DIGEST };
  const widestFirst = [...tensors].sort(([, a], [, b]) => BYTES_OF[b.type] - BYTES_OF[a.type]);
  let offset = 0;
  for (const [name, tensor] of widestFirst) {
    const elements = tensor.shape.reduce((product, n) => product * n, 1);
    if (elements !== tensor.data.length) {
      throw new LinkingError(
        "shape-mismatch",
        `Tensor "${name}" has ${tensor.data.length} numbers, but its shape [${tensor.shape}] takes ${elements}.`,
      );
    }
    header[name] = {
      dtype: tensor.type,
      shape: tensor.shape,
      data_offsets: [offset, offset + tensor.data.byteLength],
    };
    offset += tensor.data.byteLength;
  }
  const json = JSON.stringify(header);
  const text = new TextEncoder().encode(json);
  const padded = new Uint8Array(8 + Math.ceil(text.length / 8) * 8).fill(32);
  new DataView(padded.buffer).setBigUint64(0, BigInt(padded.length - 8), true);
  padded.set(text, 8);
  const pieces = widestFirst.map(
    ([, { data }]) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  );
  putDigest(padded, pieces);
  return [padded, ...pieces];
}
