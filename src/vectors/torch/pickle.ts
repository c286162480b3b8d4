/**
 * Reads Python's pickles as data. Nothing they name is ever called: a class or function becomes a record of its name and of what it
 * was given, and only the shapes in a list of known ones are made sense of by the caller.
 */
import { LinkingError } from "../../errors.js";

/** A class or function that a pickle names, "torch._utils._rebuild_tensor_v2". */
export interface PickledName {
  kind: "name";
  name: string;
}

/** What a pickle would call, and with what. */
export interface PickledCall {
  kind: "call";
  callee: PickledName;
  args: unknown[];
  /** Keys and values put into it afterwards: an OrderedDict's. */
  items: Map<unknown, unknown>;
}

/** A reference to something outside the pickle: a storage of numbers. */
export interface PickledReference {
  kind: "reference";
  id: unknown;
}

const MARK = Symbol("mark");
/** A pickle of a model nests a dozen deep and names each tensor once; more is no model. */
const MOST_VALUES = 5_000_000;

export class PickleReader {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  readonly #file: string;
  readonly #stack: unknown[] = [];
  readonly #memo = new Map<number, unknown>();
  /** Place of the next byte: after `read`, the first one behind the pickle. */
  position: number;

  constructor(bytes: Uint8Array, position: number, file: string) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = position;
    this.#file = file;
  }

  read(): unknown {
    this.#stack.length = 0;
    this.#memo.clear();
    for (let steps = 0; steps < MOST_VALUES; steps++) {
      const code = this.#byte();
      if (code === STOP) return this.#pop();
      const step = STEPS[code];
      if (!step) throw this.#bad(`it holds the instruction 0x${code.toString(16)}, which no model needs.`);
      step(this.#machine);
    }
    throw this.#bad("it has no end.");
  }

  #bad(sentence: string): LinkingError {
    return new LinkingError(
      "bad-file",
      `${this.#file} holds no readable pickle (byte ${this.position}): ${sentence}`,
    );
  }

  #take(count: number): number {
    const at = this.position;
    if (count < 0 || at + count > this.#bytes.length) throw this.#bad("it ends in mid-record.");
    this.position += count;
    return at;
  }

  #byte(): number {
    return this.#bytes[this.#take(1)];
  }

  #pop(): unknown {
    if (this.#stack.length === 0 || this.#stack.at(-1) === MARK) throw this.#bad("a value is missing.");
    return this.#stack.pop();
  }

  #popToMark(): unknown[] {
    const at = this.#stack.lastIndexOf(MARK);
    if (at < 0) throw this.#bad("a mark is missing.");
    const values = this.#stack.splice(at);
    return values.slice(1);
  }

  #text(length: number): string {
    const at = this.#take(length);
    return new TextDecoder().decode(this.#bytes.subarray(at, at + length));
  }

  #line(): string {
    const end = this.#bytes.indexOf(0x0a, this.position);
    if (end < 0) throw this.#bad("a line has no end.");
    const text = this.#text(end - this.position);
    this.position = end + 1;
    return text;
  }

  /** Little-endian, two's complement; beyond what a number holds exactly it stays a bigint. */
  #long(length: number): number | bigint {
    const at = this.#take(length);
    let value = 0n;
    for (let i = length - 1; i >= 0; i--) value = (value << 8n) | BigInt(this.#bytes[at + i]);
    if (length > 0 && this.#bytes[at + length - 1] >= 0x80) value -= 1n << BigInt(8 * length);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }

  #putItems(pairs: unknown[]): void {
    const target = this.#stack.at(-1);
    const items = target instanceof Map ? target : isCall(target) ? target.items : undefined;
    if (!items || pairs.length % 2 !== 0) throw this.#bad("keys and values have nowhere to go.");
    for (let i = 0; i < pairs.length; i += 2) items.set(pairs[i], pairs[i + 1]);
  }

  #append(values: unknown[]): void {
    const target = this.#stack.at(-1);
    if (!Array.isArray(target)) throw this.#bad("values have no list to go to.");
    for (const value of values) target.push(value);
  }

  #call(): void {
    const args = this.#pop();
    const callee = this.#pop();
    if (!isName(callee) || !Array.isArray(args)) throw this.#bad("it calls what is no name.");
    this.#stack.push({ kind: "call", callee, args, items: new Map() } satisfies PickledCall);
  }

  #name(module: unknown, name: unknown): void {
    if (typeof module !== "string" || typeof name !== "string") throw this.#bad("a name is no text.");
    this.#stack.push({ kind: "name", name: `${module}.${name}` } satisfies PickledName);
  }

  #recall(number: number): void {
    if (!this.#memo.has(number)) throw this.#bad(`nothing was remembered as number ${number}.`);
    this.#stack.push(this.#memo.get(number));
  }

  readonly #machine: Machine = {
    push: (value) => this.#stack.push(value),
    pop: () => this.#pop(),
    popToMark: () => this.#popToMark(),
    byte: () => this.#byte(),
    uint16: () => this.#view.getUint16(this.#take(2), true),
    int32: () => this.#view.getInt32(this.#take(4), true),
    uint32: () => this.#view.getUint32(this.#take(4), true),
    float64: () => this.#view.getFloat64(this.#take(8)),
    skip: (count) => this.#take(count),
    text: (length) => this.#text(length),
    line: () => this.#line(),
    long: (length) => this.#long(length),
    putItems: (pairs) => this.#putItems(pairs),
    append: (values) => this.#append(values),
    call: () => this.#call(),
    name: (module, name) => this.#name(module, name),
    remember: (number) => this.#memo.set(number ?? this.#memo.size, this.#stack.at(-1)),
    recall: (number) => this.#recall(number),
  };
}

export const isName = (value: unknown): value is PickledName => kindOf(value) === "name";
export const isCall = (value: unknown): value is PickledCall => kindOf(value) === "call";
export const isReference = (value: unknown): value is PickledReference => kindOf(value) === "reference";

function kindOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || value instanceof Map) return undefined;
  return (value as { kind?: string }).kind;
}

/** What an instruction may do. */
interface Machine {
  push(value: unknown): void;
  pop(): unknown;
  popToMark(): unknown[];
  byte(): number;
  uint16(): number;
  int32(): number;
  uint32(): number;
  float64(): number;
  skip(count: number): void;
  text(length: number): string;
  line(): string;
  long(length: number): number | bigint;
  putItems(pairs: unknown[]): void;
  append(values: unknown[]): void;
  call(): void;
  name(module: unknown, name: unknown): void;
  remember(number?: number): void;
  recall(number: number): void;
}

const STOP = 0x2e;
const last = (m: Machine, count: number) => Array.from({ length: count }, () => m.pop()).reverse();

/** Instructions of protocols 2 to 4 that dictionaries, lists, texts, numbers, names, calls and references need. */
const STEPS: Record<number, (m: Machine) => void> = {
  // protocol, frame
  128: (m) => m.skip(1),
  149: (m) => m.skip(8),
  // mark, none, true, false
  40: (m) => m.push(MARK),
  78: (m) => m.push(null),
  136: (m) => m.push(true),
  137: (m) => m.push(false),
  // whole numbers of 4, 1 and 2 bytes, long ones, a float
  74: (m) => m.push(m.int32()),
  75: (m) => m.push(m.byte()),
  77: (m) => m.push(m.uint16()),
  138: (m) => m.push(m.long(m.byte())),
  71: (m) => m.push(m.float64()),
  // texts: unicode, short unicode, bytes of Python 2, short ones
  88: (m) => m.push(m.text(m.uint32())),
  140: (m) => m.push(m.text(m.byte())),
  84: (m) => m.push(m.text(m.uint32())),
  85: (m) => m.push(m.text(m.byte())),
  // empty dictionary, list, tuple
  125: (m) => m.push(new Map()),
  93: (m) => m.push([]),
  41: (m) => m.push([]),
  // tuples: to the mark, of 1, 2, 3
  116: (m) => m.push(m.popToMark()),
  133: (m) => m.push(last(m, 1)),
  134: (m) => m.push(last(m, 2)),
  135: (m) => m.push(last(m, 3)),
  // one pair, pairs, one value, values
  115: (m) => m.putItems(last(m, 2)),
  117: (m) => m.putItems(m.popToMark()),
  97: (m) => m.append(last(m, 1)),
  101: (m) => m.append(m.popToMark()),
  // remember as, remember as with a long number, remember as the next; recall, with a long number
  113: (m) => m.remember(m.byte()),
  114: (m) => m.remember(m.uint32()),
  148: (m) => m.remember(),
  104: (m) => m.recall(m.byte()),
  106: (m) => m.recall(m.uint32()),
  // a name as two lines, as two texts; a call; what is set on an object is left out
  99: (m) => m.name(m.line(), m.line()),
  147: (m) => m.name(...(last(m, 2) as [unknown, unknown])),
  82: (m) => m.call(),
  98: (m) => void m.pop(),
  // a reference to a storage
  81: (m) => m.push({ kind: "reference", id: m.pop() } satisfies PickledReference),
};
