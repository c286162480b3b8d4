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
const CORES = [1, 2, 8, 32];
const digits = (value, count = 1) => (Number.isFinite(value) ? value.toFixed(count) : "-");

/** A line in percent of the whole, as text, how far the worst point is from it, and its value for the whole. */
function describeLine(points, count) {
  const { a, b } = fitLine(points);
  const off = Math.max(...points.map(([x, y]) => Math.abs(y - a - b * x) / Math.max(y, 1e-9)));
  const text = `${digits(a, count)} ${b < 0 ? "−" : "+"} ${digits(Math.abs(b) / 100, count)} p`;
  return { text: `${text} (${digits(100 * off, 0)} %)`, whole: Math.max(0, a + b) };
}

/** What was measured and the lines through it, stage by stage, then hours, memory and disk of the whole, as Markdown.
 * @param {{ fraction: number, entities: number, surfaces: number, stages: Record<string, any> }[]} runs */
export function extrapolate(runs) {
  const names = Object.keys(runs[0].stages);
  const pointsOf = (name, what) => runs.map((run) => [run.fraction, run.stages[name]?.[what] ?? 0]);
  const fractions = runs.map((run) => `${run.fraction * 100} %`);
  const measured = [
    `| stage: s in parts + rest, peak MB, disk MB | ${fractions.join(" | ")} | grows (exponent) |`,
    `|---|${fractions.map(() => "---|").join("")}---|`,
  ];
  const fitted = [
    "| stage | parts, s | rest, s | memory, MB | disk, MB | whole: hours in parts + rest, GB, disk GB |",
    "|---|---|---|---|---|---|",
  ];
  const sums = { parts: 0, rest: 0 };
  let memory = 0;
  let disk = 0;
  for (const name of names) {
    const parts = describeLine(pointsOf(name, "parts"), 1);
    const rest = describeLine(pointsOf(name, "rest"), 1);
    const peak = describeLine(pointsOf(name, "memory"), 0);
    const onDisk = describeLine(pointsOf(name, "disk"), 0);
    sums.parts += parts.whole;
    sums.rest += rest.whole;
    memory = Math.max(memory, peak.whole);
    disk = Math.max(disk, onDisk.whole);
    const cells = runs.map(
      ({ stages: { [name]: s } }) =>
        `${digits(s.parts)} + ${digits(s.rest)}, ${digits(s.memory, 0)}, ${digits(s.disk, 0)}`,
    );
    const all = runs.map((run) => [run.fraction, run.stages[name].parts + run.stages[name].rest]);
    measured.push(`| ${name} | ${cells.join(" | ")} | ${digits(exponent(all), 2)} |`);
    const whole = `${digits(parts.whole / 3600, 2)} + ${digits(rest.whole / 3600, 2)}, ${digits(peak.whole / 1000)}, ${digits(onDisk.whole / 1000)}`;
    fitted.push(
      `| ${name} | ${[parts, rest, peak, onDisk].map((line) => line.text).join(" | ")} | ${whole} |`,
    );
  }
  return [...measured, "", ...fitted, "", ...wholeOf(runs, { sums, memory, disk })].join("\n");
}

function wholeOf(runs, { sums, memory, disk }) {
  const hours = (cores) => digits((sums.parts / cores + sums.rest) / 3600, 1);
  const millions = (what) =>
    digits(
      describeLine(
        runs.map((r) => [r.fraction, r[what]]),
        0,
      ).whole / 1e6,
    );
  const isEnough = runs.filter((run) => run.fraction >= SMALLEST_FOR_MEMORY).length > 1;
  return [
    `entities ${millions("entities")} million, names ${millions("surfaces")} million`,
    `hours on ${CORES.join(", ")} cores: ${CORES.map(hours).join(", ")}`,
    `disk ${digits(disk / 1000)} GB beside the dump`,
    isEnough
      ? `peak memory ${digits(memory / 1000)} GB`
      : "memory: builds of a hundredth and more are needed, in smaller ones buffers of one size outweigh what grows",
  ];
}
