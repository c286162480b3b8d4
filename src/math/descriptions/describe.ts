/**
 * How a kernel is described: one line an argument, in the order of its assembly function. From a description follow the
 * TypeScript types (here), the argument checks and the calls into WebAssembly (written by scripts/generate-kernel-calls.mjs)
 * and the test that the assembly has the same signature (descriptions.test.ts).
 *
 * Shapes are expressions of the other arguments' names: "count * d". They may also use the fields of the graph a kernel is
 * given ("graph.candidates") and the functions of scratch.ts.
 */

/** An argument: its name in calls, twins and assembly, what it is, and how far it reaches. */
export type Argument<Name extends string = string> = { readonly name: Name } & ArgumentKind;

type ArgumentKind =
  /** A whole number, 0 or more. */
  | { readonly kind: "size" }
  /** The distance between the rows of a matrix; looked at with the matrix. */
  | { readonly kind: "distance" }
  /** Any integer of 32 bits. */
  | { readonly kind: "int32" }
  | { readonly kind: "float32" }
  | { readonly kind: "float64" }
  | { readonly kind: "flag" }
  /** The address of `length` floats or ints. `orNone`: or NONE. */
  | { readonly kind: "floats" | "ints"; readonly length: string; readonly orNone?: true }
  /** The address of a row-major matrix, `distance` (an argument) from row to row. */
  | {
      readonly kind: "matrix";
      readonly rows: string;
      readonly cols: string;
      readonly distance: string;
      readonly orNone?: true;
    }
  /** The address of a table of any number of rows, `rowBytes` bytes each; looked at with the row numbers into it. */
  | { readonly kind: "table"; readonly rowBytes: string }
  /** The address of `length` ints, each a row of all these tables. */
  | { readonly kind: "rowNumbers"; readonly length: string; readonly tables: readonly string[] }
  /** The address of a graph's descriptor (graph-layout.ts). */
  | { readonly kind: "graph" }
  /** The address of an array whose extent is written in memory: what cannot be said here, and is looked at in checks/. */
  | { readonly kind: "told" };

export const size = <N extends string>(name: N) => ({ name, kind: "size" }) as const;
export const distance = <N extends string>(name: N) => ({ name, kind: "distance" }) as const;
export const int32 = <N extends string>(name: N) => ({ name, kind: "int32" }) as const;
export const float32 = <N extends string>(name: N) => ({ name, kind: "float32" }) as const;
export const float64 = <N extends string>(name: N) => ({ name, kind: "float64" }) as const;
export const flag = <N extends string>(name: N) => ({ name, kind: "flag" }) as const;
export const floats = <N extends string>(name: N, length: string) =>
  ({ name, kind: "floats", length }) as const;
export const ints = <N extends string>(name: N, length: string) => ({ name, kind: "ints", length }) as const;
export const matrix = <N extends string>(name: N, rows: string, cols: string, distance: string) =>
  ({ name, kind: "matrix", rows, cols, distance }) as const;
export const table = <N extends string>(name: N, rowBytes: string) =>
  ({ name, kind: "table", rowBytes }) as const;
export const rowNumbers = <N extends string>(name: N, length: string, ...tables: string[]) =>
  ({ name, kind: "rowNumbers", length, tables }) as const;
export const graph = <N extends string>(name: N) => ({ name, kind: "graph" }) as const;
export const told = <N extends string>(name: N) => ({ name, kind: "told" }) as const;
export const orNone = <A extends Argument>(argument: A) => ({ ...argument, orNone: true }) as const;

/** What a kernel gives back, in the words of the assembly. */
export type Result = "void" | "i32" | "f32" | "f64" | "bool";

export interface KernelDescription {
  readonly arguments: readonly Argument[];
  /** Named arguments in one record; or positions, for the few on plain vectors that read like functions of the language. */
  readonly call: "names" | "positions";
  readonly returns: Result;
  /** checks/further.ts has a function of the kernel's name for what cannot be said in shapes. */
  readonly furtherCheck: boolean;
}

interface KernelOptions<R extends Result> {
  returns?: R;
  furtherCheck?: boolean;
}

/** A kernel called with a record of its arguments. */
export function byName<const A extends readonly Argument[], R extends Result = "void">(
  args: A,
  { returns = "void" as R, furtherCheck = false }: KernelOptions<R> = {},
) {
  return { arguments: args, call: "names", returns, furtherCheck } as const;
}

/** A kernel called with its arguments in this order. */
export function byPosition<const A extends readonly Argument[], R extends Result = "void">(
  args: A,
  { returns = "void" as R, furtherCheck = false }: KernelOptions<R> = {},
) {
  return { arguments: args, call: "positions", returns, furtherCheck } as const;
}

type ValueOf<A extends Argument> = A["kind"] extends "flag" ? boolean : number;

type Returning<A extends readonly unknown[], R extends Result> = R extends "void"
  ? (...args: A) => void
  : R extends "bool"
    ? (...args: A) => boolean
    : (...args: A) => number;

/** A kernel's arguments as a record. */
export type ArgumentsOf<D extends KernelDescription> = {
  readonly [A in D["arguments"][number] as A["name"]]: ValueOf<A>;
};

type PositionsOf<A extends readonly Argument[]> = { -readonly [I in keyof A]: ValueOf<A[I]> };

/** A kernel as it is called. */
export type FunctionOf<D extends KernelDescription> = Returning<
  D["call"] extends "names" ? [args: ArgumentsOf<D>] : PositionsOf<D["arguments"]>,
  D["returns"]
>;
