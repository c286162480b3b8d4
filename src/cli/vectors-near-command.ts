/** `mulrel vectors near`: what lies near a name in a vector table, for the eye. */
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { printable } from "../text/safe-text.js";
import { findNearest, type Neighbour } from "../vectors/nearest.js";
import { openVectorTable } from "../vectors/vector-file.js";
import { RowFlag, type VectorTable } from "../vectors/vector-table.js";
import { wholeNumber } from "./numbers.js";
import { colours, printJson, printLine } from "./terminal.js";

interface Options {
  vectors: string;
  words?: string;
  number: number;
  json?: boolean;
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Prints the entities nearest to an entity or word, and with --words the nearest words, with their cosine.",
    )
    .argument("<name>", "an entity's title, or else a word of the --words table")
    .requiredOption("-v, --vectors <file>", "table to search")
    .option("-w, --words <file>", "word vectors of the same space, searched too")
    .option("-n, --number <n>", "how many of each", wholeNumber(1), 10)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Examples:
  mulrel vectors near "England national football team" -v entities.safetensors -w words.safetensors
  mulrel vectors near striker -v entities.safetensors -w words.safetensors -n 5`,
    )
    .action(run);
}

async function run(name: string, options: Options): Promise<void> {
  const table = await openVectorTable(options.vectors);
  const words = options.words ? await openVectorTable(options.words) : undefined;
  if (words && words.d !== table.d) {
    throw new LinkingError(
      "mismatch",
      `${options.vectors} has ${table.d} dimensions, ${options.words} ${words.d}.`,
    );
  }
  const found = find(name, [table, words]);
  if (!found) {
    const where = options.words ? `${options.vectors} or ${options.words}` : options.vectors;
    throw new LinkingError(
      "not-found",
      `"${name}" is not in ${where}; names are spelled as titles, words in lower case.`,
    );
  }
  const vector = found.table.vector(found.row);
  const nearest = (searched: VectorTable) =>
    findNearest(searched, vector, {
      count: options.number,
      accept: (row) => searched !== found.table || row !== found.row,
    });
  const entities = nearest(table);
  const nearWords = words ? nearest(words) : [];
  const flag = found.table.flags?.[found.row] ?? RowFlag.trained;
  const made = flag === RowFlag.composed ? "composed" : flag === RowFlag.unknown ? "unknown" : "trained";
  if (options.json) printJson({ name: found.table.name(found.row), made, entities, words: nearWords });
  else print(found.table.name(found.row), made, entities, nearWords);
}

function find(
  name: string,
  tables: (VectorTable | undefined)[],
): { table: VectorTable; row: number } | undefined {
  for (const spelling of [name, name.replaceAll("_", " "), name.toLowerCase()]) {
    for (const table of tables) {
      const row = table?.rowOf(spelling) ?? -1;
      if (table && row >= 0) return { table, row };
    }
  }
  return undefined;
}

function print(name: string, made: string, entities: Neighbour[], words: Neighbour[]): void {
  printLine(colours.bold(printable(name)) + (made === "trained" ? "" : ` (${made})`));
  if (made === "unknown") printLine("  nothing is known of it: its vector is zero");
  for (const n of entities) printLine(`  ${n.similarity.toFixed(3)}  ${printable(n.name)}`);
  if (words.length > 0) printLine(colours.dim("words"));
  for (const n of words) printLine(`  ${n.similarity.toFixed(3)}  ${printable(n.name)}`);
}
