// Reading dumps and counting links, and looking names up: MB/s per core, memory, growth; look-ups a second; an LMDB store of millions.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

export const summary =
  "dump reading in MB/s, memory and growth; look-ups a second in both stores; own catalogues; memory of a large LMDB store";

const MB = 1e6;
const data = process.env.MULREL_DATA ?? "../shared/data";

/** Parts: read (of MULREL_BENCH_DUMP, a dump that is not packed, or of enwik7), parsers, look-up, catalogue, large. `--entities N` sets the size of the large store. */
export async function run(args) {
  const at = args.indexOf("--entities");
  const entities = at >= 0 ? Number(args[at + 1]) : 5_000_000;
  const parts = args.filter((a, i) => !a.startsWith("--") && i !== at + 1 - (at < 0 ? 1e9 : 0));
  const wanted = (part) => parts.length === 0 || parts.includes(part);
  if (wanted("read"))
    for (const texts of [false, true]) for (const size of [250, 500, 1000]) inChild("read", size, texts);
  if (wanted("parsers")) inChild("parsers");
  if (wanted("look-up")) inChild("look-up");
  if (wanted("catalogue")) for (const rows of [12, 100_000]) inChild("catalogue", rows);
  if (wanted("large")) inChild("large", entities);
}

/** Each measurement in a process of its own, so that memory is its own. */
function inChild(...args) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...args.map(String)], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const residentNow = (field) => {
  const line = readFileSync("/proc/self/status", "utf8").match(new RegExp(`^${field}:\\s+(\\d+) kB`, "m"));
  return line ? Number(line[1]) / 1024 : Number.NaN;
};

/** The dump that is to be read again and again. */
function readDump() {
  const path = process.env.MULREL_BENCH_DUMP;
  return path ? readFileSync(path) : readEnwik7();
}

function readEnwik7() {
  const path = join(data, "corpora/enwik7.xml.gz");
  if (existsSync(path)) return gunzipSync(readFileSync(path));
  console.error(`There is no ${path}; set MULREL_DATA to the folder of the data.`);
  process.exit(1);
}

/** What general parsers take: saxes for the XML, wtf_wikipedia (if it is installed) for the wikitext of the first pages. */
async function benchParsers() {
  const { SaxesParser } = await import("saxes");
  const xml = readEnwik7().toString("utf8");
  let texts = [];
  for (let round = 0; round < 4; round++) {
    texts = [];
    let text = "";
    const parser = new SaxesParser();
    parser.on("error", () => {});
    parser.on("opentag", () => {
      text = "";
    });
    parser.on("text", (piece) => {
      text += piece;
    });
    parser.on("closetag", (tag) => tag.name === "text" && texts.push(text));
    const start = cpuSeconds();
    for (let i = 0; i < xml.length; i += 1 << 16) parser.write(xml.slice(i, i + (1 << 16)));
    const seconds = cpuSeconds() - start;
    console.log(
      `saxes, round ${round + 1}: ${(xml.length / MB / seconds).toFixed(1)} MB/s per core, nothing counted`,
    );
  }
  const comparison = "wtf_wikipedia"; // installed by who compares, so no import that a compiler follows
  const wtf = await import(comparison).catch(() => undefined);
  if (!wtf) return console.log("wtf_wikipedia is not installed (npm install --no-save wtf_wikipedia)");
  const start = cpuSeconds();
  let bytes = 0;
  for (const text of texts.slice(0, 400)) {
    bytes += text.length;
    const doc = wtf.default(text);
    doc.links();
    doc.text();
  }
  console.log(`wtf_wikipedia: ${(bytes / MB / (cpuSeconds() - start)).toFixed(2)} MB/s per core`);
}

/** A dump repeated to `megabytes`, parsed and counted into a work folder as one thread of `kb build` does it. */
async function benchRead(megabytes, texts) {
  const { cutPages } = await import("../dist/corpus/mediawiki-chunks.js");
  const { CorpusLog } = await import("../dist/kb/build/corpus-log.js");
  const { default: setUp } = await import("../dist/kb/build/read-worker.js");
  const whole = readDump();
  const unit = whole.subarray(0, whole.lastIndexOf("</page>") + 7);
  async function* repeated() {
    for (let done = 0; done < megabytes * MB; ) {
      for (let i = 0; i < unit.length && done < megabytes * MB; i += 1 << 18) {
        const chunk = unit.subarray(i, Math.min(unit.length, i + (1 << 18)));
        done += chunk.length;
        yield chunk;
      }
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "mulrel-bench-"));
  const log = new CorpusLog(folder);
  const read = await setUp({ texts, language: "en" });
  const start = cpuSeconds();
  const wall = performance.now();
  let pages = 0;
  let peak = 0;
  for await (const { bytes, head } of cutPages(repeated(), { name: "the dump", size: 16 << 20 })) {
    const result = await read({ corpus: 0, head: head ?? "", pages: bytes });
    pages += result.count;
    log.add(result);
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  log.checkpoint();
  const seconds = cpuSeconds() - start;
  log.close();
  rmSync(folder, { recursive: true });
  const what = texts ? "parse, count links, log words" : "parse, count links";
  console.log(
    `${what}: ${megabytes} MB, ${pages} pages: ${seconds.toFixed(1)} s of CPU (${((performance.now() - wall) / 1000).toFixed(1)} s), ` +
      `${(megabytes / seconds).toFixed(1)} MB/s per core, peak ${(peak / MB).toFixed(0)} MB resident`,
  );
}

/** A made-up knowledge base: each entity with two names, every tenth name shared; rows in no order of the titles. */
function* syntheticEntities(count) {
  for (let row = 0; row < count; row++) {
    yield {
      row,
      id: `Q${row}`,
      title: titleOf(placeOf(row, count)),
      popularity: count - row,
      isPerson: row % 5 === 0,
      description: "",
    };
  }
}

/** Place of an entity's title in the order of titles, and back. */
const placeOf = (row, count) => (row * 7919 + 13) % count;
function rowsByPlace(count) {
  const rows = new Int32Array(count);
  for (let row = 0; row < count; row++) rows[placeOf(row, count)] = row;
  return rows;
}

const syllables = "ba ca de do fe fi gi go hu ku la me no pi ru sa te vo xi zu".split(" ");
/** Six syllables: the titles of ascending numbers are in order. */
function titleOf(number) {
  let name = "";
  for (let i = 0, n = number; i < 6; i++, n = Math.floor(n / 20)) name = syllables[n % 20] + name;
  return name[0].toUpperCase() + name.slice(1);
}

const secondName = (place, count) => `${titleOf(place)} ${titleOf((place * 31) % count)}`;

function* syntheticSurfaces(count) {
  const rows = rowsByPlace(count);
  for (let place = 0; place < count; place++) {
    const candidates = [{ entity: rows[place], prior: 0.9, count: 3, sources: 3 }];
    if (place % 10 === 0) candidates.push({ entity: (place * 7) % count, prior: 0.1, count: 1, sources: 1 });
    const info = { candidates, linkCount: 4, textCount: 10, linkProbability: 0.3, lowercaseShare: 0 };
    yield { surface: titleOf(place), ...info };
    yield { surface: secondName(place, count), ...info };
  }
}

const contentsOf = (count) => ({
  entities: syntheticEntities(count),
  surfaces: syntheticSurfaces(count),
  redirects: [],
  sources: [],
  settings: {},
});

/** Names in random order, known and unknown (one in ten), by exact and by folded form; made in blocks, outside the measured time. */
function measureLookUps(kb, count, label) {
  let peak = 0;
  const block = (from, length) =>
    Array.from({ length }, (_, k) => {
      const i = from + k;
      const place = (i * 104_729 + 13) % count;
      if (i % 10 === 0) return `${titleOf(place)}x`;
      return i % 2 ? titleOf(place) : secondName(place, count);
    });
  const all = 200_000;
  const length = 4000;
  for (const { form, make, look } of [
    { form: "exact", make: (name) => name, look: (n) => kb.lookup(n) },
    { form: "folded", make: (name) => name.toLowerCase(), look: (n) => kb.lookupFolded(n) },
  ]) {
    for (const n of block(all, 20_000)) look(make(n));
    let seconds = 0;
    let found = 0;
    for (let from = 0; from < all; from += length) {
      const list = block(from, length).map(make);
      const start = cpuSeconds();
      for (const n of list) if (look(n)) found++;
      seconds += cpuSeconds() - start;
      peak = Math.max(peak, residentNow("VmRSS"));
    }
    console.log(
      `${label}, ${form}: ${Math.round(all / seconds).toLocaleString("en")} names/s per core (${found} of ${all} known)`,
    );
  }
  return peak;
}

async function benchLookUps() {
  const { encodeKnowledgeBase } = await import("../dist/kb/stores/file-writer.js");
  const { openKnowledgeBaseBytes } = await import("../dist/kb/stores/file-store.js");
  const { writeLmdbKnowledgeBase } = await import("../dist/kb/stores/lmdb-writer.js");
  const { openKnowledgeBase } = await import("../dist/kb/stores/open-knowledge-base.js");
  const count = 250_000;
  const bytes = encodeKnowledgeBase(contentsOf(count));
  const start = performance.now();
  const file = openKnowledgeBaseBytes(bytes.buffer);
  console.log(
    `file store of ${count} entities, ${(bytes.length / MB).toFixed(1)} MB: open in ${(performance.now() - start).toFixed(0)} ms`,
  );
  measureLookUps(file, count, "file store");
  const folder = mkdtempSync(join(tmpdir(), "mulrel-bench-"));
  await writeLmdbKnowledgeBase(join(folder, "kb"), contentsOf(count));
  const lmdb = await openKnowledgeBase(join(folder, "kb"));
  measureLookUps(lmdb, count, "LMDB store");
  lmdb.close();
  rmSync(folder, { recursive: true });
}

/** A CSV of made-up products: two words and a model number, two aliases, a description of a dozen words. */
async function benchCatalogue(rows) {
  const { buildKnowledgeBase } = await import("../dist/kb/build/build-knowledge-base.js");
  const folder = mkdtempSync(join(tmpdir(), "mulrel-bench-"));
  const word = (n) => titleOf((n * 104_729) % 64e6).slice(0, 6);
  const lines = ["id,title,aliases,description,count"];
  for (let i = 0; i < rows; i++) {
    const about = Array.from({ length: 12 }, (_, k) => word((i * 7 + k * k * 31) % 3000).toLowerCase());
    lines.push(
      `P${i},${word(i)} ${word(i % 2000)} ${i % 90},${word(i)}|${word(i).slice(0, 3).toUpperCase()}-${i},"A ${about.join(" ")}",${i % 1000}`,
    );
  }
  const input = join(folder, "products.csv");
  writeFileSync(input, lines.join("\n"));
  for (const store of /** @type {const} */ (["file", "lmdb"])) {
    const start = cpuSeconds();
    const wall = performance.now();
    const info = await buildKnowledgeBase({ inputs: [input], output: join(folder, store), store });
    console.log(
      `CSV of ${rows} rows, ${info.surfaces} names, ${store} store and texts: ${(cpuSeconds() - start).toFixed(2)} s of CPU (${((performance.now() - wall) / 1000).toFixed(2)} s)`,
    );
  }
  rmSync(folder, { recursive: true });
}

/** Writes a large LMDB store, then opens it in a fresh process that looks names up. */
async function benchLarge(count) {
  const { writeLmdbKnowledgeBase } = await import("../dist/kb/stores/lmdb-writer.js");
  const folder = mkdtempSync(join(tmpdir(), "mulrel-bench-"));
  const start = performance.now();
  await writeLmdbKnowledgeBase(join(folder, "kb"), contentsOf(count));
  const { size } = await import("node:fs").then((fs) => fs.statSync(join(folder, "kb/data.mdb")));
  console.log(
    `LMDB store of ${count} entities and ${2 * count} names written in ${((performance.now() - start) / 1000).toFixed(0)} s, ${(size / MB).toFixed(0)} MB on disk`,
  );
  for (const mapped of ["", "Infinity"]) inChild("open-large", join(folder, "kb"), count, mapped);
  rmSync(folder, { recursive: true });
}

async function benchOpenLarge(path, count, mapped) {
  const { openKnowledgeBase } = await import("../dist/kb/stores/open-knowledge-base.js");
  console.log(mapped ? "as much mapped as the system lets" : "as it is opened by default");
  const start = performance.now();
  const kb = await openKnowledgeBase(path, { mapped: mapped ? Number(mapped) : undefined });
  const opened = performance.now() - start;
  const report = (when) =>
    console.log(
      `${when}: ${residentNow("VmRSS").toFixed(0)} MB resident (${residentNow("RssAnon").toFixed(0)} MB its own, ${residentNow("RssFile").toFixed(0)} MB of mapped files, shared and given back under pressure)`,
    );
  report(`opened in ${opened.toFixed(0)} ms`);
  for (let i = 0; i < 5000; i++) kb.lookup(titleOf((i * 7919) % count));
  report("after 5,000 look-ups");
  const peak = measureLookUps(kb, count, `LMDB store of ${count} entities`);
  report(`after 440,000 look-ups, at most ${peak.toFixed(0)} MB resident among them; at the end`);
  kb.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [part, first, second, third] = process.argv.slice(2);
  if (part === "read") await benchRead(Number(first), second === "true");
  else if (part === "parsers") await benchParsers();
  else if (part === "look-up") await benchLookUps();
  else if (part === "catalogue") await benchCatalogue(Number(first));
  else if (part === "large") await benchLarge(Number(first));
  else await benchOpenLarge(first, Number(second), third);
}
