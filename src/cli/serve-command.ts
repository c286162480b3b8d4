/** `mulrel serve`: the HTTP API and the page. */
import { rm } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { Command } from "commander";
import { LinkingError, messageOf } from "../errors.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import { demandLinker } from "../loading/load-linker.js";
import { createServer, type LinkServer } from "../server/create-server.js";
import { counted } from "../text/counted.js";
import { packageVersion } from "./package-version.js";
import { addServeFlags, linkersOf, type ServeFlags, settingsOf } from "./serve-flags.js";
import { abortOnInterrupt, warn } from "./terminal.js";

type Tell = (sentence: string) => void;

/**
 * Left to itself the engine lets garbage come to several times of what is in use before it looks, and gives pages with little on
 * them back late: a server's memory then rises for as long as one watches. Megabytes, percent;
 * of the whole process, which is ours here and not where a program makes a server.
 */
function keepMemoryFlat(): void {
  setFlagsFromString("--initial-old-space-size=24");
  setFlagsFromString("--heap-growing-percent=50");
}

async function run(flags: ServeFlags): Promise<void> {
  keepMemoryFlat();
  const { host, port, workers, addressFile } = flags;
  const settings = { ...settingsOf(flags), version: packageVersion() };
  const tell = settings.logLevel === "silent" ? warn : tellAsJson;
  const signal = abortOnInterrupt();
  for (const { path } of flags.model ?? []) demandLinker(path);
  const server = await createServer(linkersOf(flags), settings);
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  const stopReloading = reloadOnHangup(server, tell);
  try {
    const address = await listen(server, host, port);
    if (addressFile !== undefined) await writeFileAtomically(addressFile, `${address}\n`);
    await listenForMetrics(server, flags, tell);
    await server.pool.ready;
    tell(`the page and the API are at ${address} (${counted(workers, "worker")}).`);
    await tellOfLayers(flags, tell);
    await stopped;
  } finally {
    stopReloading();
    await server.close();
    if (addressFile !== undefined) await rm(addressFile, { force: true });
  }
}

/** Threads load the layers, each for itself; what is odd about them is told once. */
async function tellOfLayers({ add, model }: ServeFlags, tell: Tell): Promise<void> {
  if (!add || add.length === 0) return;
  const { warnOfLayers } = await import("../loading/warn-of-layers.js");
  await warnOfLayers({ model: model?.[0]?.path, add }, tell);
}

/** As the server's own logs are, so that whoever collects them can read every line. */
function tellAsJson(sentence: string): void {
  process.stderr.write(`${JSON.stringify({ level: 30, time: Date.now(), msg: sentence })}\n`);
}

/** SIGHUP loads models and knowledge bases anew; one that comes meanwhile counts when this one is done. */
function reloadOnHangup(server: LinkServer, tell: Tell): () => void {
  let reloading: Promise<void> | undefined;
  let isAsked = false;
  const reload = async () => {
    while (isAsked) {
      isAsked = false;
      tell("loading the models anew.");
      await server.reload().then(
        () => tell("the models were loaded anew."),
        (error) => tell(`the old models stay, because the new ones could not be loaded: ${messageOf(error)}`),
      );
    }
  };
  const onHangup = () => {
    isAsked = true;
    reloading ??= reload().finally(() => (reloading = undefined));
  };
  process.on("SIGHUP", onHangup);
  return () => process.off("SIGHUP", onHangup);
}

async function listenForMetrics(
  server: LinkServer,
  { metricsHost, metricsPort }: ServeFlags,
  tell: Tell,
): Promise<void> {
  if (metricsPort === undefined) return;
  const address = await orWhyNot(
    server.listenForMetrics({ host: metricsHost, port: metricsPort }),
    metricsHost,
    metricsPort,
  );
  tell(`metrics and health checks are at ${address} too, without a token.`);
}

/** Listens at once, so that a supervisor can ask; `/readyz` tells when the model is loaded. */
function listen({ app }: LinkServer, host: string, port: number): Promise<string> {
  return orWhyNot(app.listen({ host, port }), host, port);
}

async function orWhyNot(listening: Promise<string>, host: string, port: number): Promise<string> {
  try {
    return await listening;
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
  const command = new Command().description(
    "Serves the HTTP API (own JSON, REL, DBpedia Spotlight, NIF) and a page that shows the reasons.",
  );
  return addServeFlags(command)
    .addHelpText(
      "after",
      `
Every flag is also a variable: --time-limit is MULREL_TIME_LIMIT. A flag on the command line goes first; lists are parted by commas.
SIGTERM and Ctrl-C finish what was taken; SIGHUP loads models and knowledge bases anew without a pause.

Examples:
  mulrel serve
  mulrel serve --add products.csv
  MULREL_TOKEN=$(openssl rand -hex 16) mulrel serve --host 0.0.0.0 --port 80
  mulrel serve --model news=models/news --model own=models/own        # then /v1/link?model=own
  curl http://127.0.0.1:8080/v1/link -H 'content-type: application/json' -d '{"text": "Paris is in France."}'`,
    )
    .action(run);
}
