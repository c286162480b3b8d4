// The final score g, four candidates at once. Arrays over candidates are read and written in whole vectors.
// Plain twins: src/math/plain/final-score.ts.
import { bytesOf, multiplyAdd, sumLanes } from "./lanes";

/** rho = w2 · relu(w1[:,0]·q + w1[:,1]·logPrior + b1) + b2. */
export function finalScore(rho: i32, q: i32, logPrior: i32, count: i32, w1: i32, b1: i32, w2: i32, b2: i32, hidden: i32): void {
  const zero = f32x4.splat(0);
  const first = bytesOf(w1);
  const bias = bytesOf(b1);
  const second = bytesOf(w2);
  const last = v128.load32_splat(bytesOf(b2));
  for (let e = 0; e < count; e += 8) {
    // two vectors of candidates share the loads of the weights
    const x0 = v128.load(bytesOf(q + e));
    const y0 = v128.load(bytesOf(logPrior + e));
    const more = e + 4 < count;
    const x1 = more ? v128.load(bytesOf(q + e + 4)) : zero;
    const y1 = more ? v128.load(bytesOf(logPrior + e + 4)) : zero;
    let sum0 = last;
    let sum1 = last;
    // in this order of arguments pmax keeps NaN
    for (let h: usize = 0; h < <usize>hidden; h++) {
      const wq = v128.load32_splat(first + (h << 3));
      const wp = v128.load32_splat(first + (h << 3), 4);
      const b = v128.load32_splat(bias + (h << 2));
      const w = v128.load32_splat(second + (h << 2));
      const z0 = f32x4.pmax(multiplyAdd(wq, x0, multiplyAdd(wp, y0, b)), zero);
      const z1 = f32x4.pmax(multiplyAdd(wq, x1, multiplyAdd(wp, y1, b)), zero);
      sum0 = multiplyAdd(w, z0, sum0);
      sum1 = multiplyAdd(w, z1, sum1);
    }
    v128.store(bytesOf(rho + e), sum0);
    if (more) v128.store(bytesOf(rho + e + 4), sum1);
  }
}

/** Adds into dq, dlogPrior, dw1, db1, dw2, db2; drho is 0 in the places that are no candidates. */
export function finalScoreBackward(
  dq: i32,
  dlogPrior: i32,
  dw1: i32,
  db1: i32,
  dw2: i32,
  db2: i32,
  drho: i32,
  q: i32,
  logPrior: i32,
  count: i32,
  w1: i32,
  b1: i32,
  w2: i32,
  hidden: i32,
): void {
  const zero = f32x4.splat(0);
  const bytes = <usize>((count + 3) & ~3) << 2;
  const gradients = bytesOf(drho);
  const xs = bytesOf(q);
  const ys = bytesOf(logPrior);
  const dxs = bytesOf(dq);
  const dys = bytesOf(dlogPrior);
  let total = zero;
  for (let at: usize = 0; at < bytes; at += 16) total = f32x4.add(total, v128.load(gradients + at));
  store<f32>(bytesOf(db2), load<f32>(bytesOf(db2)) + sumLanes(total));
  for (let h: usize = 0; h < <usize>hidden; h++) {
    const wq = v128.load32_splat(bytesOf(w1) + (h << 3));
    const wp = v128.load32_splat(bytesOf(w1) + (h << 3), 4);
    const b = v128.load32_splat(bytesOf(b1) + (h << 2));
    const w = v128.load32_splat(bytesOf(w2) + (h << 2));
    let sumQ = zero;
    let sumP = zero;
    let sumB = zero;
    let sumZ = zero;
    for (let at: usize = 0; at < bytes; at += 16) {
      const gradient = v128.load(gradients + at);
      if (!v128.any_true(gradient)) continue;
      const x = v128.load(xs + at);
      const y = v128.load(ys + at);
      const z = multiplyAdd(wq, x, multiplyAdd(wp, y, b));
      const open = f32x4.gt(z, zero);
      const dz = v128.and(f32x4.mul(gradient, w), open);
      sumZ = f32x4.add(sumZ, v128.and(f32x4.mul(gradient, z), open));
      sumQ = multiplyAdd(dz, x, sumQ);
      sumP = multiplyAdd(dz, y, sumP);
      sumB = f32x4.add(sumB, dz);
      v128.store(dxs + at, multiplyAdd(dz, wq, v128.load(dxs + at)));
      v128.store(dys + at, multiplyAdd(dz, wp, v128.load(dys + at)));
    }
    addTo(bytesOf(dw1) + (h << 3), sumQ);
    addTo(bytesOf(dw1) + (h << 3) + 4, sumP);
    addTo(bytesOf(db1) + (h << 2), sumB);
    addTo(bytesOf(dw2) + (h << 2), sumZ);
  }
}

// @ts-ignore: decorator
@inline
function addTo(place: usize, lanes: v128): void {
  store<f32>(place, load<f32>(place) + sumLanes(lanes));
}
