/** mulrel's own API: link, look up, describe. */
import type { FastifyInstance } from "fastify";
import type { ChangeStore } from "../layers/change-store.js";
import type { BatchRequest, LinkRequest } from "./api-messages.js";
import { JSON_TYPE } from "./http-errors.js";
import type { Question } from "./jobs.js";
import { letGo } from "./let-go.js";
import { etagOf } from "./routes-entities.js";
import type { Runner } from "./runner.js";
import * as schema from "./schemas.js";

/** `store`: where changes of own entities are kept, when they are taken. */
export function addLinkRoutes(app: FastifyInstance, runner: Runner, store?: ChangeStore): void {
  addLink(app, runner);
  addBatch(app, runner);
  addEntities(app, runner, store);
  addCandidates(app, runner);
  addModels(app, runner);
}

function addLink(app: FastifyInstance, runner: Runner): void {
  app.post<{ Body: LinkRequest }>(
    "/v1/link",
    {
      schema: {
        summary: "Link the names in a text",
        tags: ["linking"],
        querystring: schema.modelQuery,
        body: schema.linkBody,
        response: { 200: schema.linkAnswer, "4xx": schema.errorSchema, "5xx": schema.errorSchema },
      },
    },
    async (request, reply) => {
      runner.checkText(request.body.text, request.body);
      runner.checkMentions(request.body.mentions);
      const body = await runner.run(reply, { kind: "link", request: request.body });
      reply.raw.once("close", () => letGo(body));
      return reply.type(JSON_TYPE).send(body);
    },
  );
}

function addBatch(app: FastifyInstance, runner: Runner): void {
  app.post<{ Body: BatchRequest }>(
    "/v1/link/batch",
    {
      schema: {
        summary: "Link many texts in one request",
        description: "Each document is linked by itself; the answers come in the order of the request.",
        tags: ["linking"],
        querystring: schema.modelQuery,
        body: schema.batchBody,
        response: { 200: schema.batchAnswer, "4xx": schema.errorSchema, "5xx": schema.errorSchema },
      },
    },
    async (request, reply) => {
      const { documents, ...options } = request.body;
      documents.forEach((doc, i) => {
        runner.checkText(doc.text, { ...options, name: `Document ${i}` });
        runner.checkMentions(doc.mentions);
      });
      const questions = documents.map(
        ({ text, mentions }): Question => ({ kind: "link", request: { ...options, text, mentions } }),
      );
      const answers = await runner.runAll(reply, questions);
      // every answer is `{"links":…}`: the identifier goes in front, nothing is parsed again
      const parts = answers.flatMap((body, i) => {
        const id = JSON.stringify(documents[i].id ?? String(i));
        return [Buffer.from(`${i > 0 ? "," : ""}{"id":${id},`), body.subarray(1)];
      });
      const whole = Buffer.concat([Buffer.from('{"documents":['), ...parts, Buffer.from("]}")]);
      return reply.type(JSON_TYPE).send(whole);
    },
  );
}

function addEntities(app: FastifyInstance, runner: Runner, store?: ChangeStore): void {
  app.get<{ Params: { id: string } }>(
    "/v1/entities/:id",
    {
      schema: {
        summary: "One entity of the knowledge base",
        tags: ["knowledge base"],
        params: { type: "object", properties: { id: { type: "string" } } },
        querystring: schema.modelQuery,
        response: { 200: schema.entityAnswer, "4xx": schema.errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      // an entity that changes while it is read has its older number: the next change is refused, not lost
      if (store) reply.header("etag", etagOf(store.entry(id)?.number ?? 0));
      const body = await runner.run(reply, { kind: "entity", id });
      return reply.type(JSON_TYPE).send(body);
    },
  );
}

function addCandidates(app: FastifyInstance, runner: Runner): void {
  app.get<{ Querystring: { name: string; limit?: string } }>(
    "/v1/candidates",
    {
      schema: {
        summary: "What a name can mean, before any text is read",
        tags: ["knowledge base"],
        querystring: {
          type: "object",
          required: ["name"],
          properties: {
            name: { type: "string", minLength: 1, maxLength: 500 },
            limit: {
              type: "string",
              pattern: "^[0-9]{1,6}$",
              description: "Candidates to give, likeliest first. Left out, all.",
            },
            ...schema.modelQuery.properties,
          },
        },
        response: { 200: schema.candidatesAnswer, "4xx": schema.errorSchema },
      },
    },
    async (request, reply) => {
      const { name, limit } = request.query;
      const most = limit === undefined ? undefined : Number(limit);
      const body = await runner.run(reply, { kind: "candidates", name, limit: most });
      return reply.type(JSON_TYPE).send(body);
    },
  );
}

function addModels(app: FastifyInstance, runner: Runner): void {
  app.get(
    "/v1/model",
    {
      schema: {
        summary: "The model and knowledge base behind this server",
        tags: ["knowledge base"],
        querystring: schema.modelQuery,
        response: { 200: { type: "object", additionalProperties: true }, "4xx": schema.errorSchema },
      },
    },
    async (_request, reply) => {
      const body = await runner.run(reply, { kind: "model" });
      const limits = `{"limits":${JSON.stringify(runner.limits)},${body.toString().slice(1)}`;
      return reply.type(JSON_TYPE).send(limits.replace(/,}$/, "}"));
    },
  );

  app.get(
    "/v1/models",
    {
      schema: {
        summary: "The models behind this server by their names",
        description: "Every address takes model=NAME; the first model answers who names none.",
        tags: ["knowledge base"],
        response: { 200: schema.modelsAnswer },
      },
    },
    async (_request, reply) => {
      const models = await Promise.all(
        runner.linkers.map(async (name) => {
          const description = await runner.run(reply, { kind: "model" }, name);
          return `{"name":${JSON.stringify(name)},"description":${description}}`;
        }),
      );
      return reply.type(JSON_TYPE).send(`{"models":[${models.join(",")}]}`);
    },
  );
}
