/** `mulrel kb hide`: entities of a model that nothing is linked to. */
import { Command } from "commander";
import { ChangeStore } from "../layers/change-store.js";
import { printLine } from "./terminal.js";

interface Options {
  name?: string;
  undo?: boolean;
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Hides an entity of the model, or one of its names, in a folder of changes (--changes of link and serve): nothing is\n" +
        "linked to it any more.",
    )
    .argument("<changes>", "the folder; made when it is not there")
    .argument("<entity>", "title, identifier or item of Wikidata")
    .option("--name <name>", "only under this name")
    .option("--undo", "show it again")
    .addHelpText(
      "after",
      '\nExamples:\n  mulrel kb hide own.changes "Apple Inc."\n  mulrel kb hide own.changes Jaguar --name "the cat"\n',
    )
    .action(async (path: string, entity: string, { name, undo }: Options) => {
      const store = new ChangeStore(path);
      const hidden = name === undefined ? { entity } : { entity, name };
      await store.write([{ kind: undo ? "show" : "hide", hidden }]);
      await store.close();
      printLine(
        `${path}: "${entity}" is ${undo ? "shown" : "hidden"}${name === undefined ? "" : ` under the name "${name}"`}`,
      );
    });
}
