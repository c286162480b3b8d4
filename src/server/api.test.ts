import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleFixture } from "../../test/fixtures/bundle-service.js";
import type { BatchAnswer, ErrorAnswer, LinkAnswer } from "./api-messages.js";
import { createServer, type LinkServer } from "./create-server.js";

let server: LinkServer;

beforeAll(async () => {
  server = await createServer(
    { module: await bundleFixture("small-service") },
    { workers: 2, textLimit: 25_000, bodyLimit: 60_000 },
  );
  await server.pool.ready;
});
afterAll(() => server.close());

async function post<T = LinkAnswer>(url: string, payload: unknown, headers = {}) {
  const response = await server.app.inject({ method: "POST", url, payload: payload as object, headers });
  return { status: response.statusCode, body: response.json() as T, headers: response.headers };
}

const text = "England beat Germany on penalties.";

describe("POST /v1/link", () => {
  test("answers with the links of the text", async () => {
    const { status, body } = await post("/v1/link", { text });
    expect(status).toBe(200);
    expect(body.links.map((l) => [l.start, l.end, l.mention, l.entity?.title])).toEqual([
      [0, 7, "England", "England national football team"],
      [13, 20, "Germany", "Germany national football team"],
    ]);
    expect(body.links[0].candidates).toHaveLength(2);
    expect(body.links[0].explanation).toBeUndefined();
  });
  test("explains when asked to", async () => {
    const { body } = await post("/v1/link", { text, explain: true });
    const { explanation } = body.links[0];
    expect(explanation!.candidates[0].beliefs.length).toBeGreaterThan(1);
    expect(explanation!.words.map((w) => text.slice(w.start, w.end))).toContain("penalties");
    expect(explanation!.voices.map((v) => v.mention)).toContain(1);
    expect(explanation!.lines.length).toBeGreaterThan(0);
  });
  test("counts code points when asked to", async () => {
    const request = { text: `😀 ${text}`, offsets: "codepoint" };
    const found = await post("/v1/link", { ...request, explain: true });
    expect(found.body.links.map((l) => l.start)).toEqual([2, 15]);
    const penalties = found.body.links[0].explanation!.words.find((w) => w.word === "penalties")!;
    expect([...request.text].slice(penalties.start, penalties.end).join("")).toBe("penalties");
    const given = await post("/v1/link", { ...request, mentions: [{ start: 15, end: 22 }] });
    expect(given.body.links.map((l) => l.mention)).toEqual(["Germany"]);
  });
  test("takes a mention to mean the entity it is given", async () => {
    const mentions = [{ start: 0, end: 7, entity: "Q0" }];
    const { body } = await post("/v1/link", { text, mentions });
    expect(body.links[0].entity?.title).toBe("England");
    const unknown = await post<ErrorAnswer>("/v1/link", {
      text,
      mentions: [{ start: 0, end: 7, entity: "Q999" }],
    });
    expect(unknown.status).toBe(400);
    expect(unknown.body.error.message).toMatch(/"Q999"/);
  });
  test("links below the threshold come back without an entity", async () => {
    const { body } = await post("/v1/link", { text, nil: 1 });
    expect(body.links.map((l) => l.entity)).toEqual([null, null]);
  });
  test("links can be held to types of entities, which come with each", async () => {
    const teams = await post("/v1/link", { text, types: ["organisation"] });
    expect(teams.body.links.map((l) => l.entity?.type)).toEqual(["organisation", "organisation"]);
    expect((await post("/v1/link", { text, types: ["person"] })).body.links).toEqual([]);
    expect((await post("/v1/link", { text, types: ["film"] })).status).toBe(400);
  });
});

describe("other addresses", () => {
  test("a batch is answered in the order of the request", async () => {
    const documents = Array.from({ length: 50 }, (_, i) => ({
      ...(i % 2 === 0 && { id: `doc ${i}` }),
      text: "England. ".repeat(i),
    }));
    const { body } = await post<BatchAnswer>("/v1/link/batch", { documents });
    expect(body.documents.map((d) => [d.id, d.links.length])).toEqual(
      documents.map((d, i) => [d.id ?? String(i), i]),
    );
    expect((await post<BatchAnswer>("/v1/link/batch", { documents: [] })).body.documents).toEqual([]);
  });
  test("an entity is found by its identifier, candidates by a name in any case", async () => {
    const entity = await server.app.inject("/v1/entities/Q5");
    expect(entity.json()).toMatchObject({ id: "Q5", title: "Apple Inc.", isPerson: false });
    expect((await server.app.inject("/v1/entities/Q50")).statusCode).toBe(404);
    const candidates = await server.app.inject("/v1/candidates?name=ENGLAND");
    expect(candidates.json().candidates.map((c: { entity: { id: string } }) => c.entity.id)).toEqual([
      "Q0",
      "Q1",
    ]);
    expect((await server.app.inject("/v1/candidates?name=Zarkon")).json().candidates).toEqual([]);
    expect((await server.app.inject("/v1/candidates")).statusCode).toBe(400);
  });
  test("health, readiness, model and metrics", async () => {
    expect((await server.app.inject("/healthz")).json()).toEqual({ status: "alive" });
    expect((await server.app.inject("/readyz")).json()).toEqual({ status: "ready" });
    expect((await server.app.inject("/v1/model")).json()).toMatchObject({ name: "small" });
    const metrics = (await server.app.inject("/metrics")).body;
    expect(metrics).toMatch(/mulrel_request_duration_seconds_count\{method="POST",route="\/v1\/link"/);
    expect(metrics).toMatch(/^mulrel_mentions_total [1-9]/m);
    expect(metrics).toMatch(/^mulrel_nil_total \d/m);
    expect(metrics).toMatch(/^process_resident_memory_bytes \d/m);
  });
  test("/openapi.json describes every address", async () => {
    const document = (await server.app.inject("/openapi.json")).json();
    expect(document.openapi).toBe("3.0.3");
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(["/v1/link", "/v1/link/batch", "/v1/candidates", "/", "/nif", "/rest/annotate"]),
    );
    expect(document.paths["/v1/link"].post.requestBody.content["application/json"].schema.required).toEqual([
      "text",
    ]);
  });
});

describe("errors", () => {
  const cases: [name: string, status: number, code: string, message: RegExp, body: unknown][] = [
    ["no text", 400, "bad-input", /must have required property 'text'/, {}],
    ["a misspelt option", 400, "bad-input", /must not have "explian"/, { text: "", explian: true }],
    ["a number as text", 400, "bad-input", /body\.text must be string/, { text: 7 }],
    [
      "an offset behind the text",
      400,
      "bad-input",
      /Mention 0/,
      { text: "a", mentions: [{ start: 0, end: 9 }] },
    ],
    [
      "a long text",
      413,
      "too-large",
      /25001 characters; this server takes at most 25000/,
      {
        text: "a".repeat(25_001),
      },
    ],
    [
      "a long text to explain",
      413,
      "too-large",
      /this server explains at most 10000/,
      { text: "a".repeat(10_001), explain: true },
    ],
    [
      "a huge body",
      413,
      "too-large",
      /larger than the 60000 bytes that this server takes/,
      { text: "a".repeat(70_000) },
    ],
    ["a failure inside", 500, "internal", /Something went wrong inside/, { text: "@throw" }],
  ];
  for (const [name, status, code, message, body] of cases) {
    test(`${name} is answered with ${status} and a sentence`, async () => {
      const answer = await post<ErrorAnswer>("/v1/link", body);
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ error: { code, message: expect.stringMatching(message) } });
      expect(JSON.stringify(answer.body)).not.toMatch(/passwd|\.js|\n *at /);
    });
  }
  test("broken JSON, a foreign Content-Type and an unknown address too", async () => {
    const broken = await post<ErrorAnswer>("/v1/link", "{", { "content-type": "application/json" });
    expect(broken).toMatchObject({ status: 400, body: { error: { code: "bad-input" } } });
    const foreign = await post<ErrorAnswer>("/v1/link", "x", { "content-type": "image/png" });
    const forms = { "content-type": "application/x-www-form-urlencoded" };
    for (const headers of [forms, { "content-type": "text/plain" }]) {
      const { status, body } = await post<ErrorAnswer>("/v1/link", JSON.stringify({ text }), headers);
      expect([status, body.error.message]).toEqual([415, expect.stringContaining("application/json")]);
    }
    expect(foreign).toMatchObject({ status: 415, body: { error: { code: "unsupported-media-type" } } });
    const nowhere = await post<ErrorAnswer>("/v2/link?text=private", {});
    expect(nowhere).toMatchObject({ status: 404, body: { error: { code: "not-found" } } });
    expect(nowhere.body.error.message).toBe("There is nothing at POST /v2/link.");
  });
  test("prototype poisoning is refused", async () => {
    const headers = { "content-type": "application/json" };
    const { status } = await post("/v1/link", '{"text":"a","__proto__":{"x":1}}', headers);
    expect(status).toBe(400);
  });
});
