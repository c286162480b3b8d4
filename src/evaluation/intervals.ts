/** Mean and 95 % interval over a few runs, with Student's t. */

/** 97.5 % quantiles of Student's t for 1 to 30 degrees of freedom. */
const T_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

export interface Interval {
  mean: number;
  /** Half the width; null for a single value. */
  plusMinus: number | null;
  values: number[];
}

export function meanWithInterval(values: number[]): Interval {
  const n = values.length;
  const mean = values.reduce((a, b) => a + b, 0) / Math.max(1, n);
  if (n < 2) return { mean, plusMinus: null, values };
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (n - 1);
  const t = T_975[n - 2] ?? 1.96 + 2.4 / (n - 1);
  return { mean, plusMinus: t * Math.sqrt(variance / n), values };
}

/** "92.57 ± 0.13", in percent. */
export function formatInterval({ mean, plusMinus, values }: Interval, digits = 2): string {
  if (values.length === 0) return "not evaluated";
  const half = plusMinus === null ? "" : ` ± ${(100 * plusMinus).toFixed(digits)}`;
  return `${(100 * mean).toFixed(digits)}${half}`;
}
