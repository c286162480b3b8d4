// What building from the whole English Wikipedia takes, worked out from builds of fractions of it: straight lines through what was measured, stage by stage.

/** Least squares: y = a + b x; a line through one point goes through zero as well. */
function fitLine(points) {
  if (points.length === 1) return { a: 0, b: points[0][1] / points[0][0] };
  const n = points.length;
  const [sx, sy] = [0, 1].map((i) => points.reduce((sum, p) => sum + p[i], 0));
  const sxy = points.reduce((sum, [x, y]) => sum + x * y, 0);
  const sxx = points.reduce((sum, [x]) => sum + x * x, 0);
  const b = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  return { a: (sy - b * sx) / n, b };
}

/** How y grows between the smallest and the largest run: 1 is as much as the input. */
function exponent(points) {
  if (points.length < 2) return Number.NaN;
  const sorted = [...points].sort((p, q) => p[0] - q[0]);
  const [[x0, y0], [x1, y1]] = [sorted[0], sorted[sorted.length - 1]];
  return Math.log(y1 / y0) / Math.log(x1 / x0);
}

const SMALLEST_FOR_MEMORY = 0.01;
const digits = (value, count = 1) => (Number.isFinite(value) ? value.toFixed(count) : "-");

/** A table of stages and three lines of hours, memory and disk, as Markdown.
 * @param {{ fraction: number, entities: number, surfaces: number, stages: Record<string, any> }[]} runs */
export function extrapolate(runs) {
  const names = Object.keys(runs[0].stages);
  const valuesOf = (name, what) => runs.map((run) => [run.fraction, run.stages[name]?.[what] ?? 0]);
  const whole = (points) => {
    const { a, b } = fitLine(points);
    return Math.max(0, a + b);
  };
  const isEnough = runs.filter((run) => run.fraction >= SMALLEST_FOR_MEMORY).length > 1;
  const fractions = runs.map((run) => `${run.fraction * 100} %`);
  const lines = [
    `| stage | ${fractions.map((f) => `${f}: s in parts + rest, MB, disk MB`).join(" | ")} | grows (exponent) | whole: s in parts + rest |`,
    `|---|${fractions.map(() => "---|").join("")}---|---|`,
  ];
  const sums = { parts: 0, rest: 0 };
  let memory = 0;
  let disk = 0;
  for (const name of names) {
    const parts = whole(valuesOf(name, "parts"));
    const rest = whole(valuesOf(name, "rest"));
    const all = runs.map((run) => [run.fraction, run.stages[name].parts + run.stages[name].rest]);
    const stageMemory = whole(valuesOf(name, "memory"));
    sums.parts += parts;
    sums.rest += rest;
    memory = Math.max(memory, stageMemory);
    disk = Math.max(disk, whole(valuesOf(name, "disk")));
    const cells = runs.map(
      ({ stages: { [name]: s } }) =>
        `${digits(s.parts)} + ${digits(s.rest)}, ${digits(s.memory, 0)}, ${digits(s.disk, 0)}`,
    );
    lines.push(
      `| ${name} | ${cells.join(" | ")} | ${digits(exponent(all), 2)} | ${digits(parts, 0)} + ${digits(rest, 0)} |`,
    );
  }
  const hours = (cores) => digits((sums.parts / cores + sums.rest) / 3600, 1);
  lines.push(
    "",
    `entities ${digits(whole(runs.map((r) => [r.fraction, r.entities])) / 1e6)} million, names ${digits(whole(runs.map((r) => [r.fraction, r.surfaces])) / 1e6)} million`,
    `hours on 1, 2, 8, 32 cores: ${[1, 2, 8, 32].map(hours).join(", ")}`,
    `disk ${digits(disk / 1000)} GB beside the dump`,
    isEnough
      ? `peak memory ${digits(memory / 1000)} GB`
      : "memory: builds of a hundredth and more are needed, in smaller ones buffers of one size outweigh what grows",
  );
  return lines.join("\n");
}
