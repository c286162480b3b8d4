/** Which tokens a scorer of names looks at beside and inside a span. */
import type { Lattice, LatticeSpan } from "./lattice.js";
import { Role } from "./scorer-weights.js";

/** Token of each role of a span, −1 outside its sentence and for words that it is too short to have. */
export function roleTokens(lattice: Lattice, { first, end }: LatticeSpan, out: Int32Array): void {
  const { sentenceOf } = lattice.shapes;
  const s = sentenceOf[first];
  const inside = (t: number) => (t >= 0 && t < sentenceOf.length && sentenceOf[t] === s ? t : -1);
  out[0] = inside(first - 2);
  out[1] = inside(first - 1);
  out[Role.first] = first;
  out[Role.second] = end - first > 2 ? first + 1 : -1;
  out[Role.lastButOne] = end - first > 3 ? end - 2 : -1;
  out[Role.last] = end - 1;
  out[6] = inside(end);
  out[7] = inside(end + 1);
}
