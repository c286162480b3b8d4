/** Puts the HTTP server together: limits, security, routes, metrics, logs. */
import { setTimeout } from "node:timers/promises";
import cors from "@fastify/cors";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyReply, LogController } from "fastify";
import type { ServiceSource } from "./answer-worker.js";
import {
  addErrorHandling,
  describeError,
  errorAnswer,
  HttpError,
  pathOf,
  rawRefusal,
} from "./http-errors.js";
import { LinkPool } from "./link-pool.js";
import { addPageFiles } from "./page-files.js";
import { addDialectRoutes } from "./routes-dialects.js";
import { addLinkRoutes } from "./routes-link.js";
import { addOperationRoutes } from "./routes-operations.js";
import { createRunner } from "./runner.js";
import { addSecurityHeaders, createTokenCheck } from "./security.js";
import { createMetrics } from "./server-metrics.js";

export interface ServerSettings {
  /** Threads that link, each with the model in memory. */
  workers: number;
  /** Requests that may wait; one more gets 429. */
  queueLimit: number;
  /** Milliseconds a request may take, waiting included. */
  timeLimit: number;
  /** UTF-16 code units a text may have. */
  textLimit: number;
  /** Bytes a request's body may have. */
  bodyLimit: number;
  /** Milliseconds a client has to send its whole request. */
  receiveLimit: number;
  /** Milliseconds that shutting down waits for requests that were taken. */
  grace: number;
  /** Wanted as "Authorization: Bearer …"; nobody is asked when it is left out. */
  token?: string;
  /** Origins whose pages may call: a list, or "*". Left out, none but the server's own page. */
  cors?: string[] | "*";
  /** Structured logs on standard error, one line a request, never with a text. */
  log: boolean;
  /** Version to show in /openapi.json. */
  version: string;
}

export const defaultServerSettings: ServerSettings = {
  workers: 2,
  queueLimit: 128,
  timeLimit: 10_000,
  textLimit: 100_000,
  bodyLimit: 1 << 20,
  receiveLimit: 10_000,
  grace: 10_000,
  log: false,
  version: "0.0.0",
};

/** What a server is asked for; own types, so that declarations need none of the HTTP library's. */
export interface ServerApp {
  /** Begins to listen and gives the address. Port 0 chooses a free one. */
  listen(options: { host?: string; port?: number }): Promise<string>;
  /** Answers a request, or a GET of an address, without a network. */
  inject(request: string | InjectedRequest): Promise<InjectedAnswer>;
}

export interface InjectedRequest {
  method?: "GET" | "POST" | "HEAD" | "OPTIONS";
  url: string;
  headers?: Record<string, string>;
  /** A body: text as it is, anything else as JSON. */
  payload?: string | object;
}

export interface InjectedAnswer {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON came back
  json(): any;
}

export interface LinkServer {
  app: ServerApp;
  pool: LinkPool;
  /** Takes no more, finishes what it took, for at most the grace time. */
  close(): Promise<void>;
}

const CONNECTION_LIMIT = 10_000;
/** Milliseconds that a request waits for a place in a full queue before it is refused. */
const REFUSAL_DELAY = 500;

export async function createServer(
  source: ServiceSource,
  given: Partial<ServerSettings> = {},
): Promise<LinkServer> {
  const settings = { ...defaultServerSettings, ...given };
  const pool = new LinkPool(source, settings);
  let closing = false;
  const app = Fastify({
    logger: settings.log && { level: "info", stream: process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: settings.bodyLimit,
    requestTimeout: settings.receiveLimit,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 1000 },
    trustProxy: false,
    http: {
      headersTimeout: settings.receiveLimit,
      connectionsCheckingInterval: 1000,
      // Node's own refusal has no body; ours is below
      requireHostHeader: false,
    },
    frameworkErrors: (error, _request, reply) => {
      const [status, code, message] = describeError(error);
      void (reply as FastifyReply).code(status).send(errorAnswer(code, message));
    },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
    clientErrorHandler(error, socket) {
      if (socket.writable) socket.end(rawRefusal(error.code));
      else socket.destroy();
    },
  });
  app.server.maxConnections = CONNECTION_LIMIT;
  const metrics = createMetrics(pool);
  const runner = createRunner(pool, metrics, settings);

  addErrorHandling(app, (error) => {
    const { code, message } = error as { code?: string; message?: string };
    app.log.error({ code, message }, "internal error");
  });
  addSecurityHeaders(app, settings.cors !== undefined);
  if (settings.cors !== undefined) await app.register(cors, { origin: settings.cors, maxAge: 600 });
  const checkToken = settings.token === undefined ? undefined : createTokenCheck(settings.token);
  // an idle connection would keep a closing server waiting
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
  app.addHook("onRequest", async (request) => {
    if (closing && !request.routeOptions.config.open) {
      throw new HttpError(503, "shutting-down", "The server is shutting down.");
    }
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1") {
      throw new HttpError(400, "bad-input", "The request has no Host header.");
    }
    checkToken?.(request);
    // refused before its body is read, and not at once, so that clients in a hot loop do not take the processor from linking
    if (pool.full && request.method === "POST") await setTimeout(REFUSAL_DELAY);
    if (pool.full && request.method === "POST") {
      throw new HttpError(429, "busy", "Too many requests are waiting; try again in a moment.");
    }
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (!settings.log) return;
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    const { method, id } = request;
    app.log.info({ id, method, path: pathOf(request.url), status: reply.statusCode, milliseconds });
  });

  await app.register(swagger, { openapi: apiDescription(settings) });
  await app.register(async (routes) => {
    addLinkRoutes(routes, runner);
    addDialectRoutes(routes, runner);
    addOperationRoutes(routes, { pool, metrics, isClosing: () => closing });
    addPageFiles(routes);
  });
  app.addHook("onClose", () => pool.close(settings.grace));
  return {
    app,
    pool,
    async close() {
      closing = true;
      const closed = new AbortController();
      setTimeout(settings.grace, undefined, { signal: closed.signal }).then(
        () => app.server.closeAllConnections(),
        () => {},
      );
      await app.close();
      closed.abort();
    },
  };
}

function apiDescription({ version, token }: ServerSettings) {
  return {
    openapi: "3.0.3",
    info: {
      title: "mulrel",
      version,
      description: "Links the names in a text to the entries of a knowledge base.",
    },
    ...(token !== undefined && {
      components: { securitySchemes: { token: { type: "http" as const, scheme: "bearer" } } },
      security: [{ token: [] }],
    }),
  };
}
