/** `mulrel kb remove`: own entities out of a folder of changes. */
import { Command } from "commander";
import { ChangeStore } from "../layers/change-store.js";
import { counted } from "../text/counted.js";
import { printLine } from "./terminal.js";

export function createCommand(): Command {
  return new Command()
    .description(
      "Takes own entities away, in a folder of changes (--changes of link and serve). Servers that have the folder open\n" +
        "follow at the next text.",
    )
    .argument("<changes>", "the folder; made when it is not there")
    .argument("<id...>", "identifiers of own entities")
    .addHelpText("after", "\nExample:\n  mulrel kb remove own.changes C-310 C-311\n")
    .action(async (path: string, ids: string[]) => {
      const store = new ChangeStore(path);
      await store.write(ids.map((id) => ({ kind: "remove", id })));
      await store.close();
      printLine(`${path}: ${counted(ids.length, "entity", "entities")} taken away`);
    });
}
