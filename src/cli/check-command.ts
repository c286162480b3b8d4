/** `mulrel check`: is an artefact as it was written? */
import { Command } from "commander";
import { type CheckedArtefact, checkArtefacts } from "../making/check-artefacts.js";
import { counted } from "../text/counted.js";
import { printable } from "../text/safe-text.js";
import { abortOnInterrupt, colours, printJson, printLine } from "./terminal.js";

function print({ path, kind, problem, by }: CheckedArtefact): void {
  if (problem) printLine(`${colours.red("bad")}  ${printable(path)}  ${kind}: ${printable(problem)}`);
  else printLine(`${colours.green("ok")}   ${printable(path)}  ${kind}${by ? `, by ${by}` : ""}`);
}

async function run(paths: string[], options: { json?: boolean }): Promise<void> {
  const artefacts: CheckedArtefact[] = [];
  for await (const artefact of checkArtefacts(paths, abortOnInterrupt())) {
    artefacts.push(artefact);
    if (!options.json) print(artefact);
  }
  const bad = artefacts.filter(({ problem }) => problem !== undefined).length;
  if (options.json) printJson({ artefacts, bad });
  else printLine(`${counted(artefacts.length, "artefact")} checked, ${bad} bad`);
  if (bad > 0) process.exitCode = 1;
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Verifies knowledge bases, stores, vectors, models, training runs, linkers and whatever else lies in a folder: every digest is\n" +
        "compared, every record read. Says what is wrong and what to do; ends with 1 when something is. Nothing is changed.",
    )
    .argument("<path...>", "files and folders")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mulrel check products.kb products.linker run\n")
    .action(run);
}
