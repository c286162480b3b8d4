// Rows side by side instead of one after the other, as the tiles of 4 × 8 want them.
import { widthOf } from "./graph";
import { bytesOf, transpose4 } from "./lanes";

/** out (d, width of count) = x (count, d) · diag(scale) transposed. Past the count the last row stands again. */
// @ts-ignore: decorator
@inline
export function packRows(out: usize, x: usize, count: i32, d: i32, scale: usize, scaled: bool): void {
  const bytes = bytesOf(d);
  const whole = bytes & ~15;
  const step = bytesOf(widthOf(count));
  for (let r = 0; r < count; r += 4) {
    const x0 = x + <usize>r * bytes;
    const x1 = x + <usize>min<i32>(r + 1, count - 1) * bytes;
    const x2 = x + <usize>min<i32>(r + 2, count - 1) * bytes;
    const x3 = x + <usize>min<i32>(r + 3, count - 1) * bytes;
    let to = out + bytesOf(r);
    for (let at: usize = 0; at < whole; at += 16, to += 4 * step) {
      let v0 = v128.load(x0 + at);
      let v1 = v128.load(x1 + at);
      let v2 = v128.load(x2 + at);
      let v3 = v128.load(x3 + at);
      if (scaled) {
        const factor = v128.load(scale + at);
        v0 = f32x4.mul(v0, factor);
        v1 = f32x4.mul(v1, factor);
        v2 = f32x4.mul(v2, factor);
        v3 = f32x4.mul(v3, factor);
      }
      transpose4(to, step, v0, v1, v2, v3);
    }
    for (let at = whole; at < bytes; at += 4, to += step) {
      let v = f32x4(load<f32>(x0 + at), load<f32>(x1 + at), load<f32>(x2 + at), load<f32>(x3 + at));
      if (scaled) v = f32x4.mul(v, v128.load32_splat(scale + at));
      v128.store(to, v);
    }
  }
}
