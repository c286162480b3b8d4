// Thousands of connections that send nothing and never close: everybody else is answered as before.
import { connect } from "node:net";
import { call, linkBody, newsText, wait } from "./calls.mjs";

const CONNECTIONS = 10_050;
const AT_A_TIME = 250;
const HEALTH_LIMIT = 1000;
/** Milliseconds to go on after the last one: longer than a server waits for a request. */
const AFTERWARDS = 12_000;

export async function checkSilentConnections(server) {
  const { port } = new URL(server.url);
  const sockets = [];
  const times = [];
  const statuses = new Set();
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      const { status, milliseconds } = await call(`${server.url}/healthz`);
      times.push(milliseconds);
      statuses.add(status);
      await wait(100);
    }
  })();
  while (sockets.length < CONNECTIONS) {
    for (let i = 0; i < AT_A_TIME && sockets.length < CONNECTIONS; i++) {
      const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
      socket.on("error", () => {});
      sockets.push(socket);
    }
    await wait(20);
  }
  const linked = await call(`${server.url}/v1/link`, { body: linkBody(newsText) });
  await wait(AFTERWARDS);
  isDone = true;
  await asking;
  for (const socket of sockets) socket.destroy();
  const worst = Math.max(...times);
  const isAlways200 = statuses.size === 1 && statuses.has(200);
  return {
    name: `${CONNECTIONS} silent connections`,
    told: `${times.length} health checks, slowest ${worst.toFixed(0)} ms; statuses ${[...statuses]}; a text linked with status ${linked.status} in ${linked.milliseconds.toFixed(0)} ms`,
    holds: isAlways200 && worst <= HEALTH_LIMIT && linked.status === 200,
    wanted: `every health check within ${HEALTH_LIMIT} ms`,
  };
}
