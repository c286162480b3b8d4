import { connect } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundleFixture } from "../../test/fixtures/bundle-service.js";
import { createServer, type LinkServer } from "./create-server.js";
import type { ServerSettings } from "./server-settings.js";

let module: string;
beforeAll(async () => {
  module = await bundleFixture("small-service");
});

async function listen(
  settings: Partial<ServerSettings> = {},
): Promise<LinkServer & { url: string; port: number }> {
  const server = await createServer({ module }, { workers: 1, ...settings });
  onTestFinished(() => server.close());
  await server.pool.ready;
  const url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  return { ...server, url, port: Number(new URL(url).port) };
}

function link(url: string, text: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/v1/link`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ text }),
  });
}

const jsonHead = "POST /v1/link HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

/** Sends bytes as they are; everything the server answers until it closes. */
function raw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (data) => (answer += data));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

describe("connections", () => {
  test("a worker killed in mid-request costs that request a 503, the next ones work", async () => {
    const { url } = await listen();
    const lost = await link(url, "@exit");
    expect(lost.status).toBe(503);
    expect(((await lost.json()) as { error: { code: string } }).error.code).toBe("worker-lost");
    for (let i = 0; i < 3; i++) expect((await link(url, "England")).status).toBe(200);
  });
  test("a full queue answers 429 with Retry-After and stays healthy", async () => {
    const { url } = await listen({ queueLimit: 1 });
    const answers = await Promise.all(["@sleep 300", ...Array(20).fill("England")].map((t) => link(url, t)));
    const statuses = answers.map((a) => a.status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(answers.find((a) => a.status === 429)!.headers.get("retry-after")).toBe("1");
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await link(url, "England")).status).toBe(200);
  });
  test("the time limit ends a request with 504", async () => {
    const { url } = await listen({ timeLimit: 4000 });
    expect((await link(url, "@sleep 60000")).status).toBe(504);
    expect((await link(url, "England")).status).toBe(200);
  });
  test("a client that sends its request drop by drop is cut off", async () => {
    const { port } = await listen({ receiveLimit: 500 });
    const answer = await raw(port, `${jsonHead}Content-Length: 50\r\n\r\n{`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/"code":"timeout"/);
    expect(await raw(port, "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ")).toMatch(/^HTTP\/1\.1 408 /);
  });
  test("a body larger than the limit is cut off before it is read", async () => {
    const { port, url } = await listen({ bodyLimit: 1000 });
    const answer = await raw(port, `${jsonHead}Content-Length: 1000000000\r\n\r\n{`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*larger than the 1000 bytes that this server takes/s);
    const chunk = `3e8\r\n${"a".repeat(1000)}\r\n`;
    const chunked = await raw(port, `${jsonHead}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`);
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
    expect((await link(url, "England")).status).toBe(200);
  });
  test("bytes that are no HTTP get a sentence and a closed connection", async () => {
    const { port } = await listen();
    expect(await raw(port, Buffer.from([0xff, 0x00, 0x80, 0x0a, 0x0d, 0x0a]))).toMatch(
      /^HTTP\/1\.1 400 .*"bad-input"/s,
    );
    expect(await raw(port, "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n")).toMatch(/no Host header/);
    const longId = `GET /v1/entities/${"a".repeat(2000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    expect(await raw(port, longId)).toMatch(/^HTTP\/1\.1 404 .*"not-found"/s);
    expect(await raw(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${"y".repeat(100_000)}`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });
  test("closing finishes the requests that were taken", async () => {
    const server = await listen();
    const taken = link(server.url, "@sleep 300");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = server.close();
    expect((await taken).status).toBe(200);
    await closed;
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  });
});

describe("who may call", () => {
  test("with a token only those who have it, but everybody may ask for health and the page", async () => {
    const { url } = await listen({ token: "s3cret" });
    expect((await link(url, "England")).status).toBe(401);
    expect((await link(url, "England", { authorization: "Bearer wrong" })).status).toBe(401);
    expect((await link(url, "England", { authorization: "Bearer s3cret" })).status).toBe(200);
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
    for (const open of ["/healthz", "/readyz", "/openapi.json"]) {
      expect((await fetch(url + open)).status).toBe(200);
    }
  });
  test("other origins may not read answers unless told so", async () => {
    const closed = await listen();
    const origin = { origin: "https://example.org" };
    expect((await link(closed.url, "England", origin)).headers.get("access-control-allow-origin")).toBeNull();
    const open = await listen({ cors: ["https://example.org"] });
    expect((await link(open.url, "England", origin)).headers.get("access-control-allow-origin")).toBe(
      "https://example.org",
    );
  });
  test("a browser's preflight needs no token", async () => {
    const { url } = await listen({ token: "s3cret", cors: ["https://example.org"] });
    const answer = await fetch(`${url}/v1/link`, {
      method: "OPTIONS",
      headers: {
        origin: "https://example.org",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-headers")).toMatch(/authorization/);
  });
  test("answers carry the security headers", async () => {
    const { url } = await listen();
    const { headers } = await fetch(`${url}/healthz`);
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });
  test("logs tell method, path and status, never a text", async () => {
    const lines: string[] = [];
    const write = process.stderr.write;
    process.stderr.write = ((line: string) => lines.push(line) > 0) as typeof write;
    try {
      const { url } = await listen({ logLevel: "info" });
      await link(url, "England privately");
      await fetch(`${url}/rest/annotate?text=privately`);
      await fetch(`${url}/v1/candidates?name=privately`);
    } finally {
      process.stderr.write = write;
    }
    const requests = lines.map((l) => JSON.parse(l)).filter((l) => l.method);
    expect(requests.map((r) => [r.method, r.path, r.status])).toEqual([
      ["POST", "/v1/link", 200],
      ["GET", "/rest/annotate", 200],
      ["GET", "/v1/candidates", 200],
    ]);
    expect(lines.join("")).not.toMatch(/privately/);
  });
});
