// A Redis of our own for tests and measurements: on loopback, its own port and folder, every write logged to disk.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const known = [
  process.env.MULREL_REDIS_SERVER,
  "/usr/bin/redis-server",
  "/usr/local/bin/redis-server",
  "/opt/homebrew/bin/redis-server",
];

/** Path of the server; undefined where there is none. */
export function findRedis() {
  return known.find((path) => path && existsSync(path));
}

async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await new Promise((ready) => listener.once("listening", ready));
  const { port } = /** @type {import("node:net").AddressInfo} */ (listener.address());
  await new Promise((closed) => listener.close(closed));
  return port;
}

/** Resolves when the port answers PING. */
async function untilReady(port) {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
      socket.once("data", (data) => resolve(String(data)));
      socket.once("error", () => resolve(""));
      socket.setTimeout(1000, () => resolve(""));
    });
    if (String(answer).startsWith("+PONG")) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`redis-server did not answer on port ${port}.`);
}

/**
 * Starts a server; `stop` ends it and removes its folder, `restart` ends it, waits and starts it again with what it had written.
 * @param {string[]} [settings] more of its command line
 */
export async function startRedis(settings = []) {
  const program = findRedis();
  if (!program) {
    throw new Error(
      "There is no redis-server: install it (Debian: apt-get install redis-server), or name one in MULREL_REDIS_SERVER.",
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "mulrel-redis-"));
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  args.push("--appendonly", "yes", "--save", "", ...settings);
  let server;
  const start = async () => {
    server = spawn(program, args, { stdio: "ignore" });
    await untilReady(port);
  };
  const end = () =>
    new Promise((resolve) => {
      if (server.exitCode !== null) return resolve(undefined);
      server.once("exit", resolve);
      server.kill("SIGTERM");
    });
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return server.pid;
    },
    async restart(awayMilliseconds = 0) {
      await end();
      await new Promise((resolve) => setTimeout(resolve, awayMilliseconds));
      await start();
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
