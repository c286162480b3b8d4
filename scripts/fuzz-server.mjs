// Throws requests at `mulrel serve`: made from its own OpenAPI description, bent, and raw bytes. No 500, no crash, no growth.
import { connect } from "node:net";
import { parseArgs } from "node:util";
import { startServer } from "../bench/support/running-server.mjs";
import { Random } from "../dist/math/random.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    /** Requests to stop after, whatever the time. */
    cases: { type: "string", default: "1e9" },
    seed: { type: "string", default: "1" },
    model: { type: "string" },
  },
});
const seconds = Number(values.seconds);
const cases = Number(values.cases);
/** The same requests again and again: at first the engine grows into its work, the last time nothing may grow any more. */
const PASSES = 4;
let casesLeft = 0;
let random = new Random(Number(values.seed));
const AT_ONCE = 16;
const GROWTH_ALLOWED = 0.1;

const chance = (p) => random.uniform() < p;
const below = (n) => Math.floor(random.uniform() * n);
const pick = (list) => list[below(list.length)];

const strings = [
  "",
  "England beat Germany on penalties.",
  "Paris is in Texas. ".repeat(40),
  "\u0000\u0001\ud800",
  "😀".repeat(50),
  "a".repeat(200_000),
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "%00%ff%",
  "‮مرحبا‭",
  "\r\nX-Header: 1",
  "__proto__",
];
const numbers = [0, 1, -1, 7, 0.5, 1e9, -1e308, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY];
/** Names of the server's models and of what is no model. */
const models = ["default", "other", "__proto__", ""];
/** @type {unknown[]} */
const things = [null, true, [], {}, [[[[[[[[]]]]]]]], { constructor: 1 }];

/** A value that fits the schema, more or less. */
function fromSchema(schema, depth = 0) {
  if (!schema || depth > 6 || chance(0.07)) return pick([...strings, ...numbers, ...things]);
  if (schema.enum) return pick(schema.enum);
  switch (schema.type) {
    case "string":
      return pick(strings);
    case "integer":
      return chance(0.8) ? below(40) : pick(numbers);
    case "number":
      return chance(0.8) ? random.uniform() : pick(numbers);
    case "boolean":
      return chance(0.5);
    case "array":
      return Array.from({ length: chance(0.02) ? 2000 : below(5) }, () =>
        fromSchema(schema.items, depth + 1),
      );
    default: {
      const value = {};
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        if (schema.required?.includes(name) ? chance(0.97) : chance(0.4))
          value[name] = fromSchema(field, depth + 1);
      }
      if (chance(0.05)) value[pick(strings).slice(0, 30)] = 1;
      return value;
    }
  }
}

const nif = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#";
const turtle = `@prefix nif: <${nif}> .
<urn:a#char=0,7> a nif:Context ; nif:isString "England" .`;
/** Turtle that reads well and is none of what NIF wants. */
const strangeTurtles = [
  `@prefix nif: <${nif}> . <urn:mulrel:document:%ZZ#char=0,7> a nif:Context ; nif:isString "England" .`,
  `@prefix nif: <${nif}> . <a#char=0,7> a nif:Context ; nif:isString "England" .`,
  `<x:y> unknown:prefix "${"z".repeat(50_000)}" .`,
  `@prefix nif: <${nif}> . <urn:a> a nif:Context ; nif:isString "England" . <urn:b> a nif:Phrase ; nif:referenceContext <urn:a> ; nif:beginIndex "-1" ; nif:endIndex "1e9" .`,
];

function bend(text) {
  const bytes = Buffer.from(text);
  for (let i = 0; i < 1 + below(4) && bytes.length > 0; i++) bytes[below(bytes.length)] = below(256);
  return chance(0.3) ? bytes.subarray(0, below(bytes.length + 1)) : bytes;
}

function createBody(operation) {
  const content = operation.requestBody?.content;
  if (!content) return undefined;
  const [type, { schema }] = Object.entries(content)[0];
  if (/turtle/.test(type)) {
    return { type, body: chance(0.3) ? pick(strangeTurtles) : chance(0.5) ? turtle : bend(turtle) };
  }
  const value = fromSchema(schema);
  if (/urlencoded/.test(type)) {
    const fields = Object.entries(Object(value)).map(([k, v]) => [
      k.toWellFormed(),
      String(v).toWellFormed(),
    ]);
    return { type, body: new URLSearchParams(fields).toString() };
  }
  const body = JSON.stringify(value) ?? "";
  return { type, body: chance(0.15) ? bend(body) : body };
}

const encode = (value) => encodeURIComponent(String(value).toWellFormed());

async function sendFromSchema(url, [path, method, operation]) {
  let address = path.replace(/\{[^}]+\}/g, () => encode(pick(strings)).slice(0, 2000));
  const queries = (operation.parameters ?? []).filter((p) => p.in === "query" && chance(0.8));
  if (chance(0.05)) queries.push({ name: "model", schema: { enum: models } });
  if (queries.length > 0) {
    const query = queries.map((p) => `${p.name}=${encode(fromSchema(p.schema)).slice(0, 8000)}`);
    address += `?${query.join("&")}`;
  }
  const made = createBody(operation);
  const headers = {};
  if (made) headers["content-type"] = chance(0.05) ? "image/png" : made.type;
  if (chance(0.1)) headers.accept = pick(["text/html", "*/*", "application/json", "x"]);
  if (chance(0.05)) headers["x-request-id"] = pick(["a-1", "x".repeat(2000), '"}{"']);
  if (chance(0.05)) headers["x-forwarded-for"] = pick(["1.2.3.4", "x, y", "::1,".repeat(500)]);
  if (chance(0.03)) method = pick(["PUT", "DELETE", "PATCH", "OPTIONS"]);
  const response = await fetch(url + address, { method: method.toUpperCase(), headers, body: made?.body });
  const answer = await response.text();
  return {
    status: response.status,
    answer,
    request: `${method} ${address} ${String(made?.body ?? "").slice(0, 300)}`,
  };
}

function sendRaw(port) {
  const json = JSON.stringify({ text: "England" });
  const valid = `POST /v1/link HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\nConnection: close\r\n\r\n${json}`;
  const bytes = chance(0.3) ? Buffer.from(Array.from({ length: below(500) }, () => below(256))) : bend(valid);
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(bytes);
      setTimeout(() => socket.destroy(), 100);
    });
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
      resolve({ status, answer, request: bytes.toString("latin1") });
    });
  });
}

const server = await startServer(values.model ? ["--model", values.model] : []);
const port = Number(new URL(server.url).port);
const { paths } = await (await fetch(`${server.url}/openapi.json`)).json();
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [path, method, operation]),
);
const statuses = new Map();
const wrong = [];
/** Peak of each pass. */
const memory = [];
let end = 0;
let isDown = false;
void server.ended.then(() => {
  isDown = true;
});

async function throwRequests() {
  while (performance.now() < end && !isDown && casesLeft-- > 0) {
    const { status, answer, request } = chance(0.3)
      ? await sendRaw(port)
      : await sendFromSchema(server.url, pick(operations)).catch((error) => ({
          status: -1,
          answer: String(error.cause ?? error),
          request: "",
        }));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    // what an error quotes is cut
    if (status >= 400 && answer.length > 5000)
      wrong.push(`${status} for ${request}: ${answer.length} characters`);
    const leaks = status >= 400 && /node_modules|\.js:\d|\n +at /.test(answer);
    const isSentence = status < 400 || /"error":\{"code":"[a-z-]+","message":"/.test(answer);
    if (status === 500 || leaks || !isSentence)
      wrong.push(`${status} for ${request}: ${answer.slice(0, 300)}`);
  }
}
const sampling = setInterval(() => {
  const pass = memory.length - 1;
  server.memory().then(
    (bytes) => {
      memory[pass] = Math.max(memory[pass], bytes);
    },
    () => {},
  );
}, 200);
const begun = performance.now();
for (let pass = 0; pass < PASSES; pass++) {
  random = new Random(Number(values.seed));
  casesLeft = Math.ceil(cases / PASSES);
  end = performance.now() + (seconds * 1000) / PASSES;
  memory.push(0);
  await Promise.all(Array.from({ length: AT_ONCE }, throwRequests));
}
const elapsed = (performance.now() - begun) / 1000;
clearInterval(sampling);

if (isDown) wrong.push(`the server ended: ${server.log()}`);
else {
  const { status } = await fetch(`${server.url}/v1/link`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"text":"England"}',
  });
  if (status !== 200) wrong.push(`afterwards a plain request is answered with ${status}`);
}
const exit = isDown ? 0 : await server.stop();
if (exit !== 0) wrong.push(`the server ended with ${exit}`);
const [before, last] = memory.slice(-2);
if (last > before * (1 + GROWTH_ALLOWED))
  wrong.push(`memory grew by ${(100 * (last / before - 1)).toFixed(0)} %`);
const total = [...statuses.values()].reduce((a, b) => a + b, 0);
const list = [...statuses]
  .sort((a, b) => a[0] - b[0])
  .map(([status, count]) => `${status || "none"}: ${count}`);
console.log(
  `${total} requests in ${elapsed.toFixed(0)} s, seed ${values.seed}; answers by status: ${list.join(", ")}.`,
);
console.log(
  `Memory at most ${(before / 1e6).toFixed(0)} MB in the third quarter, ${(last / 1e6).toFixed(0)} MB in the fourth, of the same requests.`,
);
for (const sentence of wrong.slice(0, 10)) console.log(`Wrong: ${sentence}`);
process.exit(wrong.length > 0 ? 1 : 0);
