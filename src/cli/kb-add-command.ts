/** `mulrel kb add`: entities and names from CSV or JSONL into an existing knowledge base. */
import { Command } from "commander";
import { addToKnowledgeBase } from "../kb/build/add-entities.js";
import { counted } from "../text/counted.js";
import { abortOnInterrupt, printJson, printLine, warn } from "./terminal.js";

export function createCommand(): Command {
  return new Command()
    .description(
      "Adds entities and names to a knowledge base without building it again. A row whose id (or, without one, title)\n" +
        "is known adds its names to that entity and brings its description, url, count and type up to date; any other\n" +
        "becomes a new entity.",
    )
    .argument("<kb>", "the knowledge base")
    .argument(
      "<file...>",
      "CSV or JSONL with title and, as you have them, id, other_ids, aliases, description, url, count",
    )
    .option("--no-rules", "no names derived from titles")
    .option("--json", "print what was added as JSON")
    .addHelpText("after", "\nExample:\n  mulrel kb add wikipedia.kb our-products.csv\n")
    .action(async (path: string, files: string[], options: { rules: boolean; json?: boolean }) => {
      const result = await addToKnowledgeBase(path, files, {
        rules: options.rules,
        onWarning: warn,
        signal: abortOnInterrupt(),
      });
      if (options.json) printJson(result);
      else {
        printLine(
          `${path}: ${counted(result.added, "entity", "entities")} added, ${result.extended} given more names, ${counted(result.surfaces, "name")} new or changed`,
        );
      }
    });
}
