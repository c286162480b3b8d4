/** Between a route and the pool: limits, who asks, clients that go away, the counting of mentions. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Span } from "../types.js";
import { answerTooLarge } from "./answer-bytes.js";
import { HttpError } from "./http-errors.js";
import type { Question } from "./jobs.js";
import type { LinkPool, RunOptions, WhenGone } from "./link-pool.js";
import { checkMentionLengths } from "./mention-lengths.js";
import type { ServerMetrics } from "./server-metrics.js";
import type { ServerSettings } from "./server-settings.js";

export interface Runner {
  readonly textLimit: number;
  /** Names of the server's linkers; the first answers who names none. */
  readonly linkers: readonly string[];
  /** Refuses a text that is longer than the server takes, or explains. */
  checkText(text: string, options?: { name?: string; explain?: boolean; explainWithin?: Span }): void;
  /** What one request may ask for: characters, characters explained, milliseconds. */
  readonly limits: { text: number; explained: number; milliseconds: number };
  /** Refuses mentions that are longer together than the server takes. */
  checkMentions(mentions: readonly Span[] | undefined): void;
  /** The worker's answer as it goes to the client; of the linker that the address names, unless one is given. */
  run(reply: FastifyReply, question: Question, linker?: string): Promise<Buffer>;
  /** Several questions of one request, which takes one place in the queue; answers in order. */
  runAll(reply: FastifyReply, questions: readonly Question[]): Promise<Buffer[]>;
}

export interface RunnerParts {
  pool: LinkPool;
  metrics: ServerMetrics;
  linkers: readonly string[];
  settings: Pick<ServerSettings, "textLimit" | "timeLimit" | "answerLimit" | "workers">;
}

/** Reasons are a page for every pair of names: those of a longer text can be tens of megabytes. */
export const EXPLAINED_LIMIT = 10_000;

export function createRunner({ pool, metrics, linkers, settings }: RunnerParts): Runner {
  const { textLimit, timeLimit, answerLimit, workers } = settings;

  async function perform(question: Question, linker: string, options: RunOptions): Promise<Buffer> {
    const { body, ...counts } = await pool.run({ ...question, linker, answerLimit }, options);
    metrics.countMentions(counts);
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  }

  return {
    textLimit,
    linkers,
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
    checkMentions: (mentions) => checkMentionLengths(mentions ?? [], textLimit),
    run: (reply, question, linker = linkerOf(reply.request, linkers)) =>
      perform(question, linker, { ...whoAsks(reply.request), whenGone: clientGone(reply) }),
    async runAll(reply, questions) {
      const answers: Buffer[] = new Array(questions.length);
      if (questions.length === 0) return answers;
      const linker = linkerOf(reply.request, linkers);
      const options = { ...whoAsks(reply.request), whenGone: clientGone(reply), deadline: pool.deadline() };
      // The first job decides whether the request gets in; the rest follow a few at a time, so that others get their turn.
      answers[0] = await perform(questions[0], linker, options);
      let bytes = answers[0].length;
      let next = 1;
      const feed = async () => {
        while (next < questions.length) {
          const i = next++;
          answers[i] = await perform(questions[i], linker, { ...options, admitted: true });
          bytes += answers[i].length;
          if (bytes > answerLimit) throw answerTooLarge(answerLimit);
        }
      };
      try {
        await Promise.all(Array.from({ length: workers }, feed));
      } finally {
        next = questions.length; // after one failure the rest is not begun
      }
      return answers;
    },
  };
}

/** The linker that `?model=NAME` asks for. */
function linkerOf({ query }: FastifyRequest, linkers: readonly string[]): string {
  const { model } = query as { model?: unknown };
  if (model === undefined) return linkers[0];
  const name = linkers.find((known) => known === model);
  if (name !== undefined) return name;
  const asked = String(model).slice(0, 80);
  throw new HttpError(
    404,
    "not-found",
    `There is no model "${asked}" here; there are: ${linkers.join(", ")}.`,
  );
}

/** Work is shared out between addresses, and between an address's connections. */
function whoAsks({ ip, raw }: FastifyRequest): { client: string; connection: string } {
  return { client: ip, connection: `${ip} ${raw.socket.remoteAddress} ${raw.socket.remotePort}` };
}

/** Calls when the connection closes before the answer is out; a request's own "close" comes with its last byte. */
function clientGone({ raw }: FastifyReply): WhenGone {
  const waiting = new Set<() => void>();
  raw.once("close", () => {
    if (!raw.writableFinished) for (const giveUp of waiting) giveUp();
  });
  return (giveUp) => {
    waiting.add(giveUp);
    return () => waiting.delete(giveUp);
  };
}
