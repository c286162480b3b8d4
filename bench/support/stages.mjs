// Where the processor's time goes while texts are linked: the engine's own samples, put down to the stage whose code is on the stack.
import { Session } from "node:inspector/promises";

/** By what stands in the address of a file on the stack, the nearest to the top of the list first. */
const STAGES = [
  ["unpacking blocks", /\/files\/(?:block-file|file-source|block-cache)\.js$|^node:zlib$/],
  ["tokens and sentences", /\/text\/(?:analysed-text|tokens|sentences)\.js$/],
  ["finding names", /\/mentions\/find-mentions\.js$/],
  ["candidates", /\/candidates\/document-candidates\.js$/],
  ["choosing candidates", /\/features\/(?:choose-candidates|selection)\.js$/],
  ["contexts", /\/features\/(?:document-reader|read-features)\.js$|\/text\/content-words\.js$/],
  ["model: laying out", /\/model\/(?:encode-document|tables|candidate-index)\.js$/],
  ["model: arithmetic", /\/model\/model\.js$/],
  ["links", /\/linker\/linker\.js$/],
];
const REST = "engine (garbage, compiling)";

/** Shares of the stages, `{name: share}`, in what `work` does. */
export async function stageShares(work) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 500 });
  await session.post("Profiler.start");
  work();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  return sharesOf(profile);
}

function sharesOf({ nodes, samples = [], timeDeltas = [] }) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  /** @type {Map<number, string>} */
  const stages = new Map();
  const stageOf = (id) => {
    const urls = [];
    for (let at = id; at !== undefined; at = parents.get(at)) urls.push(frames.get(at)?.url ?? "");
    return (
      STAGES.find(([, pattern]) => urls.some((url) => /** @type {RegExp} */ (pattern).test(url)))?.[0] ?? REST
    );
  };
  /** @type {Record<string, number>} */
  const times = Object.fromEntries([...STAGES.map(([name]) => [name, 0]), [REST, 0]]);
  let all = 0;
  samples.forEach((id, i) => {
    if (frames.get(id)?.functionName === "(idle)") return;
    if (!stages.has(id)) stages.set(id, String(stageOf(id)));
    times[stages.get(id) ?? REST] += timeDeltas[i];
    all += timeDeltas[i];
  });
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time / all]));
}

/** Numbers of a vector, and words that the local score looks at. */
const D = 100;
const WORDS = 100;
/** Multiplications with additions that a core does in a microsecond when it never waits (docs/design.md): 26 thousand. */
const PEAK = 26_000;

/** Microseconds that the products of local and pair scores need at the least, mean over documents of lists of candidates. */
export function leastArithmetic(documents) {
  const products = documents.map((links) => {
    const counts = links.map(({ candidates }) => candidates.length).filter((count) => count > 0);
    const sum = counts.reduce((a, b) => a + b, 0);
    const squares = counts.reduce((a, b) => a + b * b, 0);
    // every pair once: half of all products but those with itself
    return D * (WORDS * sum + (sum * sum - squares) / 2);
  });
  return products.reduce((a, b) => a + b, 0) / documents.length / PEAK;
}
