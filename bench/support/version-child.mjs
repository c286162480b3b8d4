// One version of mulrel in a process of its own: links what its parent tells it to and says how long that took.
import { pathToFileURL } from "node:url";
import { stageShares } from "./stages.mjs";

const [folder, model] = process.argv.slice(2);
const { linkAll, loadLinker, shippedModel } = await import(pathToFileURL(`${folder}/dist/node.js`).href);

/** @type {any} */
let linker;
/** @type {string[]} */
let texts = [];

/** Processor time of the whole process in ms, its threads too. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const memory = () => process.memoryUsage.rss() / 2 ** 20;

/** Means over so many threads of what thread-memory.cjs tells in each, in MB; they must be idle soon. */
function tellThreads(count) {
  const channel = new BroadcastChannel("mulrel-thread-memory");
  const sums = { kernels: 0, arrays: 0, heap: 0 };
  let left = count;
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("Not all threads told what memory they have.")), 30_000).unref();
    channel.onmessage = (/** @type {any} */ { data }) => {
      if (data === "tell") return;
      for (const key of Object.keys(sums)) sums[key] += data[key] / count / 2 ** 20;
      if (--left > 0) return;
      channel.close();
      resolve(sums);
    };
    channel.postMessage("tell");
  });
}

const tasks = {
  async open(given) {
    texts = given;
    const before = processorTime();
    linker = await loadLinker(model ?? shippedModel());
    return processorTime() - before;
  },
  /** Links all texts once on this thread. */
  link() {
    const before = processorTime();
    let mentions = 0;
    for (const text of texts) mentions += linker.link(text).length;
    return { ms: processorTime() - before, mentions, memory: memory() };
  },
  /** Shares of the stages in linking all texts once. */
  stages() {
    return stageShares(() => {
      for (const text of texts) linker.link(text);
    });
  },
  /** What the links are, rounded nowhere. */
  answers() {
    return texts.map((text) =>
      linker.link(text).map(({ start, end, entity, confidence, candidates }) => ({
        start,
        end,
        entity: entity?.id ?? null,
        confidence,
        candidates: candidates.map((c) => ({ id: c.entity.id, confidence: c.confidence, prior: c.prior })),
      })),
    );
  },
  /** Links the texts `times` times for each of so many threads, since each compiles for itself, the more the fewer it has read; before that as many as bring every thread where one has read all: starting is not counted. */
  async threads({ workers, times }) {
    const many = Array.from({ length: workers * (1 + times) }, () => texts).flat();
    const uncounted = workers * texts.length;
    let linked = 0;
    let clock = 0;
    let processor = 0;
    let resident = 0;
    let ofThread;
    const { takeSharedBytes } = /** @type {any} */ (globalThis);
    takeSharedBytes();
    for await (const _ of linkAll(many, { workers, model: model ?? shippedModel() })) {
      // while the threads are there
      if (++linked === many.length) {
        resident = memory();
        ofThread = await tellThreads(workers);
      }
      if (linked !== uncounted) continue;
      clock = performance.now();
      processor = processorTime();
    }
    const documents = linked - uncounted;
    return {
      documents,
      ms: performance.now() - clock,
      processor: processorTime() - processor,
      memory: resident,
      tables: takeSharedBytes() / 2 ** 20,
      ofThread,
    };
  },
};

process.on("message", async (/** @type {any} */ { task, given }) => {
  process.send?.(await tasks[task](given));
});
process.send?.("ready");
