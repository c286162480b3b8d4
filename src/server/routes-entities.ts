/** Own entities over HTTP: put, taken away, many at once; on disk before the answer goes out, with ETags against lost updates. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LinkingError } from "../errors.js";
import type { Change } from "../layers/change.js";
import type { ChangeCheck, ChangeStore } from "../layers/change-store.js";
import { checkOwnEntity, type OwnEntity } from "../layers/own-entity.js";
import { HttpError } from "./http-errors.js";
import type { Runner } from "./runner.js";
import * as schema from "./schemas-entities.js";

export interface EntityParts {
  store: ChangeStore;
  runner: Runner;
}

const tags = ["own entities"];
/** Waits for no worker, so a full queue of texts does not matter to it. */
const config = { isUnqueued: true };

export function addEntityRoutes(app: FastifyInstance, parts: EntityParts): void {
  addPut(app, parts);
  addDelete(app, parts);
  addBatch(app, parts);
}

function addPut(app: FastifyInstance, { store, runner }: EntityParts): void {
  app.put<{ Params: { id: string }; Body: Omit<OwnEntity, "id"> }>(
    "/v1/entities/:id",
    {
      config,
      schema: {
        summary: "Add an own entity, or put another in its place",
        tags,
        params: schema.idParams,
        body: schema.ownEntity,
        response: schema.changeResponses,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const entity = checkOwnEntity({ ...request.body, id });
      await checkSameAs(runner, reply, [entity]);
      const [number] = await write(store, [{ kind: "put", entity }], preconditionOf(request));
      return reply.header("etag", etagOf(number)).send({ id, etag: etagOf(number) });
    },
  );
}

function addDelete(app: FastifyInstance, { store, runner }: EntityParts): void {
  app.delete<{ Params: { id: string } }>(
    "/v1/entities/:id",
    {
      config,
      schema: {
        summary: "Take an own entity away",
        tags,
        params: schema.idParams,
        response: schema.changeResponses,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await checkOwn(store, runner, reply, id);
      const [number] = await write(store, [{ kind: "remove", id }], preconditionOf(request));
      return reply.header("etag", etagOf(number)).send({ id, etag: etagOf(number) });
    },
  );
}

function addBatch(app: FastifyInstance, { store, runner }: EntityParts): void {
  app.post<{ Body: { put?: OwnEntity[]; remove?: string[] } }>(
    "/v1/entities",
    {
      config,
      schema: {
        summary: "Many changes of own entities: all are made, or none",
        tags,
        body: schema.batchOfEntities,
        response: schema.batchResponses,
      },
    },
    async (request, reply) => {
      const { put = [], remove = [] } = request.body;
      const entities = put.map((entity, i) => checkOwnEntity(entity, i));
      await checkSameAs(runner, reply, entities);
      const changes: Change[] = [
        ...entities.map((entity): Change => ({ kind: "put", entity })),
        ...remove.map((id): Change => ({ kind: "remove", id })),
      ];
      const numbers = changes.length === 0 ? [] : await write(store, changes);
      const ids = [...entities.map(({ id }) => id), ...remove];
      return reply.send({ changed: ids.map((id, i) => ({ id, etag: etagOf(numbers[i]) })) });
    },
  );
}

export function etagOf(number: number): string {
  return `"${number}"`;
}

/** What If-Match and If-None-Match demand; an entity that was never changed has the ETag "0". */
function preconditionOf({ headers }: FastifyRequest): ChangeCheck | undefined {
  const wanted = listOf(headers["if-match"]);
  const unwanted = listOf(headers["if-none-match"]);
  if (!wanted && !unwanted) return undefined;
  return ({ number, change }) => {
    const isThere = change !== undefined && change.kind !== "remove";
    const isMatch = (tags: string[]) => (tags.includes("*") ? isThere : tags.includes(etagOf(number)));
    if (wanted && !isMatch(wanted)) {
      return `The entity was changed by somebody else: its ETag is ${etagOf(number)}; get it again and repeat the change.`;
    }
    return unwanted && isMatch(unwanted)
      ? `The entity is there already, with the ETag ${etagOf(number)}.`
      : undefined;
  };
}

function listOf(header: string | undefined): string[] | undefined {
  return header?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

async function write(store: ChangeStore, changes: Change[], check?: ChangeCheck): Promise<number[]> {
  try {
    return await store.write(changes, check);
  } catch (error) {
    if (!(error instanceof LinkingError && error.code === "mismatch")) throw error;
    throw new HttpError(412, "precondition-failed", error.message);
  }
}

/** Only own entities can be taken away: those of the store, and those of layers, which a worker knows. */
async function checkOwn(store: ChangeStore, runner: Runner, reply: FastifyReply, id: string): Promise<void> {
  const kind = store.entry(id)?.change.kind;
  if (kind === "put") return;
  if (kind === undefined) {
    const entity = JSON.parse((await runner.run(reply, { kind: "entity", id })).toString()) as {
      layer?: string;
      id: string;
    };
    if (entity.layer !== undefined && entity.id === id) return;
  }
  throw new HttpError(
    404,
    "not-found",
    `There is no own entity "${id}"; those of the model can be hidden, not removed.`,
  );
}

/** Whoever is said to be an entity of the model must be one. */
async function checkSameAs(
  runner: Runner,
  reply: FastifyReply,
  entities: readonly OwnEntity[],
): Promise<void> {
  const titles = [...new Set(entities.flatMap(({ sameAs }) => (sameAs === undefined ? [] : [sameAs])))];
  for (const title of titles) {
    const answer = await runner.run(reply, { kind: "row", title });
    const { row } = JSON.parse(answer.toString()) as { row: number };
    if (row < 0) {
      throw new HttpError(
        400,
        "bad-input",
        `An entity is said to be the same as "${title}", which the model does not have.`,
      );
    }
  }
}
