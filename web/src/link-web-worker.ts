/** The worker that links in the visitor's browser: the same linker and the same answers as the server's. */
import { openLinker } from "../../src/loading/open-linker.js";
import { answerLink } from "../../src/server/answer-link.js";
import { openModelFiles } from "./model-files.js";
import type { WorkerQuestion, WorkerReply } from "./worker-messages.js";

const tell = (reply: WorkerReply) => postMessage(reply);

/** The page lies one folder above the built worker. */
const folder = new URL(/* @vite-ignore */ "../model/", import.meta.url);
const files = openModelFiles(folder, (progress) => tell({ kind: "progress", progress }));
const linker = files.then(({ read }) => openLinker(read));
linker.catch(() => {}); // told with the answer to each question
let isLoadingRest = false;

/** After the first answer, so that it has the line for itself. What fails is fetched when it is needed, or at the next visit. */
function loadRest(): void {
  if (isLoadingRest) return;
  isLoadingRest = true;
  void files.then((model) => model.loadRest()).catch(() => {});
}

addEventListener("message", async ({ data: { number, request } }: MessageEvent<WorkerQuestion>) => {
  try {
    const service = await linker;
    const answer = request ? answerLink(service, request) : service.description;
    tell({ kind: "answer", number, answer });
    if (request) loadRest();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell({ kind: "failure", number, message });
  }
});
