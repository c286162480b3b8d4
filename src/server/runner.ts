/** Between a route and the pool: limits, clients that go away, the counting of mentions. */
import type { FastifyReply } from "fastify";
import type { Span } from "../types.js";
import { HttpError } from "./http-errors.js";
import type { Job } from "./jobs.js";
import type { LinkPool, RunOptions } from "./link-pool.js";
import type { ServerMetrics } from "./server-metrics.js";
import type { ServerSettings } from "./server-settings.js";

export interface Runner {
  readonly textLimit: number;
  /** Refuses a text that is longer than the server takes, or explains. */
  checkText(text: string, options?: { name?: string; explain?: boolean; explainWithin?: Span }): void;
  /** What one request may ask for: characters, characters explained, milliseconds. */
  readonly limits: { text: number; explained: number; milliseconds: number };
  /** The worker's answer as it goes to the client. */
  run(reply: FastifyReply, job: Job): Promise<string>;
  /** Several jobs of one request, which takes one place in the queue; answers in order. */
  runAll(reply: FastifyReply, jobs: readonly Job[]): Promise<string[]>;
}

/** Reasons are a page for every pair of names: those of a longer text can be tens of megabytes. */
export const EXPLAINED_LIMIT = 10_000;

export function createRunner(
  pool: LinkPool,
  metrics: ServerMetrics,
  { textLimit, timeLimit, workers }: Pick<ServerSettings, "textLimit" | "timeLimit" | "workers">,
): Runner {
  async function perform(job: Job, options: RunOptions): Promise<string> {
    const result = await pool.run(job, options);
    metrics.countMentions(result);
    return result.body;
  }

  return {
    textLimit,
    limits: { text: textLimit, explained: EXPLAINED_LIMIT, milliseconds: timeLimit },
    checkText(text, { name = "The text", explain = false, explainWithin } = {}) {
      const refuse = (sentence: string) => {
        throw new HttpError(413, "too-large", sentence);
      };
      if (text.length > textLimit) {
        refuse(`${name} has ${text.length} characters; this server takes at most ${textLimit}.`);
      }
      if (!explain) return;
      const explained = explainWithin ? explainWithin.end - explainWithin.start : text.length;
      if (explained > EXPLAINED_LIMIT) {
        refuse(
          `${name} has ${explained} characters to explain; this server explains at most ${EXPLAINED_LIMIT} at a time: give a stretch in explainWithin.`,
        );
      }
    },
    run: (reply, job) => perform(job, { signal: clientGone(reply) }),
    async runAll(reply, jobs) {
      const answers: string[] = new Array(jobs.length);
      if (jobs.length === 0) return answers;
      const options = { signal: clientGone(reply), deadline: pool.deadline() };
      // The first job decides whether the request gets in; the rest follow a few at a time, so that others get their turn.
      answers[0] = await perform(jobs[0], options);
      let next = 1;
      const feed = async () => {
        while (next < jobs.length) {
          const i = next++;
          answers[i] = await perform(jobs[i], { ...options, admitted: true });
        }
      };
      try {
        await Promise.all(Array.from({ length: workers }, feed));
      } finally {
        next = jobs.length; // after one failure the rest is not begun
      }
      return answers;
    },
  };
}

/** Fires when the connection closes before the answer is out; a request's own "close" comes with its last byte. */
function clientGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
