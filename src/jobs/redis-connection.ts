/** Connections to Redis: user, password and TLS by the address, sentences without secrets, patience when Redis goes away. */
import type { Redis } from "ioredis";
import { LinkingError, messageOf } from "../errors.js";

export interface RedisOptions {
  /** redis://user:password@host:6379/0, rediss:// for TLS. */
  url: string;
  /** How long to wait for a Redis that is not there at the start; it ends at once when left out. Milliseconds. */
  patience?: number;
  /** Told when the connection is lost and when it is there again. */
  onConnection?: (state: "lost" | "back") => void;
}

const CONNECT_TIMEOUT = 5000;
const LONGEST_PAUSE = 2000;
const PROBE_EVERY = 1000;

/** Host and port, without user and password: what may stand in sentences and logs. */
export function describeRedis(url: string): string {
  const { hostname, port, protocol } = parseAddress(url);
  return `${protocol}//${hostname}:${port || "6379"}`;
}

function parseAddress(url: string): URL {
  let address: URL;
  try {
    address = new URL(url);
  } catch {
    throw wrongAddress();
  }
  if (!/^rediss?:$/.test(address.protocol) || address.hostname === "") throw wrongAddress();
  return address;
}

// the address itself is not quoted: it may hold a password
const wrongAddress = () =>
  new LinkingError(
    "usage",
    "The address of Redis cannot be used; wanted redis://[user:password@]host[:port][/number], or rediss:// for TLS.",
  );

/** Redis has to be there, soon or at once; afterwards it is waited for whenever it goes away. */
export async function connectRedis({ url, patience = 0, onConnection }: RedisOptions): Promise<Redis> {
  const { Redis } = await import("ioredis");
  await untilThere(url, patience, onConnection);
  const redis = new Redis(url, {
    // commands wait for as long as Redis is away
    maxRetriesPerRequest: null,
    retryStrategy: (tries) => Math.min(100 * tries, LONGEST_PAUSE),
    connectTimeout: CONNECT_TIMEOUT,
  });
  let isLost = false;
  redis.on("error", () => {});
  redis.on("close", () => {
    // "end" is our own closing
    if (isLost || redis.status === "end") return;
    isLost = true;
    onConnection?.("lost");
  });
  redis.on("ready", () => {
    if (isLost) onConnection?.("back");
    isLost = false;
  });
  return redis;
}

/** A refused password is refused for good; a Redis that does not answer may be starting. */
async function untilThere(
  url: string,
  patience: number,
  onConnection: RedisOptions["onConnection"],
): Promise<void> {
  const where = describeRedis(url);
  for (let waited = 0; ; waited += PROBE_EVERY) {
    const problem = await probe(url);
    if (problem === undefined) {
      if (waited > 0) onConnection?.("back");
      return;
    }
    const mayCome = /^(ECONN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(problem.code ?? "");
    if (!mayCome || waited >= patience) {
      const why = problem.message.replace(/\.$/, "");
      const sentence = `Redis at ${where} does not answer: ${why}. Start it (Debian: redis-server), or check --redis with its user and password.`;
      throw new LinkingError("not-found", sentence, { cause: problem });
    }
    if (waited === 0) onConnection?.("lost");
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY));
  }
}

/** What keeps Redis from answering; undefined when it does. */
async function probe(url: string): Promise<NodeJS.ErrnoException | undefined> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: CONNECT_TIMEOUT,
  });
  let reason: NodeJS.ErrnoException | undefined;
  redis.on("error", (error) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
    return undefined;
  } catch (error) {
    return reason ?? (error instanceof Error ? error : new Error(messageOf(error)));
  } finally {
    redis.disconnect();
  }
}
