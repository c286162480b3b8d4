/** `mulrel kb export`: a knowledge base as text or in another store, whole or its most popular part. */
import { Command, Option } from "commander";
import {
  type ExportOptions,
  exportFormats,
  exportKnowledgeBase,
} from "../kb/stores/export-knowledge-base.js";
import { openStack, writable } from "../loading/open-stack.js";
import { addStackFlags, type StackFlags } from "./layer-flags.js";
import { share, wholeNumber } from "./numbers.js";
import { warn } from "./terminal.js";

export function createCommand(): Command {
  const command = new Command()
    .description(
      "Writes a knowledge base as text (entities with their names, or names with p̂) or into another store.",
    )
    .argument("<kb>", "a knowledge base, a linker's folder or a catalogue")
    .requiredOption("-o, --output <path>", "where to write; - is standard output, for text")
    .addOption(
      new Option(
        "-f, --format <format>",
        "jsonl: entities; names: surface, title, p̂, links, sources; file, packed, lmdb: stores",
      )
        .choices(exportFormats)
        .default("jsonl"),
    );
  return addStackFlags(command)
    .option("--entities <count>", "only the most popular entities", wholeNumber(1))
    .option("--min-prior <p>", "leave out candidates with a smaller p̂", share)
    .option("--no-descriptions", "leave descriptions out")
    .addHelpText(
      "after",
      `
Examples:
  mulrel kb export wikipedia.kb -o entities.jsonl
  mulrel kb export wikipedia.kb -f names -o - | grep Mercury
  mulrel kb export wikipedia.kb -f file --entities 50000 --no-descriptions -o small.kb
  mulrel kb export products.csv -f packed -o products.packed
  mulrel kb export our.linker --add products.csv -f packed -o both.packed
  mulrel kb export wikipedia.kb -f lmdb -o wikipedia.lmdb`,
    )
    .action(async (path: string, options: StackFlags & ExportOptions & { output: string }) => {
      const { add, ownShare, hide, output, ...rest } = options;
      const stack = await openStack(path, { add, ownShare, hide, onWarning: warn });
      await exportKnowledgeBase(writable(stack), output, rest);
    });
}
