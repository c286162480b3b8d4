/** `mulrel import`: a model that the published code has saved becomes files of ours. */
import { join } from "node:path";
import { Command } from "commander";
import { importPublishedModel } from "../features/import-published.js";
import { printJson, warn } from "./terminal.js";

async function run(model: string, out: string, options: { json?: boolean }): Promise<void> {
  const { config, files } = await importPublishedModel(model, out);
  if (options.json) return printJson({ config, files });
  const paths = files.map((file) => join(out, file)).join(", ");
  warn(`${config.normalization}, ${config.relations} relations, ${config.dims} numbers a vector: ${paths}.`);
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Turns a model saved by the published code (mulrel-nel; REL's files of the same shape) into files of ours: the parameters,\n" +
        "and the tables of words, entities and relation words where the file has them. Nothing in the files is executed.",
    )
    .argument("<model>", "path of the saved model without .config and .state_dict")
    .argument("<out>", "folder to write")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mulrel import mulrel-nel/model imported/\n")
    .action(run);
}
