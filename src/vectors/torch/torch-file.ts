/** Tensors in a file of torch.save, of old versions (one pickle after the other) and new ones (a zip archive). Executes nothing. */
import { LinkingError } from "../../errors.js";
import type { Tensor, TensorType } from "../safetensors.js";
import { isCall, isName, isReference, PickleReader } from "./pickle.js";
import { isZip, readZipEntries } from "./zip-entries.js";

/** Kinds of numbers by torch's name for a storage of them. */
const STORAGES: Record<string, { type: TensorType; bytes: number }> = {
  "torch.FloatStorage": { type: "F32", bytes: 4 },
  "torch.cuda.FloatStorage": { type: "F32", bytes: 4 },
  "torch.DoubleStorage": { type: "F64", bytes: 8 },
  "torch.cuda.DoubleStorage": { type: "F64", bytes: 8 },
};

const REBUILDERS = ["torch._utils._rebuild_tensor", "torch._utils._rebuild_tensor_v2"];
const PARAMETERS = ["torch._utils._rebuild_parameter", "torch.nn.parameter.Parameter"];
const DICTIONARIES = ["collections.OrderedDict"];
/** First pickle of an old file. */
const MAGIC = 0x1950a86a20f9469cfc6cn;

/** A storage as a pickle names it. */
interface StorageName {
  type: TensorType;
  bytes: number;
  key: string;
}

/** A tensor of a state dictionary that has still to be given its numbers. */
interface PlannedTensor {
  storage: StorageName;
  offset: number;
  shape: number[];
  strides: number[];
}

/** The tensors of a state dictionary by their names. `file` is the file's name, for messages. */
export function parseTorchFile(bytes: Uint8Array, file: string): Map<string, Tensor> {
  const bad = (sentence: string) =>
    new LinkingError("bad-file", `${file} is no usable file of torch.save: ${sentence}`);
  const { content, storages } = isZip(bytes) ? readArchive(bytes, file, bad) : readOldFile(bytes, file, bad);
  const tensors = new Map<string, Tensor>();
  for (const [name, value] of itemsOf(content, bad)) {
    if (typeof name !== "string") throw bad("a tensor's name is no text.");
    const planned = planTensor(value, name, bad);
    const raw = storages.get(planned.storage.key);
    if (!raw) throw bad(`the numbers of ${name} are missing.`);
    tensors.set(name, takeNumbers(planned, raw, name, bad));
  }
  return tensors;
}

type Bad = (sentence: string) => LinkingError;
type Content = { content: unknown; storages: Map<string, Uint8Array> };

function readArchive(bytes: Uint8Array, file: string, bad: Bad): Content {
  const entries = readZipEntries(bytes, file);
  const pickle = [...entries.keys()].find((name) => name.endsWith("/data.pkl"));
  if (!pickle) throw bad("it has no data.pkl.");
  const folder = pickle.slice(0, -"data.pkl".length);
  const order = entries.get(`${folder}byteorder`);
  if (order && new TextDecoder().decode(order) !== "little")
    throw bad("its numbers are written high byte first.");
  const storages = new Map<string, Uint8Array>();
  for (const [name, data] of entries) {
    if (name.startsWith(`${folder}data/`)) storages.set(name.slice(`${folder}data/`.length), data);
  }
  return { content: new PickleReader(entries.get(pickle)!, 0, file).read(), storages };
}

/** Magic number, version, system, content, names of storages; then each storage's count and numbers. */
function readOldFile(bytes: Uint8Array, file: string, bad: Bad): Content {
  const reader = new PickleReader(bytes, 0, file);
  if (reader.read() !== MAGIC) throw bad("it does not begin with torch's mark.");
  reader.read();
  const system = reader.read();
  if (system instanceof Map && system.get("little_endian") === false) {
    throw bad("its numbers are written high byte first.");
  }
  const content = reader.read();
  const keys = reader.read();
  if (!Array.isArray(keys)) throw bad("it does not list its storages.");
  const sizes = new Map<string, number>();
  for (const [name, value] of itemsOf(content, bad)) {
    const { storage } = planTensor(value, String(name), bad);
    sizes.set(storage.key, storage.bytes);
  }
  const storages = new Map<string, Uint8Array>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = reader.position;
  for (const key of keys.map(String)) {
    if (at + 8 > bytes.length) throw bad(`storage ${key} is cut off.`);
    const size = Number(view.getBigInt64(at, true)) * (sizes.get(key) ?? 4);
    if (!(size >= 0) || at + 8 + size > bytes.length) throw bad(`storage ${key} is cut off.`);
    storages.set(key, bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size;
  }
  return { content, storages };
}

function itemsOf(content: unknown, bad: Bad): Map<unknown, unknown> {
  if (content instanceof Map) return content;
  if (isCall(content) && DICTIONARIES.includes(content.callee.name)) return content.items;
  throw bad("it holds something else than a dictionary of tensors; save model.state_dict().");
}

function planTensor(value: unknown, name: string, bad: Bad): PlannedTensor {
  if (!isCall(value)) throw bad(`${name} is no tensor.`);
  if (PARAMETERS.includes(value.callee.name)) return planTensor(value.args[0], name, bad);
  if (!REBUILDERS.includes(value.callee.name)) {
    throw bad(`${name} is made by ${value.callee.name}, which is not known here and is not executed.`);
  }
  const [reference, offset, shape, strides] = value.args;
  const isList = (list: unknown): list is number[] =>
    Array.isArray(list) && list.every((n) => Number.isInteger(n) && n >= 0);
  if (!isReference(reference) || !Number.isInteger(offset) || !isList(shape) || !isList(strides)) {
    throw bad(`${name} has no place, shape and strides.`);
  }
  return { storage: nameStorage(reference.id, name, bad), offset: offset as number, shape, strides };
}

/** ("storage", type, key, place, count, …) */
function nameStorage(id: unknown, name: string, bad: Bad): StorageName {
  const [word, type, key] = Array.isArray(id) ? id : [];
  if (word !== "storage" || !isName(type)) throw bad(`the numbers of ${name} are not in a storage.`);
  const known = STORAGES[type.name];
  if (!known) throw bad(`${name} holds ${type.name}; wanted floats of 32 or 64 bits.`);
  return { ...known, key: String(key) };
}

function takeNumbers(
  { storage, offset, shape, strides }: PlannedTensor,
  raw: Uint8Array,
  name: string,
  bad: Bad,
): Tensor {
  const count = shape.reduce((a, b) => a * b, 1);
  // a view with strides counts from its end backwards: the last axis moves fastest
  const isPlain = shape.every((_, axis) => {
    const wanted = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
    return shape[axis] <= 1 || strides[axis] === wanted;
  });
  if (!isPlain) throw bad(`${name} is a view with strides ${strides}; save it with .contiguous().`);
  const from = offset * storage.bytes;
  if (from < 0 || from + count * storage.bytes > raw.length) throw bad(`${name} reaches beyond its storage.`);
  const numbers = raw.slice(from, from + count * storage.bytes).buffer;
  const data =
    storage.type === "F64" ? Float32Array.from(new Float64Array(numbers)) : new Float32Array(numbers);
  return { type: "F32", shape, data };
}
