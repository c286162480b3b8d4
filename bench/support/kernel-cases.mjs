// What `npm run bench -- kernels` measures. A case prepares its arrays in a build's memory and returns the call to time.
import { NONE } from "../../dist/math/kernels.js";
import { Random } from "../../dist/math/random.js";
import { messageCases } from "./message-cases.mjs";

/** Room for `length` numbers from −1 to 1, the same in every build. */
function numbers(k, length, seed = 1) {
  const random = new Random(seed);
  const at = k.alloc(length);
  for (let i = 0; i < length; i++) k.floats[at + i] = random.uniform() * 2 - 1;
  return at;
}

/** `batch` products of form NT, NN or TN: (m × k) times (k × n). */
function product(form, m, inner, n, { batch = 1, required = false } = {}) {
  const shape = `${m}×${inner}×${n}`;
  return {
    name: `matmul ${form} ${batch > 1 ? `${batch} × (${shape})` : shape}`,
    flop: 2 * m * n * inner * batch,
    // the plain twin of the batched shape became a tenth faster when kernels took records of arguments
    wanted: required ? (batch > 1 ? 8 : 9) : undefined,
    prepare(k) {
      const a = numbers(k, m * inner * batch, 1);
      const b = numbers(k, n * inner * batch, 2);
      const out = k.alloc(m * n * batch);
      const lda = form === "TN" ? m : inner;
      const ldb = form === "NT" ? inner : n;
      const kernel = k[`matmul${form}`];
      return () => {
        for (let t = 0; t < batch; t++) {
          kernel({
            out: out + t * m * n,
            ldo: n,
            a: a + t * m * inner,
            lda,
            b: b + t * n * inner,
            ldb,
            m,
            n,
            k: inner,
            diag: NONE,
            accumulate: false,
          });
        }
      };
    },
  };
}

const products = [
  product("NT", 160, 100, 160, { required: true }),
  product("NT", 160, 300, 160, { required: true }),
  product("NT", 800, 300, 800, { required: true }),
  product("NT", 8, 300, 100, { batch: 20, required: true }),
  product("NT", 8, 100, 100, { batch: 20 }),
  product("NT", 20, 300, 100),
  product("NT", 7, 100, 50, { batch: 20 }),
  product("NN", 160, 300, 160),
  product("NN", 800, 300, 800),
  product("NN", 8, 300, 100, { batch: 20 }),
  product("TN", 160, 300, 160),
  product("TN", 800, 300, 800),
  product("TN", 100, 20, 300),
];

const layers = [
  {
    name: "matmulSymmetric 100×100",
    flop: 100 * 100 * 100,
    prepare(k) {
      const [a, out] = [numbers(k, 10_000), k.alloc(10_000)];
      return () => k.matmulSymmetric({ out, ldo: 100, a, lda: 100, n: 100, k: 100, diag: NONE });
    },
  },
  {
    name: "softmax 800 rows of 8",
    prepare(k) {
      const [x, y] = [numbers(k, 6400), k.alloc(6400)];
      return () => k.softmaxRows({ y, ldy: 8, x, ldx: 8, rows: 800, cols: 8 });
    },
  },
  {
    name: "tanh layer 20×300→100",
    prepare(k) {
      const [x, w, b, y] = [numbers(k, 6000), numbers(k, 30_000, 2), numbers(k, 100, 3), k.alloc(2000)];
      return () => k.tanhLayer({ y, x, w, b, rows: 20, inputs: 300, outputs: 100 });
    },
  },
  {
    name: "tanh layer 20×300→100 backward",
    prepare(k) {
      const [x, w, y, dy] = [
        numbers(k, 6000),
        numbers(k, 30_000, 2),
        numbers(k, 2000, 3),
        numbers(k, 2000, 4),
      ];
      const [dx, dw, db] = [k.allocZero(6000), k.allocZero(30_000), k.allocZero(100)];
      return () => {
        k.fill(dy, 0.01, 2000); // the kernel overwrites it; without this it would shrink to nothing
        k.tanhLayerBackward({ dx, dw, db, dy, y, x, w, rows: 20, inputs: 300, outputs: 100 });
      };
    },
  },
  {
    name: "Adam step, 270,000 parameters",
    prepare(k) {
      const count = 270_000;
      const [params, grads, m, v] = [
        numbers(k, count),
        numbers(k, count, 2),
        k.allocZero(count),
        k.allocZero(count),
      ];
      let step = 1;
      return () =>
        k.adamStep({
          params,
          grads,
          m,
          v,
          count,
          rate: 1e-4,
          beta1: 0.9,
          beta2: 0.999,
          epsilon: 1e-8,
          step: step++,
        });
    },
  },
  {
    name: "int8 rows decoded, 800 of 100",
    prepare(k) {
      const [table, scales, rows, out] = [k.alloc(25_000), numbers(k, 1000), k.alloc(800), k.alloc(80_000)];
      for (let b = 0; b < 100_000; b++) k.bytes[4 * table + b] = b * 7;
      for (let r = 0; r < 800; r++) k.ints[rows + r] = (r * 37) % 1000;
      return () => k.decodeInt8Rows({ out, table, scales, rows, count: 800, d: 100 });
    },
  },
  {
    name: "float16 rows decoded, 800 of 100",
    prepare(k) {
      const [table, rows, out] = [k.alloc(50_000), k.alloc(800), k.alloc(80_000)];
      for (let b = 0; b < 200_000; b++) k.bytes[4 * table + b] = b % 2 === 1 ? 0x30 + (b % 11) : b * 7;
      for (let r = 0; r < 800; r++) k.ints[rows + r] = (r * 37) % 1000;
      return () => k.decodeFloat16Rows({ out, table, rows, count: 800, d: 100 });
    },
  },
  {
    name: "a row of 25 pieces decoded",
    prepare(k) {
      const [book, codes, out] = [numbers(k, 25_600), k.alloc(8), k.alloc(100)];
      for (let p = 0; p < 25; p++) k.bytes[4 * codes + p] = p * 7;
      return () => k.decodePieces({ out, codes, numbers: book, pieces: 25, d: 100, length: 1 });
    },
  },
];

/**
 * {name, prepare(kernels) → call, flop?: operations of a call, wanted?: how many times the plain twin SIMD must be}.
 * New kernels are measured by adding their case here.
 */
export const kernelCases = [...products, ...layers, ...messageCases];
