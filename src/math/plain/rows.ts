/** Operations on rows in plain TypeScript: the twins of assembly/softmax.ts, tanh-layer.ts and rows.ts. */
import type { KernelArguments } from "../descriptions/all.js";
import { NONE } from "../kernels.js";
import type { Arena } from "../memory.js";
import { matmulNN, matmulNT, matmulTN } from "./matrix.js";
import { addTo, dotOf, softmaxRow } from "./steps.js";

export function softmaxRows({ floats }: Arena, args: KernelArguments<"softmaxRows">): void {
  const { y, ldy, x, ldx, rows, cols } = args;
  for (let r = 0; r < rows; r++) softmaxRow(floats, y + r * ldy, x + r * ldx, cols);
}

export function softmaxRowsBackward(
  { floats: f }: Arena,
  args: KernelArguments<"softmaxRowsBackward">,
): void {
  const { dx, lddx, y, ldy, dy, lddy, rows, cols } = args;
  for (let r = 0; r < rows; r++) {
    const dxr = dx + r * lddx;
    const yr = y + r * ldy;
    const dyr = dy + r * lddy;
    const sum = dotOf(f, yr, dyr, cols);
    for (let c = 0; c < cols; c++) f[dxr + c] += f[yr + c] * (f[dyr + c] - sum);
  }
}

export function tanhLayer(memory: Arena, args: KernelArguments<"tanhLayer">): void {
  const { y, x, w, b, rows, inputs, outputs } = args;
  const { floats: f } = memory;
  matmulNT(memory, {
    out: y,
    ldo: outputs,
    a: x,
    lda: inputs,
    b: w,
    ldb: inputs,
    m: rows,
    n: outputs,
    k: inputs,
    diag: NONE,
    accumulate: false,
  });
  for (let r = 0; r < rows; r++) {
    for (let o = 0; o < outputs; o++) {
      const at = y + r * outputs + o;
      f[at] = Math.tanh(f[at] + f[b + o]);
    }
  }
}

export function tanhLayerBackward(memory: Arena, args: KernelArguments<"tanhLayerBackward">): void {
  const { dx, dw, db, dy, y, x, w, rows, inputs, outputs } = args;
  const { floats: f } = memory;
  for (let r = 0; r < rows; r++) {
    for (let o = 0; o < outputs; o++) {
      const at = r * outputs + o;
      const dz = f[dy + at] * (1 - f[y + at] * f[y + at]);
      f[dy + at] = dz;
      f[db + o] += dz;
    }
  }
  matmulTN(memory, {
    out: dw,
    ldo: inputs,
    a: dy,
    lda: outputs,
    b: x,
    ldb: inputs,
    m: outputs,
    n: inputs,
    k: rows,
    diag: NONE,
    accumulate: true,
  });
  if (dx === NONE) return;
  matmulNN(memory, {
    out: dx,
    ldo: inputs,
    a: dy,
    lda: outputs,
    b: w,
    ldb: inputs,
    m: rows,
    n: inputs,
    k: outputs,
    diag: NONE,
    accumulate: true,
  });
}

export function gatherRows({ floats, ints }: Arena, args: KernelArguments<"gatherRows">): void {
  const { out, table, rows, count, d } = args;
  for (let r = 0; r < count; r++) {
    const from = table + ints[rows + r] * d;
    floats.copyWithin(out + r * d, from, from + d);
  }
}

export function scatterAddRows({ floats: f, ints }: Arena, args: KernelArguments<"scatterAddRows">): void {
  const { table, rows, x, count, d } = args;
  for (let r = 0; r < count; r++) {
    const to = table + ints[rows + r] * d;
    const from = x + r * d;
    for (let c = 0; c < d; c++) f[to + c] += f[from + c];
  }
}

export function weightedRowSum({ floats: f }: Arena, args: KernelArguments<"weightedRowSum">): void {
  const { out, x, ldx, weights, rows, cols, accumulate } = args;
  if (!accumulate) f.fill(0, out, out + cols);
  for (let r = 0; r < rows; r++) addTo(f, out, x + r * ldx, f[weights + r], cols);
}

export function weightedRowSumBackward(
  { floats: f }: Arena,
  args: KernelArguments<"weightedRowSumBackward">,
): void {
  const { dweights, dx, lddx, dout, x, ldx, weights, rows, cols } = args;
  for (let r = 0; r < rows; r++) {
    f[dweights + r] += dotOf(f, dout, x + r * ldx, cols);
    if (dx !== NONE) addTo(f, dx + r * lddx, dout, f[weights + r], cols);
  }
}

export function scaleColumns({ floats: f }: Arena, args: KernelArguments<"scaleColumns">): void {
  const { out, ldo, x, ldx, scale, rows, cols, accumulate } = args;
  for (let r = 0; r < rows; r++) {
    const to = out + r * ldo;
    const xr = x + r * ldx;
    for (let c = 0; c < cols; c++) {
      const scaled = f[xr + c] * f[scale + c];
      f[to + c] = accumulate ? f[to + c] + scaled : scaled;
    }
  }
}

export function columnProductSums({ floats: f }: Arena, args: KernelArguments<"columnProductSums">): void {
  const { out, x, ldx, y, ldy, factor, rows, cols } = args;
  for (let r = 0; r < rows; r++) {
    const xr = x + r * ldx;
    const yr = y + r * ldy;
    for (let c = 0; c < cols; c++) f[out + c] += factor * f[xr + c] * f[yr + c];
  }
}
