/** A vector table as a safetensors file: which tensors it has, what they are called, and its checksum. */
import { LinkingError } from "../errors.js";
import { type LazyBytes, needAll, wholeBytes } from "../files/lazy-bytes.js";
import { Names } from "./names.js";
import { BOOK, ProductBooks } from "./product-books.js";
import { parseLazySafetensors, type Safetensors, type Tensor } from "./safetensors.js";
import { VERSION_WITH_DIGEST } from "./safetensors-digest.js";
import { VectorTable } from "./vector-table.js";

/**
 * Tensors: `vectors` (rows, d) in F32, F16 or I8, or all bytes of rows told by books in U8 with `books` (tiers, d, 256) in F32 and `tiers` (tiers, 2) in U32, rows and pieces; `scales` (rows) F32; `names` U8, every name in UTF-8 with a newline
 * after it; `flags` (rows) U8. Only `vectors` must be there (and `scales` for I8). One file holds everything, so
 * a table and its names cannot be parted. Metadata `sha256` covers all bytes after the header.
 */
export const TABLE_FORMAT = "mulrel-vectors";

const TYPES = { float32: "F32", float16: "F16", int8: "I8", product: "U8" } as const;

export interface TableOptions {
  /** Keep what look-ups by name need in the file (`nameStarts`, `nameSlots`), so that opening it need not read all names. */
  indexed?: boolean;
}

export function tableToTensors(table: VectorTable, options: TableOptions = {}): Safetensors {
  const tensors = new Map<string, Tensor>();
  const { rows, d, data, books, scales, flags, names } = table;
  const type = TYPES[table.storage];
  tensors.set("vectors", { type, shape: books ? [data.length] : [rows, d], data });
  if (books) for (const [name, tensor] of tensorsOfBooks(books)) tensors.set(name, tensor);
  if (scales) tensors.set("scales", { type: "F32", shape: [rows], data: scales });
  if (flags) tensors.set("flags", { type: "U8", shape: [rows], data: flags });
  if (names) tensors.set("names", { type: "U8", shape: [names.bytes.length], data: names.bytes });
  if (names && options.indexed) {
    const { starts, slots } = names.index;
    tensors.set("nameStarts", { type: "U32", shape: [starts.length], data: starts });
    tensors.set("nameSlots", { type: "U32", shape: [slots.length], data: slots });
  }
  return { metadata: { ...table.metadata, format: TABLE_FORMAT, version: VERSION_WITH_DIGEST }, tensors };
}

function tensorsOfBooks({ tiers, d }: ProductBooks): [string, Tensor][] {
  const numbers = new Float32Array(tiers.length * d * BOOK);
  tiers.forEach((tier, i) => {
    numbers.set(tier.numbers, i * d * BOOK);
  });
  const sizes = Uint32Array.from(tiers.flatMap(({ rows, pieces }) => [rows, pieces]));
  return [
    ["books", { type: "F32", shape: [tiers.length, d, BOOK], data: numbers }],
    ["tiers", { type: "U32", shape: [tiers.length, 2], data: sizes }],
  ];
}

type Take = (tensor: string, types: string[], shape: (number | undefined)[]) => Tensor | undefined;

/** Undefined when the vectors are numbers themselves. */
function readBooks(take: Take, source: LazyBytes): ProductBooks | undefined {
  const books = take("books", ["F32"], [undefined, undefined, BOOK]);
  const tiers = books && take("tiers", ["U32"], [books.shape[0], 2]);
  if (!books || !tiers) return undefined;
  needAll(source, books.data);
  needAll(source, tiers.data);
  const [count, d] = books.shape;
  const numbers = books.data as Float32Array;
  const list = Array.from({ length: count }, (_, i) => ({
    rows: tiers.data[2 * i],
    pieces: tiers.data[2 * i + 1],
    numbers: numbers.slice(i * d * BOOK, (i + 1) * d * BOOK),
  }));
  return list.length > 0 ? new ProductBooks(list) : undefined;
}

/**
 * The table in a file held in memory; its numbers are views of `buffer`.
 *
 * ```ts
 * import { openKnowledgeBaseBytes, openLinker, parseVectorTable } from "mulrel";
 *
 * const bytes = async (address: string) => (await fetch(address)).arrayBuffer();
 * const kb = openKnowledgeBaseBytes(await bytes("/products.kb"));
 * const entities = parseVectorTable(await bytes("/products.kb.vectors"));
 * const linker = await openLinker("/model/", { kb, entities });
 * ```
 */
export function parseVectorTable(buffer: ArrayBufferLike, name = "the file"): VectorTable {
  return parseLazyTable(wholeBytes(buffer), name);
}

/** The same for a file of which some bytes are not there yet: rows and names are read as they are asked for. */
export function parseLazyTable(source: LazyBytes, name: string): VectorTable {
  const { metadata, tensors } = parseLazySafetensors(source, name);
  const bad = (sentence: string) =>
    new LinkingError("bad-file", `${name} holds no vector table: ${sentence}`);
  const take = (tensor: string, types: string[], shape: (number | undefined)[]) => {
    const found = tensors.get(tensor);
    if (!found) return undefined;
    const fits =
      types.includes(found.type) &&
      found.shape.length === shape.length &&
      shape.every((n, i) => n === undefined || n === found.shape[i]);
    if (fits) return found;
    const wanted = `${types.join(" or ")} [${shape.map((n) => n ?? "any")}]`;
    throw bad(`tensor "${tensor}" is ${found.type} [${found.shape}], wanted ${wanted}.`);
  };
  const books = readBooks(take, source);
  const vectors = books
    ? take("vectors", ["U8"], [books.bytes])
    : take("vectors", ["F32", "F16", "I8"], [undefined, undefined]);
  if (!vectors) throw bad(`there is no tensor "vectors" among ${[...tensors.keys()].join(", ") || "none"}.`);
  const [rows, d] = books ? [books.rows, books.d] : vectors.shape;
  const scales = take("scales", ["F32"], [rows])?.data as Float32Array | undefined;
  if (!scales && vectors.type === "I8") throw bad(`int8 vectors need a tensor "scales" of ${rows} numbers.`);
  const bytes = take("names", ["U8"], [undefined])?.data as Uint8Array | undefined;
  const starts = take("nameStarts", ["U32"], [rows + 1])?.data as Uint32Array | undefined;
  const slots = take("nameSlots", ["U32"], [undefined])?.data as Uint32Array | undefined;
  // an index is trusted only where every page of it has been compared with its checksum
  const lazy = source.isChecked && starts && slots ? { index: { starts, slots }, source } : undefined;
  if (bytes && !lazy) needAll(source, bytes);
  const names = bytes && new Names(bytes, lazy);
  if (names && names.size !== rows) throw bad(`it has ${rows} vectors and ${names.size} names.`);
  return new VectorTable({
    rows,
    d,
    data: vectors.data as VectorTable["data"],
    books,
    scales,
    flags: take("flags", ["U8"], [rows])?.data as Uint8Array | undefined,
    names,
    metadata,
    source,
  });
}
