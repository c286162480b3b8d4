/** Starts the WebAssembly loops over bytes and units of texts (assembly/text), with a memory that grows with the longest text. */
import { textWasm } from "./generated/text-wasm.js";

/** Addresses are bytes of the memory. */
export interface TextKernels {
  readonly memory: WebAssembly.Memory;
  /** First byte that is free. */
  memoryBase(): number;
  /** Units at `out` of the XML text between two bytes, and marks at `marks`; how many units, −1 for what the plain way must do. */
  decodeXml(from: number, to: number, out: number, marks: number): number;
  /** Marks of the text that was decoded last. */
  markCount(): number;

  /** A byte for each of the first 1,024 units: what it is to `addBlock`. */
  kindsAt(): number;
  /** A table of words at `at` with so many slots, empty but for the word that is the unit at `long`. */
  clearTable(at: number, slots: number, long: number): void;
  /** Moves the words to a table of twice as many slots at `at`. */
  growTable(at: number): void;
  wordCount(): number;
  /** Where the units of a text are, 64 blanks behind them, and where the places of its tokens go. */
  setText(units: number, starts: number, ends: number): void;
  /** Cuts and looks up a block of the tokens from unit `from` of `n` on; where to go on. */
  addBlock(n: number, from: number): number;
  /** Tokens of the text so far. */
  tokenCount(): number;
  /** Of the last block: its numbers as varints and their length in bytes, its tokens that were new words and how many. */
  numbersAt(): number;
  numberLength(): number;
  freshAt(): number;
  freshWords(): number;
}

const PAGE = 1 << 16;
/** One module a thread; every reader has a memory of its own. */
let compiled: WebAssembly.Module | undefined;

/** `endOfToken`: where the token at a unit ends by the general rules, negative where there is white space up to there. */
export function startTextKernels(endOfToken: (at: number) => number = (at) => at + 1): TextKernels {
  compiled ??= new WebAssembly.Module(Buffer.from(textWasm, "base64"));
  return new WebAssembly.Instance(compiled, { rules: { endOfToken } }).exports as unknown as TextKernels;
}

/** Makes the memory at least as long. What was a view of it before is none any more. */
export function makeRoom({ memory }: TextKernels, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
