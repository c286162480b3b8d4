// What a large layer of own entities costs above a model: opening, memory, linking. Each case is a process of its own; ratios of one run.
//   node scripts/measure-layers.mjs [--entities 100000] [--texts 40] [--rounds 3] [--data ../shared/data]
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createKnowledgeBase, exportKnowledgeBase } from "../dist/kb.js";
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
  console.log(JSON.stringify({ opened, memory: process.memoryUsage().rss / 1e6, linking: median(times) }));
} else {
  const place = mkdtempSync(join(tmpdir(), "mulrel-layers-"));
  try {
    const layer = join(place, "products.packed");
    const kb = createKnowledgeBase({ entities: products(Number(values.entities)) });
    await exportKnowledgeBase(kb, layer, { format: "packed" });
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
    /** @type {{ opened: number, memory: number, linking: number }[][]} */
    const rounds = Array.from({ length: Number(values.rounds) }, () => [ask(), ask("--layer", layer)]);
    for (const key of /** @type {const} */ (["opened", "memory", "linking"])) {
      const [bare, layered] = [0, 1].map((i) => median(rounds.map((round) => round[i][key])));
      console.log(
        `${key.padEnd(8)} without ${bare.toFixed(1)}, with ${layered.toFixed(1)}: ${(layered - bare).toFixed(1)} more, ratio ${(layered / bare).toFixed(3)}`,
      );
    }
    console.log(
      "opened: ms with the first text; memory: MB resident after the texts; linking: ms of processor time for all texts",
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @param {number} count */
function products(count) {
  const kinds = ["pump", "valve", "bracket", "filter", "hinge", "sensor", "gasket", "bearing"];
  return Array.from({ length: count }, (_, i) => ({
    id: `N-${i}`,
    title: `Zorvane ${i.toString(36).toUpperCase()} ${kinds[i % 8]}`,
    aliases: [`ZV${i}`],
    description: `A ${kinds[i % 8]} for machines of series ${i % 97}.`,
  }));
}

/** @param {number[]} numbers */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}
