/** Links in a worker of this browser, with the model files that lie beside the page. */
import type { LinkAnswer } from "../../src/server/api-messages.js";
import { BackendError, type CatalogueAnswer, type CreateBackend, type ModelDescription } from "./backend.js";
import type { WorkerQuestion, WorkerReply } from "./worker-messages.js";

export const createBackend: CreateBackend = (onProgress) => {
  const worker = new Worker(new URL("./link-web-worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let count = 0;

  worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => {
    if (data.kind === "progress") {
      onProgress(data.progress);
      return;
    }
    const asked = waiting.get(data.number);
    waiting.delete(data.number);
    if (data.kind === "answer") asked?.resolve(data.answer);
    else asked?.reject(new BackendError("failed", data.message));
  });
  worker.addEventListener("error", () => {
    const error = new BackendError(
      "failed",
      "This browser could not start the linker; it needs WebAssembly SIMD.",
    );
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });

  function ask<Answer>(question: Omit<WorkerQuestion, "number"> = {}): Promise<Answer> {
    const number = count++;
    worker.postMessage({ number, ...question } satisfies WorkerQuestion);
    return new Promise<Answer>((resolve, reject) => {
      waiting.set(number, { resolve: resolve as (answer: unknown) => void, reject });
    });
  }

  return {
    place: "browser",
    link: (request) => ask<LinkAnswer>({ request }),
    describe: () => ask<ModelDescription>(),
    addCatalogue: (layer, text) => ask<CatalogueAnswer>({ catalogue: { layer, text } }),
  };
};
