/** What is told of each request: a line of JSON with its number, never with a text, and the metrics. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { pathOf } from "./http-errors.js";
import type { ServerMetrics } from "./server-metrics.js";
import type { LogLevel } from "./server-settings.js";

/** A client's or a proxy's own number of a request; anything else could forge lines. */
const GIVEN_ID = /^[\w.:-]{1,64}$/;

export function requestId({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && GIVEN_ID.test(given) ? given : randomUUID();
}

export function loggerOptions(level: LogLevel) {
  return level !== "silent" && { level, stream: process.stderr };
}

export function addRequestLog(app: FastifyInstance, metrics: ServerMetrics): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, id, ip } = request;
    const { statusCode: status } = reply;
    metrics.countRequest(method, request.routeOptions.url ?? "unknown", status, reply.elapsedTime / 1000);
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    const line = { id, client: ip, method, path: pathOf(request.url), status, milliseconds };
    if (status === 500) app.log.error(line, "request");
    else if (status > 500) app.log.warn(line, "request");
    else app.log.info(line, "request");
  });
  app.addHook("onRequestAbort", async (request) => {
    const { id, method, ip } = request;
    app.log.debug({ id, client: ip, method, path: pathOf(request.url) }, "the client went away");
  });
}
