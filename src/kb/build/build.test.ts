import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { packBzip2 } from "../../../test/pack-bzip2.js";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { Random } from "../../math/random.js";
import { openEntityTexts } from "../entity-texts.js";
import { openKnowledgeBase } from "../stores/open-knowledge-base.js";
import { buildKnowledgeBase } from "./build-knowledge-base.js";

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = temporaryFolder();
});

const page = (title: string, text: string) =>
  `<page><title>${title}</title><ns>0</ns><id>${title.length}</id><revision><text>${text}</text></revision></page>`;

/** A made-up wiki: pages that link to each other under several names. */
function makeDump(pages: number): string {
  const random = new Random(7);
  const names = Array.from({ length: pages }, (_, i) => `Thing ${String.fromCharCode(65 + (i % 26))}${i}`);
  const body = names.map((name, i) => {
    const words: string[] = [`'''${name}''' is a thing.`];
    for (let k = 0; k < 30; k++) {
      const target = names[random.below(Math.min(pages, 40 + i))];
      const label = random.below(2) ? target : `${target.split(" ")[1]} ${random.below(3)}`;
      words.push(`Word${random.below(500)} near [[${target}|${label}]] and so on.`);
    }
    return page(name, words.join(" "));
  });
  return `<mediawiki>${body.join("\n")}</mediawiki>`;
}

/** Where every n-th page begins, but the first. */
function pageStarts(xml: Buffer, every: number): number[] {
  const starts: number[] = [];
  for (let start = xml.indexOf("<page>"); start >= 0; start = xml.indexOf("<page>", start + 1))
    starts.push(start);
  return starts.filter((_, i) => i > 0 && i % every === 0);
}

/** A bzip2 stream of the bytes between each two places, and where each stream begins. */
function pack(bytes: Buffer, places: number[]): { packed: Buffer; offsets: number[] } {
  const streams = places.slice(1).map((end, i) => packBzip2(bytes.subarray(places[i], end)));
  let length = 0;
  const offsets = streams.map((stream) => (length += stream.length) - stream.length);
  return { packed: Buffer.concat(streams), offsets };
}

describe("building from corpora", () => {
  test("redirects are followed through chains, cycles end, pages of meanings give names but are no entities", async () => {
    const xml = `<mediawiki>${[
      page("Oslo", "'''Oslo''' is a city.\n[[Kristiania|the town]] [[Bat]] [[Loop A]] [[Loop A]]"),
      page("Kristiania", "#REDIRECT [[Christiania]]"),
      page("Christiania", "#REDIRECT [[Oslo]]"),
      page("Loop A", "#REDIRECT [[Loop B]]"),
      page("Loop B", "#REDIRECT [[Loop A]]"),
      page("Bat", "'''Bat''' may refer to:\n* [[Bat (animal)]], flies\n* a stick for [[cricket]]"),
      page("Bat (animal)", "A bat flies. [[Oslo]] [[Oslo]]"),
    ].join("")}</mediawiki>`;
    await writeFile(at("small.xml"), xml);
    const info = await buildKnowledgeBase({ inputs: [at("small.xml")], output: at("small") });
    const kb = await openKnowledgeBase(at("small"));
    const title = (surface: string) => kb.lookup(surface)?.candidates.map((c) => kb.entity(c.entity).title);
    expect(info.entities).toBe(kb.size);
    expect(kb.rowOfTitle("Kristiania")).toBe(kb.rowOfTitle("Oslo"));
    // a single link, and nothing in common with the title
    expect(title("the town")).toBeUndefined();
    expect(title("Bat")).toContain("Bat (animal)");
    expect(title("Bat")).not.toContain("Bat");
    expect(kb.entity(kb.rowOfTitle("Oslo"))).toMatchObject({ popularity: 3, description: "Oslo is a city." });
    expect(kb.rowOfTitle("Loop A")).toBe(kb.rowOfTitle("Loop B"));
    const texts = openEntityTexts(`${at("small")}.texts`);
    expect(texts.size).toBe(kb.size);
    const oslo = texts.read(kb.rowOfTitle("Oslo"));
    expect([...oslo.words].map((w) => texts.words[w])).toContain("city");
    expect([...oslo.inLinks]).toEqual([kb.rowOfTitle("Bat (animal)")]);
    expect([...oslo.contextWords].map((w) => texts.words[w])).toContain("flies");
    texts.close();
    expect(existsSync(`${at("small")}.work`)).toBe(false);
  });

  test("a title nobody has a page for joins the page that describes it or gives it as its older name", async () => {
    const xml = `<mediawiki>${[
      page("Port Hollow", "'''Port Hollow''' is a city in Ormland."),
      page("Brillo", "'''Brillo''' (formerly '''Brass Tunes''') is a label."),
      page("Venn", "'''Venn''' is the third planet of a star near Ormland."),
      page(
        "Other",
        "See [[Port Hollow, Ormland]], [[Brass Tunes]], [[Venn (planet)]], [[Venn, Ormland]], [[Brillo (song)]].",
      ),
    ].join("")}</mediawiki>`;
    await writeFile(at("vintages.xml"), xml);
    await buildKnowledgeBase({ inputs: [at("vintages.xml")], output: at("vintages") });
    const kb = await openKnowledgeBase(at("vintages"));
    const leadsTo = (title: string) => kb.entity(kb.rowOfTitle(title)).title;
    expect(leadsTo("Port Hollow, Ormland")).toBe("Port Hollow");
    expect(leadsTo("Brass Tunes")).toBe("Brillo");
    expect(leadsTo("Venn (planet)")).toBe("Venn");
    expect(leadsTo("Venn, Ormland")).toBe("Venn, Ormland");
    expect(leadsTo("Brillo (song)")).toBe("Brillo (song)");
  });

  test("articles that two corpora have of one thing are one entity, those of one corpus are not", async () => {
    const king = "was a king of Ormland who built the harbour and fought the river war";
    const corpora = {
      "twins-a.xml": [
        page("Snowy Fox", "A '''snowy fox''' hunts."),
        page("Hugo IX of Ormland", `'''Hugo IX''' ${king}.`),
        page("Tern (bird)", "'''Tern''' is a bird of the coast with a forked tail."),
        page("Tern", "'''Tern''' is a bird of the coast with a forked tail."),
        page("Mill (film)", "'''Mill''' is a slow story about flour."),
      ],
      "twins-b.xml": [
        page("Snowy fox", "The '''snowy fox''' is a predator."),
        page("Hugo IX", `'''Hugo IX''' ${king}, long ago.`),
        page("Mill", "A '''mill''' grinds grain."),
      ],
    };
    for (const [name, pages] of Object.entries(corpora)) {
      await writeFile(at(name), `<mediawiki>${pages.join("")}</mediawiki>`);
    }
    await buildKnowledgeBase({ inputs: Object.keys(corpora).map(at), output: at("twins") });
    const kb = await openKnowledgeBase(at("twins"));
    const areOne = (a: string, b: string) => kb.rowOfTitle(a) === kb.rowOfTitle(b);
    expect(areOne("Snowy Fox", "Snowy fox")).toBe(true);
    expect(areOne("Hugo IX of Ormland", "Hugo IX")).toBe(true);
    expect(areOne("Tern", "Tern (bird)")).toBe(false);
    expect(areOne("Mill", "Mill (film)")).toBe(false);
  });

  test("a title without a page joins the page that links with its text go to", async () => {
    const xml = `<mediawiki>${[
      page("Marsh gas", "It burns."),
      page("One", "See [[Marsh gas|bog vapour]], [[Marsh gas|bog vapour]] and [[bog vapour]]."),
      page("Two", "See [[Marsh gas|will-o'-wisp]] and [[Will-o'-wisp]], [[Will-o'-wisp]]."),
    ].join("")}</mediawiki>`;
    await writeFile(at("anchors.xml"), xml);
    await buildKnowledgeBase({ inputs: [at("anchors.xml")], output: at("anchors") });
    const kb = await openKnowledgeBase(at("anchors"));
    expect(kb.rowOfTitle("Bog vapour")).toBe(kb.rowOfTitle("Marsh gas"));
    expect(kb.rowOfTitle("Will-o'-wisp")).not.toBe(kb.rowOfTitle("Marsh gas"));
  });

  test("names that mean one thing only give contexts like links, ambiguous names do not", async () => {
    const xml = `<mediawiki>${[
      page("Port Hollow", "'''Port Hollow''' is a town."),
      page("Vale (river)", "'''Vale''' is a river."),
      page("Vale (town)", "'''Vale''' is a town."),
      page("Trade", "Merchants shipped copper to Port Hollow by barge. Shepherds of Vale sold wool."),
    ].join("")}</mediawiki>`;
    await writeFile(at("found.xml"), xml);
    await buildKnowledgeBase({ inputs: [at("found.xml")], output: at("found") });
    const kb = await openKnowledgeBase(at("found"));
    const texts = openEntityTexts(`${at("found")}.texts`);
    const contextOf = (title: string) =>
      Array.from(texts.read(kb.rowOfTitle(title)).contextWords, (w) => texts.words[w]);
    expect(contextOf("Port Hollow")).toEqual(expect.arrayContaining(["copper", "barge"]));
    expect(contextOf("Vale (river)")).toEqual([]);
    expect(Array.from(texts.read(kb.rowOfTitle("Port Hollow")).inLinks)).toEqual([kb.rowOfTitle("Trade")]);
    texts.close();
  });

  test("several corpora add up; lists bring redirects, surfaces and popularity", async () => {
    await writeFile(at("a.xml"), `<mediawiki>${page("Persia", "An old land near [[Iraq]].")}</mediawiki>`);
    await writeFile(
      at("b.jsonl"),
      '{"id":"3","title":"Iran","text":"Iran is near <a href=\\"Iraq\\">its neighbour</a>."}\n',
    );
    await writeFile(at("redirects.tsv"), "Persia\tIran\n");
    await writeFile(at("surfaces.tsv"), "Tehran\tIran\n");
    await writeFile(at("popularity.tsv"), "Iran\t500\nIraq\t0\n");
    await buildKnowledgeBase({
      inputs: [at("a.xml"), at("b.jsonl")],
      output: at("both"),
      redirects: [at("redirects.tsv")],
      surfaces: [at("surfaces.tsv")],
      popularity: [at("popularity.tsv")],
    });
    const kb = await openKnowledgeBase(at("both"));
    expect(kb.rowOfTitle("Persia")).toBe(0);
    expect(kb.entity(0)).toMatchObject({ title: "Iran", popularity: 500, id: "Iran" });
    expect(kb.lookup("Tehran")?.candidates[0].entity).toBe(0);
    expect(kb.lookup("Iraq")?.linkCount).toBe(1);
    // a count of 0 is one that failed: the links say more
    expect(kb.entity(kb.rowOfTitle("Iraq")).popularity).toBe(1);
    expect(kb.info.sources.map((s) => s.name)).toContain("redirects.tsv");
    expect(kb.lookup("Iran")).toMatchObject({ textCount: 1, lowercaseShare: 0 });
  });

  test("what only a few rows of tables call a thing, and shares nothing with its title, is no name of it", async () => {
    const row = (name: string, title: string) =>
      `1 | <a href=\\"${encodeURIComponent(title)}\\">${name}</a> | 1907`;
    const rows = [...Array(3).fill(row("Delta", "Ormland University")), row("Ormland", "Ormland University")];
    await writeFile(
      at("tables.jsonl"),
      `{"id":"1","title":"Chapters","text":"${rows.join("\\n")}"}\n{"id":"2","title":"Ormland University","text":"A school."}\n`,
    );
    await buildKnowledgeBase({ inputs: [at("tables.jsonl")], output: at("tables") });
    const kb = await openKnowledgeBase(at("tables"));
    expect(kb.lookup("Delta")).toBeUndefined();
    expect(kb.lookup("Ormland")?.candidates[0].entity).toBe(kb.rowOfTitle("Ormland University"));
  });

  test("little memory, a stop in the middle and going on all give the same bytes", async () => {
    await writeFile(at("wiki.xml"), makeDump(1500));
    const inputs = [at("wiki.xml")];
    const workers = 1;
    await buildKnowledgeBase({ inputs, output: at("plain"), workers });
    await buildKnowledgeBase({ inputs, output: at("spilled"), memory: 400_000, workers });
    const stop = new AbortController();
    const stopped = buildKnowledgeBase({
      inputs,
      output: at("resumed"),
      memory: 400_000,
      workers,
      signal: stop.signal,
      onWarning: () => {},
      onProgress: (p) => p.stage === "resolving titles" && stop.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
    expect(existsSync(at("resumed"))).toBe(false);
    await buildKnowledgeBase({ inputs, output: at("resumed"), memory: 400_000, workers });
    for (const part of ["", ".texts"]) {
      const plain = await readFile(at("plain") + part);
      expect((await readFile(at("spilled") + part)).equals(plain)).toBe(true);
      expect((await readFile(at("resumed") + part)).equals(plain)).toBe(true);
    }
  });

  test("a stop in any stage is a stop, and going on from it gives the same bytes", async () => {
    await writeFile(at("stopped.xml"), makeDump(300));
    const options = { inputs: [at("stopped.xml")], memory: 400_000, workers: 1 };
    const stages = new Set<string>();
    await buildKnowledgeBase({ ...options, output: at("whole"), onProgress: (p) => stages.add(p.stage) });
    expect([...stages]).toEqual([
      "reading",
      "resolving titles",
      "collecting names",
      "counting names in texts",
      "writing",
      "writing texts",
    ]);
    for (const stage of stages) {
      const stop = new AbortController();
      const stopped = buildKnowledgeBase({
        ...options,
        output: at("stopped"),
        signal: stop.signal,
        onProgress: (p) => p.stage === stage && stop.abort(),
      });
      await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
      expect(existsSync(`${at("stopped")}.texts`)).toBe(false);
    }
    await buildKnowledgeBase({ ...options, output: at("stopped") });
    for (const part of ["", ".texts"]) {
      expect((await readFile(at("stopped") + part)).equals(await readFile(at("whole") + part))).toBe(true);
    }
  });

  test("unfinished reading is kept every half minute of work, and only then", async () => {
    await writeFile(at("timed.xml"), makeDump(1500));
    const kept = async (secondsAChunk: number) => {
      let seconds = 0;
      let chunks = 0;
      const stop = new AbortController();
      const stopped = buildKnowledgeBase({
        inputs: [at("timed.xml")],
        output: at(`timed-${secondsAChunk}`),
        memory: 400_000,
        workers: 1,
        signal: stop.signal,
        now: () => seconds,
        onProgress: (p) => {
          if (p.stage !== "reading" || p.done === 0) return;
          seconds += secondsAChunk;
          if (++chunks === 4) stop.abort();
        },
      });
      await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
      const path = `${at(`timed-${secondsAChunk}`)}.work/checkpoint.json`;
      return existsSync(path) ? JSON.parse(await readFile(path, "utf8")).position.at : 0;
    };
    expect(await kept(1)).toBe(0);
    const after = [await kept(11), await kept(16), await kept(31)];
    expect(after[0]).toBeGreaterThan(0);
    expect(after[2]).toBeGreaterThan(after[0]);
  });

  test("any number of threads gives the same bytes, from plain, gz and bz2 in one stream, in parts with pages on their edges, with an index", async () => {
    const xml = Buffer.from(makeDump(120));
    await writeFile(at("threads.xml"), xml);
    await writeFile(at("threads.xml.gz"), gzipSync(xml));
    // streams of pages, as wikis pack them, with their index; and streams that end anywhere
    const starts = [0, ...pageStarts(xml, 10), xml.length];
    const { packed, offsets } = pack(xml, starts);
    await writeFile(at("threads-multistream.xml.bz2"), packed);
    await writeFile(at("threads-multistream-index.txt"), offsets.map((o, i) => `${o}:${i}:T\n`).join(""));
    await writeFile(at("parts.xml.bz2"), pack(xml, [0, 9_000, 31_001, 31_050, 100_003, xml.length]).packed);
    await writeFile(at("whole.xml.bz2"), pack(xml, [0, xml.length]).packed);
    const memory = 400_000;
    await buildKnowledgeBase({ inputs: [at("threads.xml")], output: at("threads-1"), workers: 1, memory });
    const contents = async (output: string) => {
      // the names of the inputs are part of a knowledge base
      const kb = await openKnowledgeBase(at(output));
      const { sources: _, ...info } = kb.info;
      const surfaces = [...kb.surfaces()];
      const entities = Array.from({ length: kb.size }, (_, row) => kb.entity(row));
      return { info, surfaces, entities, texts: await readFile(`${at(output)}.texts`) };
    };
    const expected = await contents("threads-1");
    const threads = {
      "threads.xml.gz": 1,
      "threads-multistream.xml.bz2": 2,
      "parts.xml.bz2": 3,
      "whole.xml.bz2": 1,
    };
    for (const [input, workers] of Object.entries(threads)) {
      const warnings: string[] = [];
      const onWarning = (w: string) => warnings.push(w);
      await buildKnowledgeBase({ inputs: [at(input)], output: at("threads-n"), workers, memory, onWarning });
      expect(warnings).toEqual([]);
      expect(await contents("threads-n")).toEqual(expected);
    }
    await buildKnowledgeBase({ inputs: [at("threads.xml")], output: at("threads-n"), workers: 3, memory });
    expect((await readFile(at("threads-n"))).equals(await readFile(at("threads-1")))).toBe(true);
  });

  test("killed at any moment, the same command gives the bytes of an undisturbed build", async () => {
    await writeFile(at("killed.xml"), makeDump(1500));
    await buildKnowledgeBase({ inputs: [at("killed.xml")], output: at("undisturbed") });
    const random = new Random(11);
    const run = (killAfter?: number) =>
      new Promise<number | null>((done) => {
        const cli = resolve(import.meta.dirname, "../../../dist/cli/main.js");
        const args = [cli, "kb", "build", at("killed.xml"), "-o", at("killed"), "--memory", "400000"];
        const child = spawn(process.execPath, args, { stdio: "ignore" });
        const timer =
          killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
        child.on("exit", (code) => {
          clearTimeout(timer);
          done(code);
        });
      });
    for (let i = 0; i < 4; i++) await run(150 + random.below(1500));
    expect(await run()).toBe(0);
    for (const part of ["", ".texts"]) {
      expect((await readFile(at("killed") + part)).equals(await readFile(at("undisturbed") + part))).toBe(
        true,
      );
    }
  });
});
