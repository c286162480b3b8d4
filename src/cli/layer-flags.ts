/** The flags for own entities beside a model's, the same for every command that links. */
import { type Command, InvalidArgumentError } from "commander";
import { LinkingError } from "../errors.js";
import { layerOptionRanges } from "../layers/layers.js";
import type { LinkerSource } from "../loading/linker-source.js";
import { realNumber } from "./numbers.js";

export interface LayerFlags {
  kb?: string;
  add?: string[];
  only?: boolean;
  ownShare?: number;
  hide?: string;
  changes?: string;
}

const collect = (path: string, paths: string[] = []) => [...paths, path];

/** A second knowledge base instead of the first would be used in silence. */
function once(path: string, before: string | undefined): string {
  if (before === undefined) return path;
  throw new InvalidArgumentError(
    "one knowledge base can take the place of the model's; put further ones above it with --add.",
  );
}

/** One knowledge base instead of the model's. */
export function addKbFlag(command: Command): Command {
  return command.option(
    "--kb <file>",
    "the same as --add <file> --only; vectors trained for it are taken from KB.vectors",
    once,
  );
}

export interface LayerFlagOptions {
  /** What --changes means here; there is no such flag without it. */
  changes?: string;
  /** Reads what is given to --add; each time one path when left out. */
  readPaths?: (text: string, before?: string[]) => string[];
}

export function addLayerFlags(
  command: Command,
  { changes, readPaths = collect }: LayerFlagOptions = {},
): Command {
  command
    .option(
      "--add <file>",
      "own entities beside the model's: a catalogue (CSV, JSONL) or a knowledge base; may be given several times",
      readPaths,
    )
    .option("--only", "link to the entities of --add and nothing else")
    .option(
      "--own-share <share>",
      "what own entities count under a name that the model knows too, 0 to 1 (default: 0.85, less for large catalogues and parts of names)",
      realNumber(layerOptionRanges.ownShare),
    )
    .option(
      "--hide <file>",
      "entities of the model that nothing is linked to: a title or id a line, or a name, a tab and the entity it shall not mean",
    );
  return changes === undefined ? command : command.option("--changes <folder>", changes);
}

/** The same for commands that look at a knowledge base with layers above it. */
export function addStackFlags(command: Command): Command {
  return command
    .option(
      "--add <file>",
      "own entities above it, as `mulrel link --add` has them; may be given several times",
      collect,
    )
    .option(
      "--own-share <share>",
      "what they count under names that both have",
      realNumber(layerOptionRanges.ownShare),
    )
    .option("--hide <file>", "entities, or names of them, that are not seen");
}

export type StackFlags = Pick<LayerFlags, "add" | "ownShare" | "hide">;

/** What the flags mean for loading; with --only the one catalogue takes the place of the model's knowledge base. */
export function readLayerFlags({ kb, add, only, ownShare, hide, changes }: LayerFlags): LinkerSource {
  if (!only) return { kb, add, ownShare, hide, changes };
  if (kb === undefined && add?.length === 1) return { kb: add[0], ownShare, hide, changes };
  throw new LinkingError("usage", `--only wants one --add, ${onlyProblem(kb, add)}.`);
}

function onlyProblem(kb: string | undefined, add: readonly string[] = []): string {
  if (kb !== undefined) return "and there is --kb, too; leave one of them out";
  if (add.length === 0) return "and there is none; name the catalogue that is all there is with --add FILE";
  return `and it is given ${add.length} times; put several catalogues into one with \`mulrel kb build\``;
}
