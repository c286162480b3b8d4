/** The thread that links: loads a linker once, then answers one job at a time. */
import { parentPort, workerData } from "node:worker_threads";
import { LinkingError, messageOf } from "../errors.js";
import { type Job, performJob } from "./jobs.js";
import type { LinkService } from "./link-service.js";
import type { WorkerAnswer, WorkerSettings } from "./worker-messages.js";

const port = parentPort!;
const { serviceModule, serviceOptions } = workerData as WorkerSettings;

function answer(message: WorkerAnswer): void {
  port.postMessage(message);
}

function failure(error: unknown): { code: string; message: string } {
  const code = error instanceof LinkingError ? error.code : "internal";
  return { code, message: messageOf(error) };
}

try {
  const module = (await import(serviceModule)) as {
    createLinkService(options: unknown): Promise<LinkService>;
  };
  const service = await module.createLinkService(serviceOptions);
  port.on("message", (job: Job) => {
    performJob(service, job).then(
      (result) => answer({ kind: "result", result }),
      (error) => answer({ kind: "failure", ...failure(error) }),
    );
  });
  answer({ kind: "ready" });
} catch (error) {
  answer({ kind: "unable", ...failure(error) });
}
