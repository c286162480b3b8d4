/** The worker that links in the visitor's browser: the same linker and the same answers as the server's. */
import type { Linker } from "../../src/linker/linker.js";
import { openLinker } from "../../src/loading/open-linker.js";
import { answerLink } from "../../src/server/answer-link.js";
import type { LinkAnswer, LinkRequest } from "../../src/server/api-messages.js";
import type { CatalogueAnswer } from "./backend.js";
import { openModelFiles } from "./model-files.js";
import { readOwnCatalogue } from "./own-catalogue.js";
import { readAhead } from "./read-ahead.js";
import type { WorkerQuestion, WorkerReply } from "./worker-messages.js";

const tell = (reply: WorkerReply) => postMessage(reply);

/** The page lies one folder above the built worker. */
const folder = new URL(/* @vite-ignore */ "../model/", import.meta.url);
const files = openModelFiles(folder, (progress) => tell({ kind: "progress", progress }));
const linker = files.then(({ read }) => openLinker(read));
linker.catch(() => {}); // told with the answer to each question

/** After the first answer, so that it has the line for itself. What fails is fetched when it is needed, or at the next visit. */
function loadRest(): void {
  void files.then((model) => model.loadRest()).catch(() => {});
}

/** At once where everything is there; else what is missing is fetched together first. */
async function answerText(service: Linker, request: LinkRequest): Promise<LinkAnswer> {
  const model = await files;
  const answer = model.tryNow(() => answerLink(service, request));
  if (answer) return answer;
  // what cannot be fetched is tried once more, and told, when it is read
  await model.fetchAhead(() => readAhead(service, request.text)).catch(() => {});
  return answerLink(service, request);
}

/** Identifiers by layer: a file that comes again takes its own place. */
const catalogues = new Map<string, string[]>();

async function addCatalogue({
  layer,
  text,
}: NonNullable<WorkerQuestion["catalogue"]>): Promise<CatalogueAnswer> {
  const service = await linker;
  const entities = readOwnCatalogue(text, layer);
  service.remove(catalogues.get(layer) ?? []);
  service.replace(entities, layer);
  catalogues.set(
    layer,
    entities.map(({ id }) => id),
  );
  return { added: entities.length, model: service.description };
}

addEventListener("message", async ({ data }: MessageEvent<WorkerQuestion>) => {
  const { number, request, catalogue } = data;
  try {
    const service = await linker;
    const answer = catalogue
      ? await addCatalogue(catalogue)
      : request
        ? await answerText(service, request)
        : service.description;
    tell({ kind: "answer", number, answer });
    if (request) loadRest();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell({ kind: "failure", number, message });
  }
});
