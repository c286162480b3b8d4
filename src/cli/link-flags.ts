/** The flags that say how documents are linked: the same for `link` and `jobs submit`. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { messageOf } from "../errors.js";
import type { ShardSettings } from "../jobs/shard.js";
import { linkOptionRanges } from "../linker/link-call.js";
import type { LinkerSource } from "../loading/linker-source.js";
import { checkEntityTypes } from "../options.js";
import { type EntityType, entityTypes } from "../types.js";
import { addKbFlag, addLayerFlags, type LayerFlags, readLayerFlags } from "./layer-flags.js";
import { realNumber, wholeNumber } from "./numbers.js";

/** Input to a shard: some ten seconds of work. Bytes. */
export const DEFAULT_SHARD = 4 * 1024 * 1024;

export interface LinkerFlags extends LayerFlags {
  model?: string;
}

export interface LinkFlags extends LinkerFlags {
  nil?: number;
  capitals: boolean;
  targetPrecision?: number;
  types?: EntityType[];
  concepts?: boolean;
  explain?: boolean;
  candidates?: number;
}

/** Which linker; `changes`: what --changes means here, where changes are followed. */
export function addLinkerFlags(command: Command, changes?: string): Command {
  command.option("-m, --model <folder>", "model to link with (default: the one that comes with mulrel)");
  return addKbFlag(addLayerFlags(command, { changes }));
}

/** Where the linker's files are, as the flags say. */
export function linkerSource({ model, ...layers }: LinkerFlags): LinkerSource {
  return { model, ...readLayerFlags(layers) };
}

/** How it links. */
export function addLinkFlags(command: Command): Command {
  return command
    .option(
      "--nil <share>",
      "leave names unlinked whose best entity is less likely than this, 0 to 1",
      realNumber(linkOptionRanges.nil),
    )
    .addOption(
      new Option(
        "--target-precision <share>",
        "choose --nil so that this share of links was right on held-out text",
      )
        .argParser(realNumber(linkOptionRanges.targetPrecision))
        .conflicts("nil"),
    )
    .option(
      "--no-capitals",
      "capitals tell no names here: chat, queries, catalogues (found out by itself where a text has none)",
    )
    .addOption(typesOption())
    .option("--concepts", "link common nouns as well as names: nuclear power, measles")
    .option(
      "-e, --explain",
      "say how each link was decided: the name alone, the words around, the other names, how sure",
    )
    .option(
      "-c, --candidates <n>",
      "print the n best candidates of each name (default: none in text, all in JSON)",
      wholeNumber(0),
    );
}

/** Wrong types are a wrong call. */
function typeList(list: string): EntityType[] {
  try {
    return checkEntityTypes("types", list.split(","))!;
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}

function typesOption(): Option {
  const meaning = `only links to entities of these types, parted by commas: ${entityTypes.join(", ")}`;
  return new Option("-t, --types <list>", meaning).argParser(typeList);
}

/** As linker and shards take them; what was not said is left out. */
export function linkSettings({
  nil,
  capitals,
  targetPrecision,
  types,
  concepts,
  explain,
  candidates,
}: LinkFlags): ShardSettings {
  return {
    ...(nil !== undefined && { nil }),
    ...(targetPrecision !== undefined && { targetPrecision }),
    ...(!capitals && { capitals }),
    ...(types && { types }),
    ...(concepts && { concepts }),
    ...(explain && { explain }),
    ...(candidates !== undefined && { candidates }),
  };
}
