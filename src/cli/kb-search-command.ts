/** `mulrel kb search`: what a name can mean according to a knowledge base. */
import { Command } from "commander";
import type { KnowledgeBase, SurfaceInfo } from "../kb/knowledge-base.js";
import { describeNameSources } from "../kb/name-sources.js";
import { openStack } from "../loading/open-stack.js";
import { counted } from "../text/counted.js";
import { printable } from "../text/safe-text.js";
import { foldSurface } from "../text/surfaces.js";
import type { Entity } from "../types.js";
import { addStackFlags, type StackFlags } from "./layer-flags.js";
import { wholeNumber } from "./numbers.js";
import { colours, printJson, printLine, warn } from "./terminal.js";

interface Options extends StackFlags {
  limit: number;
  json?: boolean;
}

export function createCommand(): Command {
  const command = new Command()
    .description(
      "Prints the entities that a name can mean, with p̂, popularity and where the name is known from.",
    )
    .argument("<kb>", "a knowledge base, a linker's folder or a catalogue")
    .argument("<name>", "a name as it could stand in a text");
  return addStackFlags(command)
    .option("-n, --limit <count>", "entities to show", wholeNumber(1), 10)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      '\nExamples:\n  mulrel kb search products.kb "Mercury"\n  mulrel kb search products.kb mercury --json\n  mulrel kb search our.linker Falcon --add products.csv\n',
    )
    .action(async (path: string, name: string, options: Options) => {
      const { limit, add, ownShare, hide } = options;
      const { kb } = await openStack(path, { add, ownShare, hide, onWarning: warn });
      const exact = kb.lookup(name);
      const found = exact ?? kb.lookupFolded(foldSurface(name));
      if (options.json) printJson(found ? describe(kb, found, limit) : null);
      else if (found) print(kb, found, exact !== undefined, limit);
      else printLine(`"${printable(name)}" is not a name in ${path}.`);
      kb.close();
    });
}

function describe(kb: KnowledgeBase, found: SurfaceInfo, limit: number) {
  const { candidates, ...rest } = found;
  return {
    ...rest,
    candidates: candidates.slice(0, limit).map((c) => ({
      ...kb.entity(c.entity),
      prior: c.prior,
      count: c.count,
      sources: describeNameSources(c.sources),
    })),
  };
}

function kindOf({ type, phrase, isPerson }: Entity): string {
  const kind = [type ?? (isPerson ? "person" : undefined), phrase].filter(Boolean).join(": ");
  return kind === "" ? "" : `  ${kind}`;
}

function print(kb: KnowledgeBase, found: SurfaceInfo, exact: boolean, limit: number): void {
  const how = exact ? "" : ", case and accents ignored";
  printLine(
    colours.bold(`"${found.surface}"`) +
      ` ${counted(found.candidates.length, "meaning")}${how}, ${counted(found.linkCount, "link")}`,
  );
  for (const c of found.candidates.slice(0, limit)) {
    const e = kb.entity(c.entity);
    const facts = `${c.prior.toFixed(4)}  ${counted(c.count, "link").padStart(12)}  popularity ${e.popularity}${kindOf(e)}`;
    const own = e.layer === undefined ? e.id : `${e.layer}:${e.id}`;
    const ids = e.wikidata === undefined ? own : `${own}, ${e.wikidata}`;
    printLine(`  ${colours.bold(printable(e.title))}  [${printable(ids)}]`);
    printLine(`    ${facts}  ${describeNameSources(c.sources).join(", ")}`);
    if (e.description) printLine(colours.dim(`    ${printable(e.description)}`));
  }
}
