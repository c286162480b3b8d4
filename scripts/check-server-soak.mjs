// Mixed load on a server for as long as one likes: memory flat after the warm-up, every answer as it must be, no error but 429.
import { parseArgs } from "node:util";
import { quarters, startServer } from "../bench/support/running-server.mjs";
import { Random } from "../dist/math/random.js";
import { loadLinker } from "../dist/node.js";
import { call, linkBody, newsText, ownConnection, quantile, wait } from "./server-limits/calls.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    connections: { type: "string", default: "4" },
    rate: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    model: { type: "string" },
  },
});
const GROWTH_ALLOWED = 0.1;
const SAMPLE_PERIOD = 5000;
/** Share of the samples that are left out: the engine grows into its work first. */
const WARM_UP = 0.2;
const minutes = Number(values.minutes);
/** Milliseconds between two requests of one connection; all of them together make `rate` requests a second. */
const period = (1000 * Number(values.connections)) / Number(values.rate);
const random = new Random(Number(values.seed));
const sentences = newsText.split(/(?<=\.) /);
const below = (n) => Math.floor(random.uniform() * n);
/** Names all over the knowledge base, so that a cache that grew with what was ever asked would be seen. */
const titles = await someTitles(20_000);
const title = () => titles[below(titles.length)];
const sentence = () =>
  below(2) === 0
    ? sentences[below(sentences.length)]
    : `${title()} and ${title()} were in the news with ${title()}.`;
const someText = () => Array.from({ length: 1 + below(20) }, sentence).join(" ");

/** What is asked, how often of a hundred, and the status that is right for it. */
const kinds = [
  { share: 55, status: 200, ask: () => ["/v1/link", linkBody(someText())] },
  { share: 5, status: 200, ask: () => ["/v1/link", linkBody(sentences[0], { explain: true })] },
  {
    share: 5,
    status: 200,
    ask: () => [
      "/v1/link/batch",
      JSON.stringify({ documents: Array.from({ length: 5 }, () => ({ text: someText() })) }),
    ],
  },
  { share: 5, status: 200, ask: () => ["/", linkBody(someText())] },
  {
    share: 5,
    status: 200,
    ask: () => [`/rest/annotate?text=${encodeURIComponent(sentences[below(sentences.length)])}`],
  },
  { share: 5, status: 200, ask: () => ["/v1/candidates?name=Paris"] },
  { share: 5, status: 200, ask: () => ["/healthz"] },
  { share: 3, status: 200, ask: () => ["/v1/link", linkBody("U.S. ".repeat(200))] },
  { share: 4, status: 400, ask: () => ["/v1/link", '{"text":'] },
  { share: 3, status: 404, ask: () => ["/v1/entities/nobody-has-this"] },
  { share: 3, status: 413, ask: () => ["/v1/link", linkBody("a".repeat(100_001))] },
  { share: 2, status: 405, ask: () => ["/v1/link"] },
];

async function someTitles(count) {
  const linker = await loadLinker(values.model);
  try {
    return Array.from({ length: count }, () => linker.kb.title(below(linker.kb.size)));
  } finally {
    linker.close();
  }
}

function chooseKind() {
  let left = random.uniform() * kinds.reduce((sum, { share }) => sum + share, 0);
  return kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0];
}

const server = await startServer(values.model ? ["--model", values.model] : []);
const end = performance.now() + minutes * 60_000;
const statuses = new Map();
const wrong = [];
const times = [];
const memory = [];

async function ask() {
  const agent = ownConnection();
  for (let due = performance.now(); due < end; due = Math.max(due + period, performance.now())) {
    await wait(Math.max(0, due - performance.now()));
    const kind = chooseKind();
    const [path, body] = kind.ask();
    const { status, milliseconds } = await call(server.url + path, { body, agent });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    times.push(milliseconds);
    if (status !== kind.status && status !== 429)
      wrong.push(`${path.slice(0, 60)} was answered with ${status}`);
  }
  agent.destroy();
}

const sampling = setInterval(() => {
  server.memory().then(
    (bytes) => memory.push(bytes),
    () => {},
  );
}, SAMPLE_PERIOD);
await Promise.all(Array.from({ length: Number(values.connections) }, ask));
clearInterval(sampling);
const exit = await server.stop();
if (exit !== 0) wrong.push(`the server ended with ${exit}`);
const settled = memory.slice(Math.floor(memory.length * WARM_UP));
const { first, last, growth } = settled.length > 0 ? quarters(settled) : { first: 0, last: 0, growth: 0 };
if (growth > GROWTH_ALLOWED) wrong.push(`memory grew by ${(100 * growth).toFixed(0)} %`);
const byStatus = [...statuses].sort((a, b) => a[0] - b[0]).map(([status, count]) => `${status}: ${count}`);
console.log(`${times.length} requests in ${minutes} minutes; answers by status: ${byStatus.join(", ")}.`);
console.log(`Median ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms.`);
console.log(
  `Memory after the warm-up: ${(first / 1e6).toFixed(0)} MB in the first quarter, ${(last / 1e6).toFixed(0)} MB in the last.`,
);
for (const sentence of wrong.slice(0, 10)) console.log(`Wrong: ${sentence}.`);
if (wrong.length > 0) process.exitCode = 1;
