/** The flags of `mulrel serve`, each also a variable of the environment, and the settings they make. */
import { availableParallelism } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import { LinkingError } from "../errors.js";
import type { LinkerSource } from "../loading/linker-source.js";
import type { NumberRange } from "../options.js";
import { LINKER_NAME, type NamedLinkers } from "../server/linker-sources.js";
import {
  defaultServerSettings as defaults,
  type LogLevel,
  logLevels,
  type ServerSettings,
  serverRanges,
} from "../server/server-settings.js";
import { addLayerFlags, type LayerFlags, readLayerFlags } from "./layer-flags.js";
import { realNumber, wholeNumber, workerCount } from "./numbers.js";

export interface ServeFlags extends Omit<LayerFlags, "kb"> {
  host: string;
  port: number;
  model?: NamedPath[];
  kb?: NamedPath[];
  workers: number;
  queue: number;
  perClient: number;
  timeLimit: number;
  grace: number;
  maxText: number;
  maxBody: number;
  maxAnswer: number;
  maxConnections: number;
  token?: string;
  cors?: string[];
  trustProxy?: string[];
  metricsPort?: number;
  metricsHost: string;
  addressFile?: string;
  logLevel: LogLevel;
  quiet?: boolean;
}

/** "news=models/news", or a path alone. */
interface NamedPath {
  name: string | undefined;
  path: string;
}

const seconds = ({ least, above, most }: NumberRange) => realNumber({ least, above, most: most! / 1000 });

/** What is given once or several times, or parted by commas. */
function gather<Item>(split: RegExp, read: (text: string) => Item) {
  return (text: string, before: Item[] = []) => [
    ...before,
    ...text
      .split(split)
      .map((part) => part.trim())
      .filter(Boolean)
      .map(read),
  ];
}

const listOfTexts = gather(/,/, (text) => text);
/** A comma parts two of them only before a name, since paths may have commas. */
const listOfPaths = gather(/,(?=[\w.-]+=)/, readNamedPath);

function readNamedPath(text: string): NamedPath {
  const at = text.indexOf("=");
  const name = text.slice(0, Math.max(at, 0));
  if (at < 0 || !LINKER_NAME.test(name)) return { name: undefined, path: text };
  if (at === text.length - 1) throw new InvalidArgumentError(`Give a path after "${text}".`);
  return { name, path: text.slice(at + 1) };
}

const SEVERAL = "Several models or knowledge bases need a name each: --model news=FOLDER --model own=FOLDER.";

/** One linker without a name, or all of them with one: the flags that give a model or a knowledge base to each. Own entities are above all of them. */
export function linkersOf({
  model = [],
  kb = [],
  add: catalogues,
  only,
  ownShare,
  hide,
}: Pick<ServeFlags, "model" | "kb" | "add" | "only" | "ownShare" | "hide">): LinkerSource | NamedLinkers {
  const { changes: _, ...layers } = readLayerFlags({
    add: catalogues,
    only,
    ownShare,
    hide,
    kb: only ? kb[0]?.path : undefined,
  });
  const all = [...model, ...kb];
  if (all.every(({ name }) => name === undefined)) {
    if (model.length > 1 || kb.length > 1) throw new LinkingError("usage", SEVERAL);
    return { ...layers, model: model[0]?.path, kb: kb[0]?.path ?? layers.kb };
  }
  const linkers: Record<string, LinkerSource> = {};
  const add = (kind: "model" | "kb", { name, path }: NamedPath) => {
    if (name === undefined) throw new LinkingError("usage", SEVERAL);
    linkers[name] ??= { ...layers };
    if (linkers[name][kind] !== undefined) {
      throw new LinkingError("usage", `--${kind} ${name}=… is given twice; give each name one path.`);
    }
    linkers[name][kind] = path;
  };
  for (const one of model) add("model", one);
  for (const one of kb) add("kb", one);
  return { linkers };
}

export function settingsOf(
  flags: ServeFlags,
): Omit<ServerSettings, "version" | "receiveLimit" | "sendLimit" | "unsentLimit"> {
  const { workers, token, cors, trustProxy, changes } = flags;
  return {
    changes,
    workers,
    queueLimit: flags.queue,
    clientLimit: flags.perClient,
    timeLimit: flags.timeLimit * 1000,
    grace: flags.grace * 1000,
    textLimit: flags.maxText,
    bodyLimit: flags.maxBody,
    answerLimit: flags.maxAnswer,
    connectionLimit: flags.maxConnections,
    token,
    cors: cors?.includes("*") ? "*" : cors,
    trustProxy,
    logLevel: flags.quiet ? "silent" : flags.logLevel,
  };
}

/** Adds all flags, and a variable to each: MULREL_ and its name. */
export function addServeFlags(command: Command): Command {
  const flags = new Command();
  addPlaces(flags);
  addLimits(flags);
  addAccess(flags);
  // commander looks for a variable only if it has its name when the flag is added
  for (const option of flags.options) {
    command.addOption(option.env(`MULREL_${option.name().toUpperCase().replaceAll("-", "_")}`));
  }
  return command;
}

function addPlaces(command: Command): void {
  command
    .option("-p, --port <n>", "port to listen on; 0 chooses a free one", wholeNumber(0, 65_535), 8080)
    .option("--host <address>", "address to listen on; 0.0.0.0 lets other machines in", "127.0.0.1")
    .option(
      "-m, --model <[name=]folder>",
      "model to link with (default: the one that comes with mulrel); with names, several",
      listOfPaths,
    )
    .option(
      "--kb <[name=]file>",
      "own knowledge base; entities without trained vectors are described by their words",
      listOfPaths,
    );
  addLayerFlags(command, {
    changes:
      "take changes of own entities over HTTP (PUT, DELETE and POST of /v1/entities) and keep them in this folder; wants a token",
    readPaths: listOfTexts,
  });
  command
    .addOption(
      new Option("-w, --workers <n>", "threads that link, each with the models in memory")
        .argParser(workerCount)
        .default(availableParallelism(), "one for each processor"),
    )
    .option("--address-file <file>", "write the address there once it listens; removed at the end");
}

function addLimits(command: Command): void {
  const count = (flag: string, text: string, key: keyof typeof serverRanges) =>
    command.option(flag, text, realNumber(serverRanges[key]), defaults[key]);
  count("--queue <n>", "requests that may wait for a worker; one more gets 429", "queueLimit");
  count("--per-client <n>", "requests of one address that may wait; one more gets 429", "clientLimit");
  command
    .option(
      "--time-limit <seconds>",
      "time a request may take, waiting included",
      seconds(serverRanges.timeLimit),
      defaults.timeLimit / 1000,
    )
    .option(
      "--grace <seconds>",
      "time that shutting down waits for requests that were taken",
      seconds(serverRanges.grace),
      defaults.grace / 1000,
    );
  count("--max-text <n>", "UTF-16 code units a text may have", "textLimit");
  count("--max-body <bytes>", "size of a request's body", "bodyLimit");
  count("--max-answer <bytes>", "size of an answer", "answerLimit");
  count("--max-connections <n>", "open connections; beyond that, idle ones are closed", "connectionLimit");
}

function addAccess(command: Command): void {
  command
    .option(
      "--token <token>",
      "ask for this bearer token (better as a variable, which nobody sees in a process list)",
    )
    .option("--cors <origins>", "origins whose pages may call the API, or *", listOfTexts)
    .option(
      "--trust-proxy <addresses>",
      "proxies (10.0.0.5, 10.0.0.0/8, loopback) whose X-Forwarded-For tells the client",
      listOfTexts,
    )
    .option(
      "--metrics-port <n>",
      "metrics and health checks on this port too, without the token",
      wholeNumber(0, 65_535),
    )
    .option("--metrics-host <address>", "address to listen on for --metrics-port", "127.0.0.1")
    .addOption(
      new Option("--log-level <level>", "logs on standard error, as JSON lines; info has one a request")
        .choices(logLevels)
        .default("info"),
    )
    .option("-q, --quiet", "no logs, as --log-level silent");
}
