/** What a server can be told, its defaults and ranges: the same for the library and for `mulrel serve`. */
import { LinkingError } from "../errors.js";
import { checkNames, checkNumber, checkType, type NumberRange, show, WORKERS } from "../options.js";

export interface ServerSettings {
  /** Threads that link, each with the model in memory. */
  workers: number;
  /** Requests that may wait; one more gets 429. */
  queueLimit: number;
  /** Milliseconds a request may take, waiting included. */
  timeLimit: number;
  /** UTF-16 code units a text may have. */
  textLimit: number;
  /** Bytes a request's body may have. */
  bodyLimit: number;
  /** Milliseconds a client has to send its whole request. */
  receiveLimit: number;
  /** Milliseconds that shutting down waits for requests that were taken. */
  grace: number;
  /** Wanted as "Authorization: Bearer …"; nobody is asked when it is left out. */
  token?: string;
  /** Folder that changes of own entities are kept in; they are taken over HTTP when it is given, which wants a token. */
  changes?: string;
  /** Origins whose pages may call: a list, or "*". Left out, none but the server's own page. */
  cors?: string[] | "*";
  /** Structured logs on standard error, one line a request, never with a text. */
  log: boolean;
  /** Version to show in /openapi.json. */
  version: string;
}

export const defaultServerSettings: ServerSettings = {
  workers: 2,
  queueLimit: 128,
  timeLimit: 10_000,
  textLimit: 100_000,
  bodyLimit: 1 << 20,
  receiveLimit: 10_000,
  grace: 10_000,
  log: false,
  version: "0.0.0",
};

const HOUR = 3_600_000;

/** The numbers among the settings; the flags of `mulrel serve` keep to these. */
export const serverRanges = {
  workers: WORKERS,
  queueLimit: { whole: true, least: 1, most: 1_000_000 },
  timeLimit: { above: 0, most: HOUR },
  textLimit: { whole: true, least: 1, most: 2 ** 28 },
  bodyLimit: { whole: true, least: 1, most: 2 ** 30 },
  receiveLimit: { above: 0, most: HOUR },
  grace: { least: 0, most: HOUR },
} as const satisfies Record<string, NumberRange>;

/** Defaults under what is given; refuses what no server can work with. */
export function createServerSettings(given: Partial<ServerSettings>): ServerSettings {
  checkNames(given, [...Object.keys(defaultServerSettings), "token", "cors", "changes"]);
  for (const [name, range] of Object.entries(serverRanges)) {
    checkNumber(name, given[name as keyof typeof serverRanges], range);
  }
  checkType("log", given.log, "boolean");
  checkType("version", given.version, "string");
  checkType("token", given.token, "string");
  checkType("changes", given.changes, "string");
  if (given.changes !== undefined && given.token === undefined) {
    const sentence =
      "Changes of own entities are taken only from who has a token; give one, or leave the folder of changes out.";
    throw new LinkingError("bad-input", sentence);
  }
  const { cors } = given;
  if (cors !== undefined && cors !== "*" && !Array.isArray(cors)) {
    const sentence = `The option cors is ${show(cors)}; wanted a list of origins, or "*".`;
    throw new LinkingError("bad-input", sentence);
  }
  return { ...defaultServerSettings, ...given };
}
