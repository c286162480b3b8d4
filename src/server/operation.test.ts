import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundleFixture } from "../../test/fixtures/bundle-service.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { createServer } from "./create-server.js";
import type { ServerSettings } from "./server-settings.js";

let module: string;
beforeAll(async () => {
  module = await bundleFixture("small-service");
});

async function create(settings: Partial<ServerSettings> = {}, source: object = { module }) {
  const server = await createServer(source, { workers: 1, ...settings });
  onTestFinished(() => server.close());
  await server.pool.ready;
  return server;
}

const link = (text: string) => ({ method: "POST", url: "/v1/link", payload: { text } }) as const;

describe("answers to wrong calls", () => {
  test("a known address with another method is told which methods it takes", async () => {
    const { app } = await create();
    for (const [url, allowed] of [
      ["/v1/link", "POST"],
      ["/rest/annotate?text=private", "GET, HEAD, POST"],
      ["/v1/entities/Q5", "GET, HEAD"],
    ] as const) {
      const answer = await app.inject({ method: "OPTIONS", url });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, allowed]);
      expect(answer.json().error.code).toBe("method-not-allowed");
      expect(answer.body).not.toMatch(/private/);
    }
    expect((await app.inject({ method: "OPTIONS", url: "/v2" })).statusCode).toBe(404);
  });
  test("without the token it is told how to give one", async () => {
    const { app } = await create({ token: "s3cret" });
    const without = await app.inject(link("England"));
    expect(without.headers["www-authenticate"]).toBe('Bearer realm="mulrel"');
    const wrong = await app.inject({ ...link("England"), headers: { authorization: "Bearer x" } });
    expect(wrong.headers["www-authenticate"]).toBe('Bearer realm="mulrel", error="invalid_token"');
  });
  test("every answer carries the request's id, a client's own where it is harmless", async () => {
    const { app } = await create();
    const made = (await app.inject("/healthz")).headers["x-request-id"];
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
    const id = async (given: string) =>
      (await app.inject({ url: "/nowhere", headers: { "x-request-id": given } })).headers["x-request-id"];
    expect(await id("trace-7")).toBe("trace-7");
    expect(await id('" forged')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("logs", () => {
  async function linesAt(logLevel: ServerSettings["logLevel"]): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    const { write } = process.stderr;
    process.stderr.write = ((line: string) => lines.push(line) > 0) as typeof write;
    try {
      const { app } = await create({ logLevel, trustProxy: ["127.0.0.1"] });
      await app.inject({
        ...link("England"),
        headers: { "x-forwarded-for": "10.1.2.3", "x-request-id": "a" },
      });
      await app.inject({ ...link("@throw"), headers: { "x-request-id": "b" } });
    } finally {
      process.stderr.write = write;
    }
    return lines.map((line) => JSON.parse(line)).filter((line) => line.id);
  }
  test("of level info have a line a request with id, client and status", async () => {
    const lines = await linesAt("info");
    expect(lines[0]).toMatchObject({
      id: "a",
      client: "10.1.2.3",
      method: "POST",
      path: "/v1/link",
      status: 200,
    });
    expect(lines.filter((line) => line.id === "b").map((line) => line.msg)).toEqual([
      "internal error",
      "request",
    ]);
  });
  test("of level error have failures of ours only", async () => {
    expect((await linesAt("error")).map((line) => line.id)).toEqual(["b", "b"]);
    expect(await linesAt("silent")).toEqual([]);
  });
});

describe("several linkers", () => {
  test("are asked by their names at every address, the first without one", async () => {
    const linkers = {
      news: { module, options: { name: "first" } },
      own: { module, options: { name: "second" } },
    };
    const { app } = await create({}, { linkers });
    const nameAt = async (url: string) => (await app.inject(url)).json().name;
    expect(await nameAt("/v1/model")).toBe("first");
    expect(await nameAt("/v1/model?model=own")).toBe("second");
    const { models } = (await app.inject("/v1/models")).json();
    expect(
      models.map((m: { name: string; description: { name: string } }) => [m.name, m.description.name]),
    ).toEqual([
      ["news", "first"],
      ["own", "second"],
    ]);
    for (const request of [
      { ...link("England"), url: "/v1/link?model=own" },
      { ...link("England"), url: "/?model=own" },
      { url: "/rest/annotate?model=own&text=England" },
    ]) {
      expect((await app.inject(request)).statusCode).toBe(200);
    }
    const unknown = await app.inject({ ...link("England"), url: "/v1/link?model=__proto__" });
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json().error.message).toBe('There is no model "__proto__" here; there are: news, own.');
  });
  test("need names that can stand in an address", async () => {
    await expect(createServer({ linkers: { "a b": { module } } })).rejects.toThrow(
      /named "a b"; wanted letters/,
    );
    await expect(createServer({ linkers: {} })).rejects.toThrow(/at least one/);
  });
});

describe("reloading", () => {
  test("loses no request, and those after it are answered by the new linker", async () => {
    const { app, pool, reload } = await create({ workers: 2 }, { module, options: { name: "clock" } });
    const before = (await app.inject("/v1/model")).json().loaded;
    const running = Array.from({ length: 40 }, (_, i) => app.inject(link(i % 4 ? "England" : "@sleep 50")));
    await Promise.all([reload(), reload()]);
    const answers = await Promise.all([...running, app.inject(link("England"))]);
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect((await app.inject("/v1/model")).json().loaded).not.toBe(before);
    expect(pool.reloads).toBe(2);
  });
  test("keeps the old linker where the new one cannot be loaded", async () => {
    const failBeside = join(temporaryFolder(), "broken");
    const { app, reload } = await create({}, { module, options: { failBeside } });
    writeFileSync(failBeside, "");
    await expect(reload()).rejects.toThrow(/the model is broken/);
    expect((await app.inject(link("England"))).statusCode).toBe(200);
  });
});

describe("the port for monitors", () => {
  test("has metrics and health without the token, and nothing else", async () => {
    const { listenForMetrics } = await create({ token: "s3cret" });
    const url = await listenForMetrics({});
    const get = async (path: string, method = "GET") => {
      const answer = await fetch(url + path, { method });
      return { status: answer.status, text: await answer.text(), allow: answer.headers.get("allow") };
    };
    expect((await get("/metrics")).text).toMatch(/^mulrel_workers_busy 0$/m);
    expect((await get("/healthz")).text).toBe('{"status":"alive"}');
    expect((await get("/readyz")).text).toBe('{"status":"ready"}');
    expect(await get("/metrics", "POST")).toMatchObject({ status: 405, allow: "GET, HEAD" });
    expect((await get("/v1/model")).status).toBe(404);
  });
});
