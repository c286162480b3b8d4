/** Argument checks of the row kernels, the same for every build. */
import { LinkingError } from "../../errors.js";
import { NONE, type RowKernels } from "../kernels.js";
import type { Arena } from "../memory.js";
import { checkMatrix, checkRowNumbers, checkSize, checkVector } from "./bounds.js";

export function checkedRowKernels(memory: Arena, raw: RowKernels): RowKernels {
  return { ...checkedLayers(memory, raw), ...checkedRowSums(memory, raw), ...checkedVectors(memory, raw) };
}

type Layers = "softmaxRows" | "softmaxRowsBackward" | "tanhLayer" | "tanhLayerBackward";

function checkedLayers(memory: Arena, raw: RowKernels): Pick<RowKernels, Layers> {
  return {
    softmaxRows(y, ldy, x, ldx, rows, cols) {
      checkSize("softmaxRows", "rows", rows);
      checkSize("softmaxRows", "cols", cols);
      checkMatrix(memory, "softmaxRows", "y", y, ldy, rows, cols);
      checkMatrix(memory, "softmaxRows", "x", x, ldx, rows, cols);
      raw.softmaxRows(y, ldy, x, ldx, rows, cols);
    },
    softmaxRowsBackward(dx, lddx, y, ldy, dy, lddy, rows, cols) {
      checkSize("softmaxRowsBackward", "rows", rows);
      checkSize("softmaxRowsBackward", "cols", cols);
      checkMatrix(memory, "softmaxRowsBackward", "dx", dx, lddx, rows, cols);
      checkMatrix(memory, "softmaxRowsBackward", "y", y, ldy, rows, cols);
      checkMatrix(memory, "softmaxRowsBackward", "dy", dy, lddy, rows, cols);
      raw.softmaxRowsBackward(dx, lddx, y, ldy, dy, lddy, rows, cols);
    },
    tanhLayer(y, x, w, b, rows, inputs, outputs) {
      checkSize("tanhLayer", "rows", rows);
      checkSize("tanhLayer", "inputs", inputs);
      checkSize("tanhLayer", "outputs", outputs);
      checkMatrix(memory, "tanhLayer", "y", y, outputs, rows, outputs);
      checkMatrix(memory, "tanhLayer", "x", x, inputs, rows, inputs);
      checkMatrix(memory, "tanhLayer", "w", w, inputs, outputs, inputs);
      checkVector(memory, "tanhLayer", "b", b, outputs);
      raw.tanhLayer(y, x, w, b, rows, inputs, outputs);
    },
    tanhLayerBackward(dx, dw, db, dy, y, x, w, rows, inputs, outputs) {
      const kernel = "tanhLayerBackward";
      checkSize(kernel, "rows", rows);
      checkSize(kernel, "inputs", inputs);
      checkSize(kernel, "outputs", outputs);
      if (dx !== NONE) checkMatrix(memory, kernel, "dx", dx, inputs, rows, inputs);
      checkMatrix(memory, kernel, "dw", dw, inputs, outputs, inputs);
      checkVector(memory, kernel, "db", db, outputs);
      checkMatrix(memory, kernel, "dy", dy, outputs, rows, outputs);
      checkMatrix(memory, kernel, "y", y, outputs, rows, outputs);
      checkMatrix(memory, kernel, "x", x, inputs, rows, inputs);
      checkMatrix(memory, kernel, "w", w, inputs, outputs, inputs);
      raw.tanhLayerBackward(dx, dw, db, dy, y, x, w, rows, inputs, outputs);
    },
  };
}

type RowSums =
  | "gatherRows"
  | "scatterAddRows"
  | "weightedRowSum"
  | "weightedRowSumBackward"
  | "scaleColumns"
  | "columnProductSums";

function checkedRowSums(memory: Arena, raw: RowKernels): Pick<RowKernels, RowSums> {
  return {
    gatherRows(out, table, rows, count, d) {
      checkSize("gatherRows", "count", count);
      checkSize("gatherRows", "d", d);
      checkMatrix(memory, "gatherRows", "out", out, d, count, d);
      checkRowNumbers(memory, "gatherRows", table, rows, count, 4 * d);
      raw.gatherRows(out, table, rows, count, d);
    },
    scatterAddRows(table, rows, x, count, d) {
      checkSize("scatterAddRows", "count", count);
      checkSize("scatterAddRows", "d", d);
      checkMatrix(memory, "scatterAddRows", "x", x, d, count, d);
      checkRowNumbers(memory, "scatterAddRows", table, rows, count, 4 * d);
      raw.scatterAddRows(table, rows, x, count, d);
    },
    weightedRowSum(out, x, ldx, weights, rows, cols, accumulate) {
      checkSize("weightedRowSum", "rows", rows);
      checkSize("weightedRowSum", "cols", cols);
      checkVector(memory, "weightedRowSum", "out", out, cols);
      checkMatrix(memory, "weightedRowSum", "x", x, ldx, rows, cols);
      checkVector(memory, "weightedRowSum", "weights", weights, rows);
      raw.weightedRowSum(out, x, ldx, weights, rows, cols, accumulate);
    },
    weightedRowSumBackward(dweights, dx, lddx, dout, x, ldx, weights, rows, cols) {
      const kernel = "weightedRowSumBackward";
      checkSize(kernel, "rows", rows);
      checkSize(kernel, "cols", cols);
      checkVector(memory, kernel, "dweights", dweights, rows);
      if (dx !== NONE) checkMatrix(memory, kernel, "dx", dx, lddx, rows, cols);
      checkVector(memory, kernel, "dout", dout, cols);
      checkMatrix(memory, kernel, "x", x, ldx, rows, cols);
      checkVector(memory, kernel, "weights", weights, rows);
      raw.weightedRowSumBackward(dweights, dx, lddx, dout, x, ldx, weights, rows, cols);
    },
    scaleColumns(out, ldo, x, ldx, scale, rows, cols, accumulate) {
      checkSize("scaleColumns", "rows", rows);
      checkSize("scaleColumns", "cols", cols);
      checkMatrix(memory, "scaleColumns", "out", out, ldo, rows, cols);
      checkMatrix(memory, "scaleColumns", "x", x, ldx, rows, cols);
      checkVector(memory, "scaleColumns", "scale", scale, cols);
      raw.scaleColumns(out, ldo, x, ldx, scale, rows, cols, accumulate);
    },
    columnProductSums(out, x, ldx, y, ldy, factor, rows, cols) {
      checkSize("columnProductSums", "rows", rows);
      checkSize("columnProductSums", "cols", cols);
      checkVector(memory, "columnProductSums", "out", out, cols);
      checkMatrix(memory, "columnProductSums", "x", x, ldx, rows, cols);
      checkMatrix(memory, "columnProductSums", "y", y, ldy, rows, cols);
      raw.columnProductSums(out, x, ldx, y, ldy, factor, rows, cols);
    },
  };
}

type Vectors = "exp" | "log" | "tanh" | "dropout" | "fill" | "copy" | "addScaled" | "dot" | "allFinite";

function checkedVectors(memory: Arena, raw: RowKernels): Pick<RowKernels, Vectors> {
  const checkedMap = (name: "exp" | "log" | "tanh"): RowKernels["exp"] => {
    const map = raw[name];
    return (y, x, count) => {
      checkSize(name, "count", count);
      checkVector(memory, name, "y", y, count);
      checkVector(memory, name, "x", x, count);
      map(y, x, count);
    };
  };
  return {
    exp: checkedMap("exp"),
    log: checkedMap("log"),
    tanh: checkedMap("tanh"),
    dropout(y, x, count, rate, seed) {
      checkSize("dropout", "count", count);
      checkVector(memory, "dropout", "y", y, count);
      checkVector(memory, "dropout", "x", x, count);
      if (!(rate >= 0 && rate < 1)) {
        throw new LinkingError("usage", `dropout: the rate is ${rate}; it must be at least 0 and below 1.`);
      }
      if (!Number.isSafeInteger(seed)) {
        throw new LinkingError("usage", `dropout: the seed is ${seed}; it must be a whole number.`);
      }
      // Both halves of the seed count; the kernels take 32 bits.
      const seedBits = (seed | 0) ^ Math.imul(Math.floor(seed / 4294967296) | 0, 0x85ebca6b);
      raw.dropout(y, x, count, rate, seedBits);
    },
    fill(out, value, count) {
      checkSize("fill", "count", count);
      checkVector(memory, "fill", "out", out, count);
      raw.fill(out, value, count);
    },
    copy(out, from, count) {
      checkSize("copy", "count", count);
      checkVector(memory, "copy", "out", out, count);
      checkVector(memory, "copy", "from", from, count);
      raw.copy(out, from, count);
    },
    addScaled(y, x, a, count) {
      checkSize("addScaled", "count", count);
      checkVector(memory, "addScaled", "y", y, count);
      checkVector(memory, "addScaled", "x", x, count);
      raw.addScaled(y, x, a, count);
    },
    dot(x, y, count) {
      checkSize("dot", "count", count);
      checkVector(memory, "dot", "x", x, count);
      checkVector(memory, "dot", "y", y, count);
      return raw.dot(x, y, count);
    },
    allFinite(x, count) {
      checkSize("allFinite", "count", count);
      checkVector(memory, "allFinite", "x", x, count);
      return Boolean(raw.allFinite(x, count));
    },
  };
}
