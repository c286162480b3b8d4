/** A server, and a client that asks it. Usage: node examples/server-client.ts [http://address-of-a-running-server] */
import { createServer, type ErrorAnswer, type LinkAnswer, type LinkRequest } from "mulrel/server";

const running = process.argv[2];
const server = running ? undefined : await createServer({}, { workers: 1 }); // the shipped model
const address = running ?? (await server!.app.listen({ port: 0 }));

async function link(request: LinkRequest): Promise<LinkAnswer> {
  const response = await fetch(new URL("/v1/link", address), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(((await response.json()) as ErrorAnswer).error.message);
  return (await response.json()) as LinkAnswer;
}

const { links } = await link({
  text: "Paris is the capital of France.",
  targetPrecision: 0.9,
  candidates: 3,
});
for (const { mention, entity, candidates } of links) {
  const others = candidates.filter((c) => c.entity.id !== entity?.id).map((c) => c.entity.title);
  console.log(`${mention} → ${entity?.title ?? "NIL"}, rather than ${others.join(", ") || "anything else"}`);
}

// what is wrong with a request comes back as a sentence
await link({ text: "Paris", nil: 2 }).catch((error: Error) => console.log(error.message));
await server?.close();
