/** `mulrel data info`: what a data set holds and what is wrong with it. */
import { Command } from "commander";
import { detectFormat, parseFormat, readDataset } from "../formats/annotated/dataset-formats.js";
import { DatasetCounter, type DatasetInfo } from "../formats/annotated/dataset-info.js";
import { describeProblem } from "../formats/annotated/problems.js";
import { counted } from "../text/counted.js";
import { printable } from "../text/safe-text.js";
import { abortOnInterrupt, colours, printJson, printLine } from "./terminal.js";

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function printInfo(info: DatasetInfo, path: string, format: string): void {
  const rows: [string, string][] = [
    ["format", format],
    ["documents", info.documents.toLocaleString("en")],
    ["mentions", info.mentions.toLocaleString("en")],
    ["NIL", `${info.nil.toLocaleString("en")} (${percent(info.nilShare)})`],
    ["entities", info.distinctEntities.toLocaleString("en")],
    ["characters", info.characters.toLocaleString("en")],
  ];
  for (const [name, count] of Object.entries(info.splits))
    rows.push([`part ${name}`, counted(count, "document")]);
  if (info.candidateRecall !== null) rows.push(["candidate recall", percent(info.candidateRecall)]);
  printLine(colours.bold(path));
  for (const [name, value] of rows) printLine(`  ${name.padEnd(18)}${value}`);
  if (info.problemCount === 0) printLine("  no problems");
  else {
    const { mentions, documents } = info.lost;
    printLine(
      `  problems: ${info.problemCount}; ${counted(mentions, "mention")} and ${counted(documents, "document")} cannot be read`,
    );
    for (const problem of info.problems) printLine(`    ${printable(describeProblem(problem))}`);
  }
}

async function run(path: string, options: { from?: string; json?: boolean }): Promise<void> {
  const format = options.from ? parseFormat(options.from) : await detectFormat(path);
  const counter = new DatasetCounter();
  const onProblem = counter.addProblem.bind(counter);
  for await (const doc of readDataset(path, {
    format,
    skipBad: true,
    onProblem,
    signal: abortOnInterrupt(),
  })) {
    counter.add(doc);
  }
  if (options.json) printJson({ path, format, ...counter.info });
  else printInfo(counter.info, path, format);
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Prints documents, mentions, NIL share, candidate recall and the first problems of a data set.",
    )
    .argument("<path>", "file, or folder of a WNED set")
    .option("--from <format>", "format; found out by the content otherwise")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mulrel data info wned/msnbc\n")
    .action(run);
}
