// What a byte of text costs that is little but names, against a byte of news: processor time in turns, and memory for a long one.
import { loadLinker } from "../dist/node.js";
import { newsText } from "../scripts/server-limits/calls.mjs";
import { measureInTurns, printTable } from "./support/measure.mjs";

export const summary =
  "texts of names and nothing else against news [--kilobytes 100] [--long 0: megabytes of one name]";

/** Kinds of dense text: one name again and again, two in turn, names as short as they come, and many different ones. */
const dense = {
  "U.S. by lines": () => "U.S.\n",
  "Paris, London": () => "Paris, London, ",
  "A, B, C": () => "A, B, C, ",
  "U.S. and U.S.": () => "U.S. and ",
  "400 titles": (kb) => Array.from({ length: 400 }, (_, i) => `${kb.title(37 * i + 5)}, `).join(""),
};

const flag = (args, name, usual) => Number(args[args.indexOf(name) + 1 || -1] ?? usual);

export async function run(args) {
  const length = 1000 * flag(args, "--kilobytes", 100);
  const linker = await loadLinker();
  const fill = (unit) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const texts = { news: fill(`${newsText} `) };
  for (const [name, unit] of Object.entries(dense)) texts[name] = fill(unit(linker.kb));
  const subjects = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, () => linker.link(text)]),
  );
  const times = measureInTurns(subjects, { batchMs: 0, rounds: 5, limitMs: 1e9 });
  printTable([
    [`texts of ${length / 1000} kB`, "names", "ms a kB", "against news", "ms a name"],
    ...Object.entries(times).map(([name, time]) => {
      const names = linker.link(texts[name]).length;
      const ratio = (time / times.news).toFixed(2);
      return [name, String(names), ((1000 * time) / length).toFixed(2), ratio, (time / names).toFixed(3)];
    }),
  ]);
  const megabytes = flag(args, "--long", 0);
  if (megabytes === 0) return;
  const before = process.cpuUsage();
  const links = linker.link("U.S.\n".repeat(megabytes * 200_000));
  const { user, system } = process.cpuUsage(before);
  const seconds = ((user + system) / 1e6).toFixed(1);
  const memory = (process.resourceUsage().maxRSS / 1000).toFixed(0);
  console.log(
    `${megabytes} MB of one name: ${links.length} links, ${seconds} processor seconds, ${memory} MB at most.`,
  );
}
