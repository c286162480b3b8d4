import { connect, type Socket } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundleFixture } from "../../test/fixtures/bundle-service.js";
import { createServer, type ServerApp } from "./create-server.js";
import type { ServerSettings } from "./server-settings.js";

let module: string;
beforeAll(async () => {
  module = await bundleFixture("small-service");
});

async function listen(settings: Partial<ServerSettings> = {}) {
  const server = await createServer({ module }, { workers: 1, ...settings });
  onTestFinished(() => server.close());
  await server.pool.ready;
  const url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  return { ...server, url, port: Number(new URL(url).port) };
}

function post(url: string, body: unknown, headers = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** A connection that is opened and told nothing; closed at the end of the test. */
function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", () => {});
    onTestFinished(() => {
      socket.destroy();
    });
  });
}

/** Asked without a connection, which would be counted. */
async function metric(app: ServerApp, name: string): Promise<number> {
  const text = (await app.inject("/metrics")).body;
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
}

async function until(isTrue: () => Promise<boolean>, milliseconds = 20_000): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    if (await isTrue()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

/** A request whose answer has some five megabytes. */
const large = JSON.stringify({ text: "@large 5000000" });
const largeRequest = `POST /v1/link HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${large.length}\r\n\r\n${large}`;

describe("what is asked for", () => {
  test("mentions may not be longer together than four texts", async () => {
    const { url } = await listen({ textLimit: 1000 });
    const text = "England ".repeat(100);
    const mentions = Array.from({ length: 10 }, () => ({ start: 0, end: 700 }));
    for (const [path, body] of [
      ["/v1/link", { text, mentions }],
      ["/v1/link/batch", { documents: [{ text, mentions }] }],
      ["/", { text, spans: mentions.map(({ start, end }) => [start, end]) }],
    ] as const) {
      const answer = await post(url + path, body);
      expect(answer.status).toBe(413);
      expect(await answer.text()).toMatch(/7000 characters long together; this server takes at most 4000/);
    }
  });
  test("an answer may not be larger than the limit, alone or in a batch", async () => {
    const { url } = await listen({ answerLimit: 100_000 });
    const answer = await post(`${url}/v1/link`, { text: "@large 200000" });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toMatch(/"too-large".*larger than the 0\.1 MB.*fewer candidates/);
    const document = { text: "@large 50000" };
    expect((await post(`${url}/v1/link`, document)).status).toBe(200);
    const batch = await post(`${url}/v1/link/batch`, { documents: Array(10).fill(document) });
    expect(batch.status).toBe(413);
  });
  test("candidates are cut where fewer are asked for", async () => {
    const { app } = await listen();
    const all = (await app.inject("/v1/candidates?name=England")).json();
    const one = (await app.inject("/v1/candidates?name=England&limit=1")).json();
    expect(one.candidates).toEqual(all.candidates.slice(0, 1));
    expect((await app.inject("/v1/candidates?name=England&limit=x")).statusCode).toBe(400);
  });
  test("what an error quotes of the request is cut", async () => {
    const { url } = await listen();
    const answer = await fetch(`${url}/nif`, {
      method: "POST",
      headers: { "content-type": "text/turtle" },
      body: `@prefix nif: <http://a#> . <a> nif:b "${"x".repeat(100_000)}" ; ${"y".repeat(100_000)} .`,
    });
    expect(answer.status).toBe(400);
    expect((await answer.text()).length).toBeLessThan(1000);
  });
});

describe("connections that take room", () => {
  test("silent ones make room for who asks", async () => {
    const { app, url, port } = await listen({ connectionLimit: 20 });
    for (let i = 0; i < 40; i++) await openSocket(port);
    const begin = performance.now();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await post(`${url}/v1/link`, { text: "England" })).status).toBe(200);
    expect(performance.now() - begin).toBeLessThan(5000);
    expect(await metric(app, "mulrel_connections")).toBeLessThanOrEqual(20);
    expect(await metric(app, "mulrel_connections_closed_idle")).toBeGreaterThanOrEqual(20);
  });
  test("bodies that never come make room for who asks", async () => {
    const { url, port } = await listen({ connectionLimit: 20 });
    const head =
      "POST /v1/link HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
    for (let i = 0; i < 40; i++) (await openSocket(port)).write(head);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
  test("silent ones are closed for good, though their other end stays open", async () => {
    const { app, port } = await listen({ receiveLimit: 300 });
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {});
    onTestFinished(() => {
      socket.destroy();
    });
    const slow = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () =>
      slow.write("GET / HTTP/1.1\r\n"),
    );
    slow.on("error", () => {});
    onTestFinished(() => {
      slow.destroy();
    });
    await until(async () => (await metric(app, "mulrel_connections")) >= 2);
    expect(await until(async () => (await metric(app, "mulrel_connections")) === 0)).toBe(true);
  });
  test("who does not read the answer is cut off after the send limit", async () => {
    const { app, port } = await listen({ sendLimit: 300 });
    const socket = await openSocket(port);
    socket.pause();
    socket.write(largeRequest);
    expect(await until(async () => (await metric(app, "mulrel_unsent_bytes")) > 1e6)).toBe(true);
    expect(await until(async () => (await metric(app, "mulrel_connections")) === 0)).toBe(true);
    expect(await metric(app, "mulrel_unsent_bytes")).toBeLessThan(10_000);
  });
  test("answers that nobody reads never hold more than the unsent limit", async () => {
    const { app, url, port } = await listen({ unsentLimit: 11_000_000 });
    for (let i = 0; i < 6; i++) {
      const socket = await openSocket(port);
      socket.pause();
      socket.write(largeRequest);
    }
    expect(await until(async () => (await metric(app, "mulrel_connections_closed_unread")) > 0)).toBe(true);
    expect(await metric(app, "mulrel_unsent_bytes")).toBeLessThanOrEqual(11_000_000);
    expect((await post(`${url}/v1/link`, { text: "England" })).status).toBe(200);
  });
});

describe("fairness", () => {
  test("a client that fills the queue does not keep others out", async () => {
    const { app } = await listen({ queueLimit: 4, trustProxy: ["127.0.0.1"] });
    const from = (client: string, text: string) =>
      app.inject({
        method: "POST",
        url: "/v1/link",
        payload: { text },
        headers: { "x-forwarded-for": client },
      });
    const greedy = Array.from({ length: 12 }, () => from("10.0.0.1", "@sleep 200"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await from("10.0.0.2", "England")).statusCode).toBe(200);
    const statuses = (await Promise.all(greedy)).map((answer) => answer.statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
  test("a client has no more places than its own limit", async () => {
    const { app } = await listen({ clientLimit: 2 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        app.inject({ method: "POST", url: "/v1/link", payload: { text: "@sleep 400" } }),
      ),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(3);
  });
  test("short texts do not wait for long ones while there are two threads", async () => {
    const { app } = await listen({ workers: 2 });
    const send = (text: string) => app.inject({ method: "POST", url: "/v1/link", payload: { text } });
    await send("England");
    const long = `@sleep 1500 ${"England ".repeat(600)}`; // named often, so that it counts as much work
    const slow = [send(long), send(long), send(long)];
    const begin = performance.now();
    expect((await send("England")).statusCode).toBe(200);
    expect(performance.now() - begin).toBeLessThan(1200);
    expect((await Promise.all(slow)).map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
  });
});
