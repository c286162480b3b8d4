/** What each of the server's threads runs: loads the linkers once, then answers one job at a time. */
import { type Job, type JobResult, performJob } from "./jobs.js";
import type { LinkService } from "./link-service.js";

/** The module that makes the linker in each thread, by its address, with options that can be sent there. */
export interface ServiceModule {
  module: string;
  options?: unknown;
}

/** The linkers of a server by their names; the first one answers who names none. */
export type LinkerModules = Readonly<Record<string, ServiceModule>>;

export default async function setUp(linkers: LinkerModules): Promise<(job: Job) => Promise<JobResult>> {
  const services = new Map<string, LinkService>();
  for (const [name, { module, options }] of Object.entries(linkers)) {
    const { createLinkService } = (await import(module)) as {
      createLinkService(options: unknown): Promise<LinkService>;
    };
    services.set(name, await createLinkService(options));
  }
  return (job) => performJob(services, job);
}
