// SIGTERM at any moment: every request that was sent before is answered, and the process ends with 0.
import { startServer } from "../../bench/support/running-server.mjs";
import { Random } from "../../dist/math/random.js";
import { call, linkBody, newsText, wait } from "./calls.mjs";

const REQUESTS = 13;
/** Milliseconds in which a request that was sent has come in for sure. */
const ON_THE_WAY = 100;

export async function checkShutdowns({ args, trials, seed }) {
  const random = new Random(seed);
  const statuses = new Map();
  const exits = new Set();
  for (let trial = 0; trial < trials; trial++) {
    const server = await startServer(args);
    const text = newsText.repeat(1 + Math.floor(random.uniform() * 10));
    const requests = Array.from({ length: REQUESTS }, () =>
      call(`${server.url}/v1/link`, { body: linkBody(text) }),
    );
    await wait(ON_THE_WAY + random.uniform() * 200);
    exits.add(await server.stop());
    for (const { status } of await Promise.all(requests))
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const answered = [...statuses].map(([status, count]) => `${status}: ${count}`).join(", ");
  return {
    name: "SIGTERM at any moment",
    told: `${trials} times ${REQUESTS} requests; answers by status: ${answered}; exit codes ${[...exits]}`,
    holds: !statuses.has(0) && [...exits].every((exit) => exit === 0),
    wanted: "an answer to every request, exit code 0",
  };
}
