/** Metrics and health on a port of their own, for monitors inside a network: no token, nothing that links, no part in the load. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { errorAnswer, JSON_TYPE, pathOf } from "./http-errors.js";
import { type Operations, whyNotReady } from "./routes-operations.js";

/** Monitors are few. */
const MOST_CONNECTIONS = 100;
const TIME_LIMIT = 10_000;

export interface MetricsListener {
  address: string;
  close(): Promise<void>;
}

export async function openMetricsListener(
  operations: Operations,
  { host, port }: { host: string; port: number },
): Promise<MetricsListener> {
  const server = createServer(
    { requestTimeout: TIME_LIMIT, headersTimeout: TIME_LIMIT },
    (request, response) => {
      void answer(operations, request, response);
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.setTimeout(TIME_LIMIT);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return { address: addressOf(server), close: () => closeNow(server) };
}

async function answer(
  operations: Operations,
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body: object) => {
    response.writeHead(status, { "content-type": JSON_TYPE }).end(JSON.stringify(body));
  };
  const path = pathOf(url);
  if (!["/metrics", "/healthz", "/readyz"].includes(path)) {
    send(
      404,
      errorAnswer("not-found", `There is nothing at ${path}; this port has /metrics, /healthz and /readyz.`),
    );
  } else if (method !== "GET" && method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    send(405, errorAnswer("method-not-allowed", `${path} takes GET.`));
  } else if (path === "/metrics") {
    const { metrics } = operations;
    response.writeHead(200, { "content-type": metrics.contentType }).end(await metrics.text());
  } else {
    const reason = path === "/readyz" ? whyNotReady(operations) : undefined;
    if (reason === undefined) send(200, { status: path === "/readyz" ? "ready" : "alive" });
    else send(503, errorAnswer("not-ready", reason));
  }
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

function closeNow(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
