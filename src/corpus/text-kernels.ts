/** Starts the WebAssembly loops over bytes and units of texts (assembly/text), with a memory that grows with the longest text. */
import { textWasm } from "./generated/text-wasm.js";

export interface TextKernels {
  readonly memory: WebAssembly.Memory;
  /** First byte that is free. */
  memoryBase(): number;
  /** Units at `out` of the XML text between two bytes, and marks at `marks`; how many units, −1 for what the plain way must do. */
  decodeXml(from: number, to: number, out: number, marks: number): number;
  /** Marks of the text that was decoded last. */
  markCount(): number;
}

const PAGE = 1 << 16;
/** One module a thread; every reader has a memory of its own. */
let compiled: WebAssembly.Module | undefined;

export function startTextKernels(): TextKernels {
  compiled ??= new WebAssembly.Module(Buffer.from(textWasm, "base64"));
  return new WebAssembly.Instance(compiled).exports as unknown as TextKernels;
}

/** Makes the memory at least as long. What was a view of it before is none any more. */
export function makeRoom({ memory }: TextKernels, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
