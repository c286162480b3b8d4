/** `mulrel serve`: the HTTP API and the page. */

import { availableParallelism } from "node:os";
import { Command, Option } from "commander";
import { LinkingError, messageOf } from "../errors.js";
import { createServer, type LinkServer } from "../server/create-server.js";
import { defaultServerSettings as defaults, serverRanges } from "../server/server-settings.js";
import { counted } from "../text/counted.js";
import { addLayerFlags, type LayerFlags, readLayerFlags } from "./layer-flags.js";
import { realNumber, wholeNumber, workerCount } from "./numbers.js";
import { packageVersion } from "./package-version.js";
import { abortOnInterrupt, warn } from "./terminal.js";

interface Options extends LayerFlags {
  model?: string;
  host: string;
  port: number;
  workers: number;
  queue: number;
  timeLimit: number;
  maxText: number;
  maxBody: number;
  token?: string;
  cors?: string[];
  quiet?: boolean;
}

const TOKEN_VARIABLE = "MULREL_TOKEN";

async function run(options: Options): Promise<void> {
  const { model, host, port, workers, cors, changes } = options;
  const signal = abortOnInterrupt();
  const server = await createServer(
    { model, ...readLayerFlags(options) },
    {
      changes,
      workers,
      queueLimit: options.queue,
      timeLimit: options.timeLimit * 1000,
      textLimit: options.maxText,
      bodyLimit: options.maxBody,
      token: options.token ?? process.env[TOKEN_VARIABLE],
      cors: cors?.includes("*") ? "*" : cors,
      log: !options.quiet,
      version: packageVersion(),
    },
  );
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  try {
    const address = await listen(server, host, port);
    await server.pool.ready;
    warn(`the page and the API are at ${address} (${counted(workers, "worker")}).`);
    await stopped;
  } finally {
    await server.close();
  }
}

/** Listens at once, so that a supervisor can ask; `/readyz` tells when the model is loaded. */
async function listen({ app }: LinkServer, host: string, port: number): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is taken; choose another with --port.`,
      EACCES: `Port ${port} may not be used by this user; choose one above 1023 with --port.`,
      EADDRNOTAVAIL: `This machine has no address ${host}; 127.0.0.1 and 0.0.0.0 always work.`,
      ENOTFOUND: `The host ${host} is not known; 127.0.0.1 and 0.0.0.0 always work.`,
      EAI_AGAIN: `The host ${host} could not be looked up; 127.0.0.1 and 0.0.0.0 always work.`,
    };
    const other = `The server cannot listen on port ${port} of ${host}: ${messageOf(error)}.`;
    throw new LinkingError("usage", reasons[code ?? ""] ?? other, { cause: error });
  }
}

export function createCommand(): Command {
  const command = new Command()
    .description(
      "Serves the HTTP API (own JSON, REL, DBpedia Spotlight, NIF) and a page that shows the reasons.",
    )
    .option("-p, --port <n>", "port to listen on; 0 chooses a free one", wholeNumber(0, 65_535), 8080)
    .option("--host <address>", "address to listen on; 0.0.0.0 lets other machines in", "127.0.0.1")
    .option("-m, --model <folder>", "model to link with (default: the one that comes with mulrel)");
  addLayerFlags(
    command,
    "take changes of own entities over HTTP (PUT, DELETE and POST of /v1/entities) and keep them in this folder; wants a token",
  );
  return command
    .addOption(
      new Option("-w, --workers <n>", "threads that link, each with the model in memory")
        .argParser(workerCount)
        .default(availableParallelism(), "one for each processor"),
    )
    .option(
      "--queue <n>",
      "requests that may wait for a worker; one more gets 429",
      realNumber(serverRanges.queueLimit),
      defaults.queueLimit,
    )
    .option(
      "--time-limit <seconds>",
      "time a request may take, waiting included",
      realNumber({ above: 0, most: serverRanges.timeLimit.most / 1000 }),
      defaults.timeLimit / 1000,
    )
    .option(
      "--max-text <n>",
      "UTF-16 code units a text may have",
      realNumber(serverRanges.textLimit),
      defaults.textLimit,
    )
    .option(
      "--max-body <bytes>",
      "size of a request's body",
      realNumber(serverRanges.bodyLimit),
      defaults.bodyLimit,
    )
    .option(
      "--token <token>",
      `ask for this bearer token (better in the variable ${TOKEN_VARIABLE}, which nobody sees in a process list)`,
    )
    .option("--cors <origin...>", "origins whose pages may call the API, or *")
    .option("-q, --quiet", "no log of requests")
    .addHelpText(
      "after",
      `
Examples:
  mulrel serve
  mulrel serve --add products.csv
  MULREL_TOKEN=$(openssl rand -hex 16) mulrel serve --host 0.0.0.0 --port 80
  curl http://127.0.0.1:8080/v1/link -H 'content-type: application/json' -d '{"text": "Paris is in Texas."}'`,
    )
    .action(run);
}
