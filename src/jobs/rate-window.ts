/** How much came through a second, over the last minute; the caller has the clock. */

const WINDOW = 60_000;

export class RateWindow {
  readonly #since: number;
  #counts: { at: number; count: number }[] = [];

  /** Times are milliseconds. */
  constructor(now: number) {
    this.#since = now;
  }

  add(count: number, now: number): void {
    if (count > 0) this.#counts.push({ at: now, count });
    this.#counts = this.#counts.filter(({ at }) => now - at < WINDOW);
  }

  perSecond(now: number): number {
    const recent = this.#counts.filter(({ at }) => now - at < WINDOW);
    const sum = recent.reduce((total, { count }) => total + count, 0);
    const span = Math.min(WINDOW, now - this.#since);
    return span > 0 ? (sum * 1000) / span : 0;
  }
}
