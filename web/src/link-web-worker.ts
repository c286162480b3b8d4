/** The worker that links in the visitor's browser: the same linker and the same answers as the server's. */
import { openLinker } from "../../src/loading/open-linker.js";
import { answerLink } from "../../src/server/answer-link.js";
import { openModelFiles } from "./model-files.js";
import type { WorkerQuestion, WorkerReply } from "./worker-messages.js";

const tell = (reply: WorkerReply) => postMessage(reply);

/** The page lies one folder above the built worker. */
const folder = new URL(/* @vite-ignore */ "../model/", import.meta.url);
const linker = openModelFiles(folder, (progress) => tell({ kind: "progress", progress })).then(openLinker);
linker.catch(() => {}); // told with the answer to each question

addEventListener("message", async ({ data: { number, request } }: MessageEvent<WorkerQuestion>) => {
  try {
    const service = await linker;
    const answer = request ? answerLink(service, request) : service.description;
    tell({ kind: "answer", number, answer });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell({ kind: "failure", number, message });
  }
});
