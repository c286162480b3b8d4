/** What each of the server's threads runs: loads a linker once, then answers one job at a time. */
import { type Job, type JobResult, performJob } from "./jobs.js";
import type { LinkService } from "./link-service.js";

/** The module that makes the linker in each thread, by its address, with options that can be sent there. */
export interface ServiceModule {
  module: string;
  options?: unknown;
}

export default async function setUp({
  module,
  options,
}: ServiceModule): Promise<(job: Job) => Promise<JobResult>> {
  const { createLinkService } = (await import(module)) as {
    createLinkService(options: unknown): Promise<LinkService>;
  };
  const service = await createLinkService(options);
  return (job) => performJob(service, job);
}
