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
import type { LinkerSource } from "../loading/linker-source.js";
import { collectMethods } from "./allowed-methods.js";
import type { ServiceModule } from "./answer-worker.js";
import { ConnectionGuard, endSocket } from "./connection-guard.js";
import { addErrorHandling, describeError, errorAnswer, HttpError, rawRefusal } from "./http-errors.js";
import { LinkPool } from "./link-pool.js";
import { linkerModules, type NamedLinkers } from "./linker-sources.js";
import { type MetricsListener, openMetricsListener } from "./metrics-listener.js";
import { addPageFiles } from "./page-files.js";
import { addRequestLog, loggerOptions, requestId } from "./request-log.js";
import { addDialectRoutes } from "./routes-dialects.js";
import { addEntityRoutes } from "./routes-entities.js";
import { addLinkRoutes } from "./routes-link.js";
import { addOperationRoutes } from "./routes-operations.js";
import { createRunner } from "./runner.js";
import { addSecurityHeaders, createTokenCheck } from "./security.js";
import { createMetrics } from "./server-metrics.js";
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
  /** Metrics and health on a port of their own, without a token. Gives the address; port 0 chooses a free one. */
  listenForMetrics(options: { host?: string; port?: number }): Promise<string>;
  /** Loads models and knowledge bases anew, without a pause; where they cannot be loaded, the old ones stay and it rejects. */
  reload(): Promise<void>;
  /** Takes no more, finishes what it took, for at most the grace time. */
  close(): Promise<void>;
}

/** Milliseconds that a request waits for a place in a full queue before it is refused. */
const REFUSAL_DELAY = 500;
/** Milliseconds that a closing server goes on listening, to say so. */
const LINGER = 300;
/** Connections that the system holds until we accept them; it takes fewer where it is told so. */
const BACKLOG = 4096;

interface State {
  isClosing: boolean;
}

/**
 * A server of the HTTP API and the page: with the shipped model, with a model or knowledge base of your own, with several
 * under names, or with whatever a module of yours links with.
 *
 * ```ts
 * import { createServer } from "mulrel/server";
 *
 * const server = await createServer({ kb: "products.kb" }, { workers: 4, textLimit: 20_000 });
 * console.log(`listening on ${await server.app.listen({ port: 8080 })}`);
 * process.once("SIGTERM", () => server.close());
 * process.on("SIGHUP", () => server.reload().catch((error) => console.error(error.message)));
 * ```
 */
export async function createServer(
  source: LinkerSource | ServiceModule | NamedLinkers = {},
  given: Partial<ServerSettings> = {},
): Promise<LinkServer> {
  const settings = createServerSettings(given);
  const store = settings.changes === undefined ? undefined : await openChanges(settings.changes);
  const linkers = linkerModules(source, settings.changes);
  const pool = new LinkPool(linkers, settings);
  const state: State = { isClosing: false };
  const app = Fastify(fastifySettings(settings));
  const guard = new ConnectionGuard(app.server, settings);
  const metrics = createMetrics(pool, guard);
  const runner = createRunner({ pool, metrics, linkers: Object.keys(linkers), settings });
  const operations = { pool, metrics, isClosing: () => state.isClosing };

  addErrorHandling(app, {
    bodyLimit: settings.bodyLimit,
    methodsOf: collectMethods(app),
    onInternal(error, id) {
      const { code, message } = error as { code?: string; message?: string };
      app.log.error({ id, code, message }, "internal error");
    },
  });
  addSecurityHeaders(app, settings.cors !== undefined);
  if (settings.cors !== undefined) await app.register(cors, { origin: settings.cors, maxAge: 600 });
  addRequestLog(app, metrics);
  addAdmission(app, pool, state, settings);
  addGuard(app, guard);

  await app.register(swagger, { openapi: apiDescription(settings) });
  // who forgets the Content-Type is told so, not that the text is missing
  app.removeContentTypeParser("text/plain");
  await app.register(async (routes) => {
    addLinkRoutes(routes, runner, store);
    addDialectRoutes(routes, runner);
    if (store) addEntityRoutes(routes, { store, runner });
    addOperationRoutes(routes, operations);
    addPageFiles(routes);
  });
  app.addHook("onClose", async () => {
    await pool.close(settings.grace);
    await store?.close();
  });
  const listeners: MetricsListener[] = [];
  return {
    app: listeningApp(app),
    pool,
    async listenForMetrics({ host = "127.0.0.1", port = 0 }) {
      const listener = await openMetricsListener(operations, { host, port });
      listeners.push(listener);
      return listener.address;
    },
    reload: () => pool.reload(),
    async close() {
      state.isClosing = true;
      await closeWithin(app, settings.grace);
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}

/** Listening is not serving yet: the models may still be loaded. */
const listenTextResolver = (address: string) =>
  `listening at ${address}; /readyz there tells when the models are loaded.`;

function listeningApp(app: FastifyInstance): ServerApp {
  return {
    listen: (options) => app.listen({ backlog: BACKLOG, listenTextResolver, ...options }),
    inject: (request) => app.inject(request),
  };
}

/** lmdb is a native package: loaded only for who takes changes. */
async function openChanges(folder: string) {
  const { ChangeStore } = await import("../layers/change-store.js");
  return new ChangeStore(folder);
}

function fastifySettings(settings: ServerSettings): FastifyHttpOptions<Server> {
  const { logLevel, bodyLimit, receiveLimit, trustProxy } = settings;
  return {
    logger: loggerOptions(logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit,
    requestTimeout: receiveLimit,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 1000 },
    trustProxy: trustProxy ?? false,
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
    clientErrorHandler: (error, socket) => endSocket(socket, rawRefusal(error.code)),
  };
}

/** Who is let in: nobody while closing, nobody without the token, nobody into a full queue. */
function addAdmission(app: FastifyInstance, pool: LinkPool, state: State, { token }: ServerSettings): void {
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
    if (!isQueued || !pool.isFullFor(request.ip)) return;
    await setTimeout(REFUSAL_DELAY);
    if (pool.isFullFor(request.ip)) {
      throw new HttpError(429, "busy", "Too many requests are waiting; try again in a moment.");
    }
  });
}

/** Tells the guard what each connection is at. */
function addGuard(app: FastifyInstance, guard: ConnectionGuard): void {
  app.addHook("preHandler", async ({ raw }) => guard.received(raw.socket));
  app.addHook("onSend", async (_request, reply, payload) => {
    guard.answering(reply.raw, sizeOf(payload));
  });
}

/** Bytes or characters; what is neither is small. */
function sizeOf(payload: unknown): number {
  return typeof payload === "string" || payload instanceof Uint8Array ? payload.length : 0;
}

async function closeWithin(app: FastifyInstance, grace: number): Promise<void> {
  // what clients have sent already may still lie in the system's buffers; closing now would leave it without an answer
  if (app.server.listening) await setTimeout(Math.min(LINGER, grace));
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
