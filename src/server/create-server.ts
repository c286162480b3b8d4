/** Puts the HTTP server together: limits, security, routes, metrics, logs. */
import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import cors from "@fastify/cors";
import swagger from "@fastify/swagger";
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from "fastify";
import { workerFile } from "../workers/worker-file.js";
import type { ServiceModule } from "./answer-worker.js";
import {
  addErrorHandling,
  describeError,
  errorAnswer,
  HttpError,
  pathOf,
  rawRefusal,
} from "./http-errors.js";
import { LinkPool } from "./link-pool.js";
import type { LinkerServiceOptions } from "./load-service.js";
import { addPageFiles } from "./page-files.js";
import { addDialectRoutes } from "./routes-dialects.js";
import { addEntityRoutes } from "./routes-entities.js";
import { addLinkRoutes } from "./routes-link.js";
import { addOperationRoutes } from "./routes-operations.js";
import { createRunner } from "./runner.js";
import { addSecurityHeaders, createTokenCheck } from "./security.js";
import { createMetrics, type ServerMetrics } from "./server-metrics.js";
import { createServerSettings, type ServerSettings } from "./server-settings.js";

/** What a server is asked for; own types, so that declarations need none of the HTTP library's. */
export interface ServerApp {
  /** Begins to listen and gives the address. Port 0 chooses a free one. */
  listen(options: { host?: string; port?: number }): Promise<string>;
  /** Answers a request, or a GET of an address, without a network. */
  inject(request: string | InjectedRequest): Promise<InjectedAnswer>;
}

export interface InjectedRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE" | "HEAD" | "OPTIONS";
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

/**
 * A server of the HTTP API and the page: with the shipped model, with a model or knowledge base of your own, or with
 * whatever a module of yours links with.
 *
 * ```ts
 * import { createServer } from "mulrel/server";
 *
 * const server = await createServer({ kb: "products.kb" }, { workers: 4, textLimit: 20_000 });
 * console.log(`listening on ${await server.app.listen({ port: 8080 })}`);
 * process.once("SIGTERM", () => server.close());
 * ```
 */
export async function createServer(
  source: LinkerServiceOptions | ServiceModule = {},
  given: Partial<ServerSettings> = {},
): Promise<LinkServer> {
  const settings = createServerSettings(given);
  const pool = new LinkPool(moduleOf(source, settings.changes), settings);
  const store = settings.changes === undefined ? undefined : await openChanges(settings.changes);
  const state = { isClosing: false };
  const app = Fastify(fastifySettings(settings));
  app.server.maxConnections = CONNECTION_LIMIT;
  const metrics = createMetrics(pool);
  const runner = createRunner(pool, metrics, settings);

  addErrorHandling(app, (error) => {
    const { code, message } = error as { code?: string; message?: string };
    app.log.error({ code, message }, "internal error");
  });
  addSecurityHeaders(app, settings.cors !== undefined);
  if (settings.cors !== undefined) await app.register(cors, { origin: settings.cors, maxAge: 600 });
  addAdmission(app, pool, state, settings);
  addCounting(app, metrics, settings);

  await app.register(swagger, { openapi: apiDescription(settings) });
  await app.register(async (routes) => {
    addLinkRoutes(routes, runner, store);
    addDialectRoutes(routes, runner);
    if (store) addEntityRoutes(routes, { store, runner });
    addOperationRoutes(routes, { pool, metrics, isClosing: () => state.isClosing });
    addPageFiles(routes);
  });
  app.addHook("onClose", async () => {
    await pool.close(settings.grace);
    await store?.close();
  });
  return {
    app,
    pool,
    close() {
      state.isClosing = true;
      return closeWithin(app, settings.grace);
    },
  };
}

/** lmdb is a native package: loaded only for who takes changes. */
async function openChanges(folder: string) {
  const { ChangeStore } = await import("../layers/change-store.js");
  return new ChangeStore(folder);
}

/** The module that threads load: the caller's own, or ours with the model's and the knowledge base's place. */
function moduleOf(source: LinkerServiceOptions | ServiceModule, changes?: string): ServiceModule {
  if ("module" in source) return source;
  const options = changes === undefined ? source : { ...source, changes };
  return { module: workerFile("./load-service.js", import.meta.url).href, options };
}

function fastifySettings({ log, bodyLimit, receiveLimit }: ServerSettings): FastifyHttpOptions<Server> {
  return {
    logger: log && { level: "info", stream: process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: receiveLimit,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 1000 },
    trustProxy: false,
    http: {
      headersTimeout: receiveLimit,
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
  };
}

/** Who is let in: nobody while closing, nobody without the token, nobody into a full queue. */
function addAdmission(
  app: FastifyInstance,
  pool: LinkPool,
  state: { isClosing: boolean },
  { token }: ServerSettings,
): void {
  const checkToken = token === undefined ? undefined : createTokenCheck(token);
  // an idle connection would keep a closing server waiting
  app.addHook("onSend", async (_request, reply) => {
    if (state.isClosing) reply.header("connection", "close");
  });
  app.addHook("onRequest", async (request) => {
    if (state.isClosing && !request.routeOptions.config.open) {
      throw new HttpError(503, "shutting-down", "The server is shutting down.");
    }
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1") {
      throw new HttpError(400, "bad-input", "The request has no Host header.");
    }
    checkToken?.(request);
    // refused before its body is read, and not at once, so that clients in a hot loop do not take the processor from linking
    const isQueued = request.method === "POST" && !request.routeOptions.config.isUnqueued;
    if (pool.full && isQueued) await setTimeout(REFUSAL_DELAY);
    if (pool.full && isQueued) {
      throw new HttpError(429, "busy", "Too many requests are waiting; try again in a moment.");
    }
  });
}

/** Metrics of every request, and a line of log where that is wanted. */
function addCounting(app: FastifyInstance, metrics: ServerMetrics, { log }: ServerSettings): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (!log) return;
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    const { method, id } = request;
    app.log.info({ id, method, path: pathOf(request.url), status: reply.statusCode, milliseconds });
  });
}

async function closeWithin(app: FastifyInstance, grace: number): Promise<void> {
  const closed = new AbortController();
  setTimeout(grace, undefined, { signal: closed.signal }).then(
    () => app.server.closeAllConnections(),
    () => {},
  );
  await app.close();
  closed.abort();
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
