// Clients that ask for large answers and do not read them: the server's memory stays where it was.
import { connect } from "node:net";
import { call, linkBody, wait } from "./calls.mjs";

const READERS = 24;
const GROWTH_ALLOWED = 100e6;
const NAMES = 100;

/** A text of names only, all of them given, with all reasons: an answer of some ten megabytes, more than the system's own buffers take. */
function largeBody() {
  const text = "Paris ".repeat(NAMES);
  const mentions = Array.from({ length: NAMES }, (_, i) => ({ start: 6 * i, end: 6 * i + 5 }));
  return linkBody(text, { mentions, explain: true });
}

export async function checkUnreadAnswers(server) {
  const body = largeBody();
  const url = `${server.url}/v1/link`;
  // as many that read, because the engine grows into its work first
  const read = await Promise.all(Array.from({ length: READERS }, () => call(url, { body })));
  const before = await server.memory();
  const { port } = new URL(server.url);
  const sockets = Array.from({ length: READERS }, () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write(
      `POST /v1/link HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    return socket;
  });
  const memory = [];
  for (let i = 0; i < 60; i++) {
    memory.push(await server.memory());
    await wait(500);
  }
  for (const socket of sockets) socket.destroy();
  const most = Math.max(...memory);
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  return {
    name: `${READERS} clients that do not read`,
    told: `answers of ${megabytes(read[0].length)}; memory ${megabytes(before)} before, at most ${megabytes(most)} during, ${megabytes(memory.at(-1))} at the end`,
    holds: most - before <= GROWTH_ALLOWED && read.every(({ status }) => status === 200),
    wanted: `at most ${megabytes(GROWTH_ALLOWED)} more`,
  };
}
