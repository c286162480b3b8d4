/** What a server can be told, its defaults and ranges: the same for the library and for `mulrel serve`. */
import { isIP } from "node:net";
import { LinkingError } from "../errors.js";
import { checkNames, checkNumber, checkType, type NumberRange, show, WORKERS } from "../options.js";

/** From nothing to everything; each has what those before it have. */
export type LogLevel = "silent" | "error" | "warn" | "info" | "debug";
export const logLevels: readonly LogLevel[] = ["silent", "error", "warn", "info", "debug"];

export interface ServerSettings {
  /** Threads that link, each with the model in memory. */
  workers: number;
  /** Requests that may wait; one more gets 429, or pushes out one of the client that has most waiting. */
  queueLimit: number;
  /** Requests of one client (an address) that may wait; one more gets 429. */
  clientLimit: number;
  /** Milliseconds a request may take, waiting included. */
  timeLimit: number;
  /** UTF-16 code units a text may have. */
  textLimit: number;
  /** Bytes a request's body may have. */
  bodyLimit: number;
  /** Bytes an answer may have. */
  answerLimit: number;
  /** Bytes of answers that clients have not taken yet, all together; beyond that the slowest are cut off. */
  unsentLimit: number;
  /** Connections at a time; beyond that those that ask for nothing are closed. */
  connectionLimit: number;
  /** Milliseconds a client has to send its whole request. */
  receiveLimit: number;
  /** Milliseconds that a client may take nothing of its answer. */
  sendLimit: number;
  /** Milliseconds that shutting down waits for requests that were taken. */
  grace: number;
  /** Wanted as "Authorization: Bearer …"; nobody is asked when it is left out. */
  token?: string;
  /** Folder that changes of own entities are kept in; they are taken over HTTP when it is given, which wants a token. */
  changes?: string;
  /** Origins whose pages may call: a list, or "*". Left out, none but the server's own page. */
  cors?: string[] | "*";
  /** Addresses (10.0.0.5, 10.0.0.0/8, "loopback") of proxies whose X-Forwarded-For is believed. */
  trustProxy?: string[];
  /** Structured logs on standard error: "info" has a line a request, never with a text. */
  logLevel: LogLevel;
  /** Version to show in /openapi.json. */
  version: string;
}

export const defaultServerSettings: ServerSettings = {
  workers: 2,
  queueLimit: 128,
  clientLimit: 64,
  timeLimit: 10_000,
  textLimit: 100_000,
  bodyLimit: 1 << 20,
  answerLimit: 32 << 20,
  unsentLimit: 32 << 20,
  connectionLimit: 10_000,
  receiveLimit: 10_000,
  sendLimit: 10_000,
  grace: 10_000,
  logLevel: "silent",
  version: "0.0.0",
};

const HOUR = 3_600_000;
const BYTES: NumberRange = { whole: true, least: 1, most: 2 ** 30 };
const COUNT: NumberRange = { whole: true, least: 1, most: 1_000_000 };

/** The numbers among the settings; the flags of `mulrel serve` keep to these. */
export const serverRanges = {
  workers: WORKERS,
  queueLimit: COUNT,
  clientLimit: COUNT,
  timeLimit: { above: 0, most: HOUR },
  textLimit: { whole: true, least: 1, most: 2 ** 28 },
  bodyLimit: BYTES,
  answerLimit: { ...BYTES, most: 2 ** 28 },
  unsentLimit: BYTES,
  connectionLimit: COUNT,
  receiveLimit: { above: 0, most: HOUR },
  sendLimit: { above: 0, most: HOUR },
  grace: { least: 0, most: HOUR },
} as const satisfies Record<string, NumberRange>;

/** Defaults under what is given; refuses what no server can work with. */
export function createServerSettings(given: Partial<ServerSettings>): ServerSettings {
  checkNames(given, [...Object.keys(defaultServerSettings), "token", "cors", "changes", "trustProxy"]);
  for (const [name, range] of Object.entries(serverRanges)) {
    checkNumber(name, given[name as keyof typeof serverRanges], range);
  }
  checkType("version", given.version, "string");
  checkType("token", given.token, "string");
  checkType("changes", given.changes, "string");
  if (given.changes !== undefined && given.token === undefined) {
    const sentence =
      "Changes of own entities are taken only from who has a token; give one, or leave the folder of changes out.";
    throw new LinkingError("bad-input", sentence);
  }
  const { cors, trustProxy, logLevel } = given;
  if (cors !== undefined && cors !== "*" && !Array.isArray(cors)) {
    refuse("cors", cors, 'a list of origins, or "*"');
  }
  if (logLevel !== undefined && !logLevels.includes(logLevel)) {
    refuse("logLevel", logLevel, `one of ${logLevels.join(", ")}`);
  }
  if (trustProxy !== undefined && !(Array.isArray(trustProxy) && trustProxy.every(isNetwork))) {
    refuse("trustProxy", trustProxy, "a list of addresses such as 10.0.0.5, 10.0.0.0/8 or loopback");
  }
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaultServerSettings, ...Object.fromEntries(known) };
}

function refuse(name: string, value: unknown, wanted: string): never {
  throw new LinkingError("bad-input", `The option ${name} is ${show(value)}; wanted ${wanted}.`);
}

const namedNetworks = ["loopback", "linklocal", "uniquelocal"];

function isNetwork(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const [address, bits, ...rest] = value.split("/");
  const version = isIP(address);
  if (version === 0) return namedNetworks.includes(value);
  if (bits === undefined) return true;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
