/** What supervisors and monitors ask: alive, ready, how much, and what there is to call. */
import type { FastifyInstance } from "fastify";
import { HttpError } from "./http-errors.js";
import type { LinkPool } from "./link-pool.js";
import type { ServerMetrics } from "./server-metrics.js";

const tags = ["operation"];
const state = { type: "object", properties: { status: { type: "string" } } } as const;

export interface Operations {
  pool: LinkPool;
  metrics: ServerMetrics;
  isClosing(): boolean;
}

/** Why no requests are taken now; nothing when they are. */
export function whyNotReady({ pool, isClosing }: Operations): string | undefined {
  if (isClosing()) return "The server is shutting down.";
  return pool.isReady ? undefined : "The model is still being loaded.";
}

export function addOperationRoutes(app: FastifyInstance, operations: Operations): void {
  const { metrics } = operations;
  const config = { open: true };
  app.get(
    "/healthz",
    { config, schema: { summary: "The process answers", tags, response: { 200: state } } },
    async () => ({ status: "alive" }),
  );
  app.get(
    "/readyz",
    {
      config,
      schema: { summary: "The model is loaded and requests are taken", tags, response: { 200: state } },
    },
    async () => {
      const reason = whyNotReady(operations);
      if (reason !== undefined) throw new HttpError(503, "not-ready", reason);
      return { status: "ready" };
    },
  );
  app.get(
    "/metrics",
    { schema: { summary: "Counters in Prometheus' text form", tags, response: { 200: { type: "string" } } } },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  );
  app.get("/openapi.json", { config, schema: { hide: true } }, async () => app.swagger());
}
