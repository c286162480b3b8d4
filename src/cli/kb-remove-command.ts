/** `mulrel kb remove`: entities out of a knowledge base, or own entities out of a folder of changes. */
import { Command } from "commander";
import { ChangeStore } from "../layers/change-store.js";
import { isKnowledgeBase, removeFromKnowledgeBase } from "../loading/remove-entities.js";
import { counted } from "../text/counted.js";
import { printLine } from "./terminal.js";

export function createCommand(): Command {
  return new Command()
    .description(
      "Takes entities away: out of a knowledge base, which is written anew, or in a folder of changes (--changes of link and\n" +
        "serve), which servers that have it open follow at the next text.",
    )
    .argument(
      "<kb>",
      "a knowledge base of any store, or a folder of changes; the folder is made when it is not there",
    )
    .argument("<id...>", "identifiers of entities; of a knowledge base, titles too")
    .addHelpText(
      "after",
      "\nExamples:\n  mulrel kb remove products.kb C-310 C-311\n  mulrel kb remove own.changes C-310\n",
    )
    .action(async (path: string, ids: string[]) => {
      if (isKnowledgeBase(path)) {
        await removeFromKnowledgeBase(
          path,
          ids.map((entity) => ({ entity })),
        );
      } else {
        const store = new ChangeStore(path);
        await store.write(ids.map((id) => ({ kind: "remove", id })));
        await store.close();
      }
      printLine(`${path}: ${counted(ids.length, "entity", "entities")} taken away`);
    });
}
