/** Connections to Redis: user, password and TLS by the address, sentences without secrets, patience when Redis goes away. */
import type { Redis } from "ioredis";
import { LinkingError, messageOf } from "../errors.js";

export interface RedisOptions {
  /** redis://user:password@host:6379/0, rediss:// for TLS. */
  url: string;
  /** Told when the connection is lost and when it is there again. */
  onConnection?: (state: "lost" | "back") => void;
}

const CONNECT_TIMEOUT = 5000;
const LONGEST_PAUSE = 2000;

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

/** Fails at once when Redis cannot be reached now; afterwards it waits for Redis whenever it goes away. */
export async function connectRedis({ url, onConnection }: RedisOptions): Promise<Redis> {
  const where = describeRedis(url);
  const { Redis } = await import("ioredis");
  await probe(
    new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: CONNECT_TIMEOUT }),
    where,
  );
  const redis = new Redis(url, {
    // commands wait for as long as Redis is away
    maxRetriesPerRequest: null,
    retryStrategy: (tries) => Math.min(100 * tries, LONGEST_PAUSE),
    connectTimeout: CONNECT_TIMEOUT,
  });
  let isLost = false;
  redis.on("error", () => {});
  redis.on("close", () => {
    if (isLost) return;
    isLost = true;
    onConnection?.("lost");
  });
  redis.on("ready", () => {
    if (isLost) onConnection?.("back");
    isLost = false;
  });
  return redis;
}

async function probe(redis: Redis, where: string): Promise<void> {
  let reason: unknown;
  redis.on("error", (error) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    const why = messageOf(reason ?? error);
    const sentence = `Redis at ${where} does not answer: ${why}. Start it (Debian: redis-server), or check --redis with its user and password.`;
    throw new LinkingError("not-found", sentence, { cause: error });
  } finally {
    redis.disconnect();
  }
}
