/** `mulrel kb hide`: entities, or names of them, that nothing is linked to. */
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { ChangeStore } from "../layers/change-store.js";
import { isKnowledgeBase, removeFromKnowledgeBase } from "../loading/remove-entities.js";
import { printLine } from "./terminal.js";

interface Options {
  name?: string;
  undo?: boolean;
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Hides an entity, or one of its names: nothing is linked to it any more. In a folder of changes (--changes of link and\n" +
        "serve) it is an entity of the model, and can be shown again; a knowledge base is written anew without it.",
    )
    .argument("<kb>", "a folder of changes, made when it is not there, or a knowledge base of any store")
    .argument("<entity>", "title, identifier or item of Wikidata")
    .option("--name <name>", "only under this name")
    .option("--undo", "show it again; in a folder of changes")
    .addHelpText(
      "after",
      '\nExamples:\n  mulrel kb hide own.changes "Apple Inc."\n  mulrel kb hide own.changes Jaguar --name "the cat"\n  mulrel kb hide products.kb C-310 --name Falcon\n',
    )
    .action(async (path: string, entity: string, { name, undo }: Options) => {
      const hidden = name === undefined ? { entity } : { entity, name };
      if (isKnowledgeBase(path)) await hideForGood(path, hidden, undo);
      else {
        const store = new ChangeStore(path);
        await store.write([{ kind: undo ? "show" : "hide", hidden }]);
        await store.close();
      }
      printLine(
        `${path}: "${entity}" is ${undo ? "shown" : "hidden"}${name === undefined ? "" : ` under the name "${name}"`}`,
      );
    });
}

async function hideForGood(
  path: string,
  hidden: { entity: string; name?: string },
  undo: boolean | undefined,
): Promise<void> {
  if (!undo) return removeFromKnowledgeBase(path, [hidden]);
  throw new LinkingError(
    "usage",
    `${path} is a knowledge base, out of which entities are taken for good; put them back with \`mulrel kb add\`.`,
  );
}
