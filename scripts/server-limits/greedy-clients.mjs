// Clients that send dense texts without a pause beside some that ask for little: those wait hardly longer than alone.
import { call, linkBody, newsText, ownConnection, quantile, wait } from "./calls.mjs";

const GREEDY = 4;
const OTHERS = 4;
const ROUNDS = 3;
const TIMES_ALLOWED = 3;
/** 4.5 kB of names, as densely as they can stand. */
const denseText = "U.S. ".repeat(900);
const PAUSE = 50;

async function modest(url, until, times) {
  const agent = ownConnection();
  while (performance.now() < until()) {
    const { status, milliseconds } = await call(url, { body: linkBody(newsText), agent });
    times.push(status === 200 ? milliseconds : Number.POSITIVE_INFINITY);
    await wait(PAUSE);
  }
  agent.destroy();
}

async function greedy(url, until, period) {
  const agent = ownConnection();
  let done = 0;
  while (performance.now() < until()) {
    const { status, milliseconds } = await call(url, { body: linkBody(denseText), agent });
    if (status === 200) done++;
    await wait(Math.max(0, period - milliseconds));
  }
  agent.destroy();
  return done;
}

/** Alone and beside the greedy ones in turns, because the machine is not equally busy all the time. */
async function compare(url, period, seconds) {
  const alone = [];
  const beside = [];
  let done = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const times of [alone, beside]) {
      const end = performance.now() + seconds * 1000;
      const until = () => end;
      const clients = Array.from({ length: OTHERS }, () => modest(url, until, times));
      const loads = times === beside ? Array.from({ length: GREEDY }, () => greedy(url, until, period)) : [];
      await Promise.all(clients);
      done += (await Promise.all(loads)).reduce((a, b) => a + b, 0);
    }
  }
  return { alone, beside, done };
}

export async function checkGreedyClients(server, { seconds }) {
  const url = `${server.url}/v1/link`;
  const results = [];
  for (const [name, period] of [
    ["4.5 kB a second each", 1000],
    ["4.5 kB after 4.5 kB without a pause", 0],
  ]) {
    const { alone, beside, done } = await compare(url, period, seconds);
    const told = (times) =>
      `median ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms of ${times.length}`;
    results.push({
      name: `${GREEDY} greedy clients, ${name}`,
      told: `others alone: ${told(alone)}; beside them: ${told(beside)}; ${done} dense texts were linked`,
      holds: quantile(beside, 0.95) <= TIMES_ALLOWED * quantile(alone, 0.95),
      wanted: `a p95 at most ${TIMES_ALLOWED} times that without them`,
    });
  }
  return results;
}
