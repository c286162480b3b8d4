/** The addresses that clients of REL, DBpedia Spotlight and GERBIL call. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RelRequest } from "./dialect-rel.js";
import { readTypes } from "./dialect-spotlight.js";
import { HttpError, JSON_TYPE } from "./http-errors.js";
import type { Runner } from "./runner.js";
import * as schema from "./schemas.js";

const TURTLE = "application/x-turtle";
const tags = ["other dialects"];

export function addDialectRoutes(app: FastifyInstance, runner: Runner): void {
  const readText = (_: FastifyRequest, body: string, done: (error: null, body: string) => void) =>
    done(null, body);
  addRel(app, runner);
  // what these take besides JSON no other address does
  app.register(async (spotlight) => {
    spotlight.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_: FastifyRequest, body: string, done: (error: null, body: unknown) => void) =>
        done(null, Object.fromEntries(new URLSearchParams(body))),
    );
    addSpotlight(spotlight, runner);
  });
  app.register(async (nif) => {
    nif.addContentTypeParser(["text/turtle", TURTLE, "application/turtle"], { parseAs: "string" }, readText);
    addNif(nif, runner);
  });
}

function addRel(app: FastifyInstance, runner: Runner): void {
  app.post<{ Body: Omit<RelRequest, "spans"> & { spans?: RelRequest["spans"] | null } }>(
    "/",
    {
      schema: {
        summary: "REL",
        description: "As the API of REL, the Radboud Entity Linker. Names without an entity are left out.",
        tags,
        querystring: schema.modelQuery,
        body: schema.relBody,
        response: { 200: schema.relAnswer, "4xx": schema.errorSchema },
      },
    },
    async (request, reply) => {
      const { text, spans } = request.body;
      runner.checkText(text);
      runner.checkMentions(spans?.map(([start, length]) => ({ start, end: start + length })));
      const body = await runner.run(reply, { kind: "rel", request: { text, spans: spans ?? [] } });
      return reply.type(JSON_TYPE).send(body);
    },
  );
}

interface SpotlightParameters {
  text?: string;
  confidence?: string;
  support?: string;
  types?: string;
  policy?: string;
}

const spotlightParameters = {
  type: "object",
  properties: {
    text: { type: "string", description: "Plain text." },
    confidence: { type: "string", description: "Links less likely than this are left out; 0.5 by default." },
    support: {
      type: "string",
      description: "Entities with fewer links than this are left out; 0 by default.",
    },
    types: {
      type: "string",
      description: "Only entities of these types, parted by commas: DBpedia:Person,DBpedia:Place.",
    },
    policy: {
      type: "string",
      description: "whitelist (the default) holds the answer to the types, blacklist leaves them out.",
    },
  },
} as const;

const spotlightQuery = {
  type: "object",
  properties: { ...spotlightParameters.properties, ...schema.modelQuery.properties },
} as const;

/** A number that came as text; Spotlight's clients send what they like. */
function readNumber(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === "") return fallback;
  const number = Number(value);
  if (Number.isFinite(number) && number >= 0) return number;
  throw new HttpError(400, "bad-input", `The parameter ${name} must be a number of at least 0.`);
}

function addSpotlight(app: FastifyInstance, runner: Runner): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, parameters: SpotlightParameters) => {
    const accepted = request.headers.accept ?? "*/*";
    if (!/application\/(\*|json)|\*\/\*/.test(accepted)) {
      throw new HttpError(
        406,
        "not-acceptable",
        'This address answers in JSON: send "Accept: application/json".',
      );
    }
    const { text } = parameters;
    if (!text) throw new HttpError(400, "bad-input", "The parameter text is missing or empty.");
    runner.checkText(text);
    const confidence = Math.min(1, readNumber("confidence", parameters.confidence, 0.5));
    const support = readNumber("support", parameters.support, 0);
    const types = readTypes(parameters.types, parameters.policy);
    return runner.run(reply, { kind: "spotlight", request: { text, confidence, support, types } });
  };
  const response = { 200: { type: "object", additionalProperties: true }, "4xx": schema.errorSchema };
  const summary = "DBpedia Spotlight";
  for (const path of ["/rest/annotate", "/annotate"]) {
    app.get<{ Querystring: SpotlightParameters }>(
      path,
      { schema: { summary, tags, querystring: spotlightQuery, response } },
      async (request, reply) => reply.type(JSON_TYPE).send(await answer(request, reply, request.query)),
    );
    app.post<{ Body: SpotlightParameters }>(
      path,
      {
        schema: {
          summary,
          tags,
          consumes: ["application/x-www-form-urlencoded"],
          querystring: schema.modelQuery,
          body: spotlightParameters,
          response,
        },
      },
      async (request, reply) => reply.type(JSON_TYPE).send(await answer(request, reply, request.body)),
    );
  }
}

function addNif(app: FastifyInstance, runner: Runner): void {
  app.post<{ Body: string }>(
    "/nif",
    {
      schema: {
        summary: "NIF for GERBIL",
        description:
          "A nif:Context in Turtle in, the same with itsrdf:taIdentRef out. Phrases of the context are linked (D2KB); without any, names are found (A2KB).",
        tags,
        consumes: [TURTLE, "text/turtle"],
        produces: [TURTLE],
        querystring: schema.modelQuery,
        body: { type: "string" },
        response: { 200: { type: "string" }, "4xx": schema.errorSchema },
      },
    },
    async (request, reply) => {
      const job = { kind: "nif", turtle: request.body, textLimit: runner.textLimit } as const;
      const type = /text\/turtle/.test(request.headers.accept ?? "") ? "text/turtle" : TURTLE;
      const body = await runner.run(reply, job);
      return reply.type(`${type}; charset=utf-8`).send(body);
    },
  );
}
