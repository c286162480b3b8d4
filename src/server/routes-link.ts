/** mulrel's own API: link, look up, describe. */
import type { FastifyInstance } from "fastify";
import type { ChangeStore } from "../layers/change-store.js";
import type { BatchRequest, LinkRequest } from "./api-messages.js";
import type { Job } from "./jobs.js";
import { etagOf } from "./routes-entities.js";
import type { Runner } from "./runner.js";
import * as schema from "./schemas.js";

/** `store`: where changes of own entities are kept, when they are taken. */
export function addLinkRoutes(app: FastifyInstance, runner: Runner, store?: ChangeStore): void {
  addLink(app, runner);
  addBatch(app, runner);
  addLookUps(app, runner, store);
}

function addLink(app: FastifyInstance, runner: Runner): void {
  app.post<{ Body: LinkRequest }>(
    "/v1/link",
    {
      schema: {
        summary: "Link the names in a text",
        tags: ["linking"],
        body: schema.linkBody,
        response: { 200: schema.linkAnswer, "4xx": schema.errorSchema, "5xx": schema.errorSchema },
      },
    },
    async (request, reply) => {
      runner.checkText(request.body.text, { explain: request.body.explain });
      const body = await runner.run(reply, { kind: "link", request: request.body });
      return reply.type("application/json; charset=utf-8").send(body);
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
        body: schema.batchBody,
        response: { 200: schema.batchAnswer, "4xx": schema.errorSchema, "5xx": schema.errorSchema },
      },
    },
    async (request, reply) => {
      const { documents, ...options } = request.body;
      documents.forEach((doc, i) => {
        runner.checkText(doc.text, { name: `Document ${i}`, explain: options.explain });
      });
      const jobs = documents.map(
        ({ text, mentions }): Job => ({ kind: "link", request: { ...options, text, mentions } }),
      );
      const answers = await runner.runAll(reply, jobs);
      // every answer is `{"links":…}`: the identifier goes in front, nothing is parsed again
      const parts = answers.map(
        (body, i) => `{"id":${JSON.stringify(documents[i].id ?? String(i))},${body.slice(1)}`,
      );
      return reply.type("application/json; charset=utf-8").send(`{"documents":[${parts.join(",")}]}`);
    },
  );
}

function addLookUps(app: FastifyInstance, runner: Runner, store?: ChangeStore): void {
  app.get<{ Params: { id: string } }>(
    "/v1/entities/:id",
    {
      schema: {
        summary: "One entity of the knowledge base",
        tags: ["knowledge base"],
        params: { type: "object", properties: { id: { type: "string" } } },
        response: { 200: schema.entityAnswer, "4xx": schema.errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      // an entity that changes while it is read has its older number: the next change is refused, not lost
      if (store) reply.header("etag", etagOf(store.entry(id)?.number ?? 0));
      const body = await runner.run(reply, { kind: "entity", id });
      return reply.type("application/json; charset=utf-8").send(body);
    },
  );

  app.get<{ Querystring: { name: string } }>(
    "/v1/candidates",
    {
      schema: {
        summary: "What a name can mean, before any text is read",
        tags: ["knowledge base"],
        querystring: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string", minLength: 1, maxLength: 500 } },
        },
        response: { 200: schema.candidatesAnswer, "4xx": schema.errorSchema },
      },
    },
    async (request, reply) => {
      const body = await runner.run(reply, { kind: "candidates", name: request.query.name });
      return reply.type("application/json; charset=utf-8").send(body);
    },
  );

  app.get(
    "/v1/model",
    {
      schema: {
        summary: "The model and knowledge base behind this server",
        tags: ["knowledge base"],
        response: { 200: { type: "object", additionalProperties: true } },
      },
    },
    async (_request, reply) => {
      const body = await runner.run(reply, { kind: "model" });
      return reply.type("application/json; charset=utf-8").send(body);
    },
  );
}
