/** Scores as people read them: whole points, a thousandth of ρ each, rounded so that parts still add up to their sum. */

/** Points of one ρ. */
const POINTS = 1000;

const total = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** Whole points of each part; together they are the whole points of the sum, which may be told already, and none changes its sign. */
export function wholePoints(parts: readonly number[], told?: number): number[] {
  const exact = parts.map((part) => part * POINTS);
  const whole = exact.map(Math.floor);
  const sum = told ?? Math.round(total(exact));
  let missing = sum - total(whole);
  const byRemainder = exact
    .map((_, i) => i)
    .sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]) || a - b);
  for (const i of byRemainder) {
    if (missing <= 0) break;
    whole[i]++;
    missing--;
  }
  // a told sum may be a point away from what the parts say: the largest can bear it
  const largest = exact.reduce((best, x, i) => (Math.abs(x) > Math.abs(exact[best]) ? i : best), 0);
  if (missing !== 0 && whole.length > 0) whole[largest] += missing;
  return whole.map((w) => w || 0); // no −0
}

/** +12, −3, 0: with a true minus sign. */
export function signedPoints(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** "12 points for" or "3 points against", to be read before what it is for. */
export function pointsFor(points: number): string {
  const size = Math.abs(points);
  return `${size} ${size === 1 ? "point" : "points"} ${points < 0 ? "against" : "for"}`;
}
