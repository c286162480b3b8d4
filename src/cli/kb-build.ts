/** `mulrel kb build`: makes a knowledge base out of corpora or own catalogues. */
import { Command } from "commander";
import { buildKnowledgeBase } from "../kb/build.js";
import { abortOnInterrupt, createProgressBar, printJson, printLine, warn } from "./terminal.js";

interface Options {
  output: string;
  rules: boolean;
  json?: boolean;
}

export function createCommand(): Command {
  return new Command()
    .description("Builds a knowledge base: entities, their names and how likely each name means each entity.")
    .argument("<input...>", "own entities (CSV, JSONL); - is standard input")
    .requiredOption("-o, --output <path>", "where to write the knowledge base")
    .option("--no-rules", "no names derived from titles (family names, acronyms, …)")
    .option("--json", "print what was built as JSON")
    .addHelpText(
      "after",
      `
Examples:
  mulrel kb build products.csv -o products.kb
`,
    )
    .action(async (inputs: string[], options: Options) => {
      const bar = createProgressBar();
      const info = await buildKnowledgeBase({
        inputs,
        output: options.output,
        rules: options.rules,
        onProgress: bar.onProgress,
        onWarning: warn,
        signal: abortOnInterrupt(),
      }).finally(bar.stop);
      if (options.json) printJson(info);
      else printLine(`${options.output}: ${info.entities} entities, ${info.surfaces} names`);
    });
}
