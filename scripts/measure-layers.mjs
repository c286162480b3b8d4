// What a large layer of own entities costs above a model: opening, memory, linking. Each case is a process of its own; ratios of one run.
// The layer is a CSV file, and the packed knowledge base that `mulrel kb export` makes of it.
//   node scripts/measure-layers.mjs [--entities 100000] [--texts 40] [--rounds 3] [--data ../shared/data]
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadLinker } from "../dist/node.js";

const { values } = parseArgs({
  options: {
    entities: { type: "string", default: "100000" },
    texts: { type: "string", default: "40" },
    rounds: { type: "string", default: "3" },
    data: { type: "string", default: process.env.MULREL_DATA ?? "../shared/data" },
    layer: { type: "string" },
    child: { type: "boolean", default: false },
  },
});
const folder = join(values.data, "wned/wikipedia/RawText");
if (!existsSync(folder)) {
  console.error(`There are no WIKI texts in ${folder}; say with --data where the data lies.`);
  process.exit(1);
}
if (values.child) {
  const started = performance.now();
  const linker = await loadLinker(undefined, {
    add: values.layer === undefined ? undefined : [values.layer],
  });
  linker.link("From London to Paris.");
  const opened = performance.now() - started;
  const { user, system } = process.cpuUsage();
  const openedCpu = (user + system) / 1000;
  const texts = readdirSync(folder)
    .sort()
    .slice(0, Number(values.texts))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  for (const text of texts) linker.link(text);
  const times = Array.from({ length: 5 }, () => {
    const from = process.cpuUsage();
    for (const text of texts) linker.link(text);
    return process.cpuUsage(from).user / 1000;
  });
  globalThis.gc?.();
  console.log(
    JSON.stringify({ opened, openedCpu, memory: process.memoryUsage().rss / 1e6, linking: median(times) }),
  );
} else {
  const place = mkdtempSync(join(tmpdir(), "mulrel-layers-"));
  try {
    const csv = join(place, "products.csv");
    const packed = join(place, "products.packed");
    writeFileSync(csv, catalogue(Number(values.entities)));
    const main = new URL("../dist/cli/main.js", import.meta.url).pathname;
    execFileSync(process.execPath, [main, "kb", "export", csv, "-f", "packed", "-o", packed]);
    const ask = (/** @type {string[]} */ ...more) =>
      JSON.parse(
        execFileSync(
          process.execPath,
          [
            "--expose-gc",
            new URL(import.meta.url).pathname,
            "--child",
            "--texts",
            values.texts,
            "--data",
            values.data,
            ...more,
          ],
          { encoding: "utf8" },
        ),
      );
    /** @type {Record<"opened" | "openedCpu" | "memory" | "linking", number>[][]} */
    const rounds = Array.from({ length: Number(values.rounds) }, () => [
      ask(),
      ask("--layer", packed),
      ask("--layer", csv),
    ]);
    for (const key of /** @type {const} */ (["opened", "openedCpu", "memory", "linking"])) {
      const [bare, ...layered] = [0, 1, 2].map((i) => median(rounds.map((round) => round[i][key])));
      const told = layered.map(
        (number, i) =>
          `${["packed", "CSV"][i]} ${number.toFixed(0)} (${(number - bare).toFixed(0)} more, ratio ${(number / bare).toFixed(3)})`,
      );
      console.log(`${key.padEnd(9)} without ${bare.toFixed(0)}, ${told.join(", ")}`);
    }
    console.log(
      "opened: ms with the first text, by the clock and of processor time; memory: MB resident after the texts; linking: ms of processor time for all texts",
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @param {number} count */
function catalogue(count) {
  const kinds = ["pump", "valve", "bracket", "filter", "hinge", "sensor", "gasket", "bearing"];
  const rows = Array.from({ length: count }, (_, i) => {
    const kind = kinds[i % 8];
    const title = `Zorvane ${i.toString(36).toUpperCase()} ${kind}`;
    return `N-${i},${title},ZV${i},A ${kind} for machines of series ${i % 97}.`;
  });
  return `id,title,aliases,description\n${rows.join("\n")}\n`;
}

/** @param {number[]} numbers */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}
