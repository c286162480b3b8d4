/** A vector table as a safetensors file: which tensors it has, what they are called, and its checksum. */
import { LinkingError } from "../errors.js";
import { Names } from "./names.js";
import { parseSafetensors, type Safetensors, type Tensor } from "./safetensors.js";
import { VectorTable } from "./vector-table.js";

/**
 * Tensors: `vectors` (rows, d) in F32, F16 or I8; `scales` (rows) F32; `names` U8, every name in UTF-8 with a newline
 * after it; `flags` (rows) U8. Only `vectors` must be there (and `scales` for I8). One file holds everything, so
 * a table and its names cannot be parted. Metadata `sha256` covers all bytes after the header.
 */
export const TABLE_FORMAT = "mulrel-vectors";

export function tableToTensors(table: VectorTable): Safetensors {
  const tensors = new Map<string, Tensor>();
  const { rows, d, data, scales, flags, names } = table;
  const type = table.storage === "float32" ? "F32" : table.storage === "float16" ? "F16" : "I8";
  tensors.set("vectors", { type, shape: [rows, d], data });
  if (scales) tensors.set("scales", { type: "F32", shape: [rows], data: scales });
  if (flags) tensors.set("flags", { type: "U8", shape: [rows], data: flags });
  if (names) tensors.set("names", { type: "U8", shape: [names.bytes.length], data: names.bytes });
  return { metadata: { ...table.metadata, format: TABLE_FORMAT, version: "1" }, tensors };
}

/** The table in a file held in memory; its numbers are views of `buffer`. */
export function parseVectorTable(buffer: ArrayBufferLike, name = "the file"): VectorTable {
  const { metadata, tensors } = parseSafetensors(buffer, name);
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
  const vectors = take("vectors", ["F32", "F16", "I8"], [undefined, undefined]);
  if (!vectors) throw bad(`there is no tensor "vectors" among ${[...tensors.keys()].join(", ") || "none"}.`);
  const [rows, d] = vectors.shape;
  const scales = take("scales", ["F32"], [rows])?.data as Float32Array | undefined;
  if (!scales && vectors.type === "I8") throw bad(`int8 vectors need a tensor "scales" of ${rows} numbers.`);
  const bytes = take("names", ["U8"], [undefined])?.data as Uint8Array | undefined;
  const names = bytes && new Names(bytes);
  if (names && names.size !== rows) throw bad(`it has ${rows} vectors and ${names.size} names.`);
  return new VectorTable({
    rows,
    d,
    data: vectors.data as VectorTable["data"],
    scales,
    flags: take("flags", ["U8"], [rows])?.data as Uint8Array | undefined,
    names,
    metadata,
  });
}
