import { Parser } from "n3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleFixture } from "../../test/fixtures/bundle-service.js";
import { createServer, type LinkServer } from "./create-server.js";
import type { SpotlightAnswer } from "./dialect-spotlight.js";

let server: LinkServer;
beforeAll(async () => {
  server = await createServer({ module: await bundleFixture("small-service") }, { workers: 1 });
});
afterAll(() => server.close());

const text = "😀 England beat Germany on penalties, said Zarkon Vexley.";

describe("REL", () => {
  const rel = async (payload: object) =>
    (await server.app.inject({ method: "POST", url: "/", payload })).json();
  test("names are found and come back as REL's lists, counted in code points", async () => {
    expect(await rel({ text, spans: [] })).toEqual([
      [2, 7, "England", "England_national_football_team", expect.any(Number), 1, "ORG"],
      [15, 7, "Germany", "Germany_national_football_team", expect.any(Number), 1, "ORG"],
    ]);
  });
  test("given spans are linked; what other fields clients send does no harm", async () => {
    const request = { text, spans: [[15, 7]], tagger: "ner-fast", model: "wiki" };
    expect(await rel(request)).toEqual([
      [15, 7, "Germany", expect.stringMatching(/^Germany/), expect.any(Number), 0, expect.any(String)],
    ]);
    expect(await rel({ text: "Nobody here", spans: null })).toEqual([]);
  });
});

describe("DBpedia Spotlight", () => {
  const json = { accept: "application/json" };
  test("GET answers with every value as a string and UTF-16 offsets", async () => {
    const query = new URLSearchParams({ text, confidence: "0.2" });
    const response = await server.app.inject({ url: `/rest/annotate?${query}`, headers: json });
    const answer = response.json() as SpotlightAnswer;
    expect(answer).toMatchObject({
      "@text": text,
      "@confidence": "0.2",
      "@support": "0",
      "@policy": "whitelist",
    });
    expect(answer.Resources!.map((r) => [r["@URI"], r["@surfaceForm"], r["@offset"]])).toEqual([
      ["http://dbpedia.org/resource/England_national_football_team", "England", "3"],
      ["http://dbpedia.org/resource/Germany_national_football_team", "Germany", "16"],
    ]);
    for (const resource of answer.Resources!) {
      for (const value of Object.values(resource)) expect(value).toBeTypeOf("string");
      expect(Number(resource["@similarityScore"])).toBeGreaterThan(0.2);
    }
  });
  test("types hold the answer to entities of them, or leave these out; a type that there is not is told", async () => {
    const ask = async (asked: Record<string, string>) => {
      const query = new URLSearchParams({ text, confidence: "0", ...asked });
      return (await server.app.inject({ url: `/rest/annotate?${query}`, headers: json })).json();
    };
    const teams = await ask({ types: "DBpedia:Organisation,Schema:Person" });
    expect(teams.Resources).toHaveLength(2);
    expect(teams.Resources[0]["@types"]).toBe("Schema:Organization,DBpedia:Organisation");
    expect(teams["@types"]).toBe("DBpedia:Organisation,DBpedia:Person");
    expect(await ask({ types: "Place" })).not.toHaveProperty("Resources");
    expect(await ask({ types: "organisation", policy: "blacklist" })).not.toHaveProperty("Resources");
    expect((await ask({ types: "place", policy: "blacklist" })).Resources).toHaveLength(2);
    expect((await ask({ types: "DBpedia:Film" })).error.message).toMatch(
      /no type "DBpedia:Film".*DBpedia:Work/,
    );
  });
  test("a form POST is the same; nothing found leaves Resources out", async () => {
    const send = (form: Record<string, string>, headers: Record<string, string> = json) =>
      server.app.inject({
        method: "POST",
        url: "/rest/annotate",
        payload: new URLSearchParams(form).toString(),
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      });
    const found = (await send({ text: "England+Germany & more", confidence: "0" })).json();
    expect(found["@text"]).toBe("England+Germany & more");
    expect(found.Resources).toHaveLength(2);
    expect((await send({ text, confidence: "1" })).json()).not.toHaveProperty("Resources");
    expect((await send({ text }, { accept: "text/xml" })).statusCode).toBe(406);
    expect((await send({ text, confidence: "high" })).json().error.message).toMatch(
      /confidence must be a number/,
    );
    expect((await send({})).json().error.message).toMatch(/text is missing/);
  });
});

describe("NIF", () => {
  const base = "http://www.aksw.org/gerbil/NifWebService/request_0";
  const length = [...text].length;
  const prefixes = `@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    @prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .`;
  const context = `<${base}#char=0,${length}> a nif:RFC5147String, nif:String, nif:Context ;
    nif:beginIndex "0"^^xsd:nonNegativeInteger ; nif:endIndex "${length}"^^xsd:nonNegativeInteger ;
    nif:isString ${JSON.stringify(text)}@en .`;
  const phrase = `<${base}#char=15,22> a nif:RFC5147String, nif:String, nif:Phrase ;
    nif:anchorOf "Germany"@en ; nif:beginIndex "15"^^xsd:nonNegativeInteger ;
    nif:endIndex "22"^^xsd:nonNegativeInteger ; nif:referenceContext <${base}#char=0,${length}> .`;

  async function send(turtle: string) {
    const response = await server.app.inject({
      method: "POST",
      url: "/nif",
      payload: turtle,
      headers: { "content-type": "application/x-turtle", accept: "application/x-turtle" },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toMatch(/application\/x-turtle/);
    const quads = new Parser().parse(response.body);
    const value = (name: string) =>
      quads.filter((q) => q.predicate.value.endsWith(`#${name}`)).map((q) => q.object.value);
    return { quads, value, body: response.body };
  }

  test("a context without phrases gets its names found (A2KB)", async () => {
    const { value, quads } = await send(`${prefixes} ${context}`);
    expect(value("taIdentRef")).toEqual([
      "http://en.wikipedia.org/wiki/England_national_football_team",
      "http://en.wikipedia.org/wiki/Germany_national_football_team",
    ]);
    expect(value("anchorOf")).toEqual(["England", "Germany", "Zarkon Vexley"]);
    expect(value("taConfidence").every((c) => Number(c) >= 0 && Number(c) <= 1)).toBe(true);
    expect(quads.some((q) => q.subject.value === `${base}#char=0,${length}`)).toBe(true);
  });
  test("a context with phrases gets those linked (D2KB), and its own answer can be sent again", async () => {
    const { value, body } = await send(`${prefixes} ${context} ${phrase}`);
    expect(value("anchorOf")).toEqual(["Germany"]);
    expect(value("beginIndex")).toEqual(["0", "15"]);
    expect(value("isString")).toEqual([text]);
    expect((await send(body)).body).toBe(body);
  });
  test("what is no Turtle, or has no context, is refused in a sentence", async () => {
    for (const payload of ["<<<", prefixes]) {
      const headers = { "content-type": "text/turtle" };
      const response = await server.app.inject({ method: "POST", url: "/nif", payload, headers });
      expect(response.statusCode).toBe(400);
      expect(response.json().error.code).toBe("bad-input");
    }
  });
});
