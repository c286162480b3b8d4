import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { createSmallLinker, saveSmallLinker } from "../../test/fixtures/small-linker.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import type { Link } from "../linker/link.js";
import { createPlainKernels } from "../math/plain-kernels.js";
import { answerLink } from "../server/answer-link.js";
import { linkAll } from "./link-all.js";
import { loadLinker } from "./load-linker.js";
import { openLinker } from "./open-linker.js";
import { packLinker } from "./pack-linker.js";
import { packLinks, unpackLinks } from "./packed-links.js";
import { shareModel } from "./shared-model.js";

const folder = temporaryFolder();
beforeAll(() => saveSmallLinker(folder));

const text = "England beat Germany on penalties, and Apple makes a computer.";
const mulrel = (args: string[], input?: string) =>
  execFileSync(
    process.execPath,
    [join(import.meta.dirname, "../../dist/cli/main.js"), "link", "--model", folder, ...args],
    {
      input,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
    },
  );

describe("a linker on disk", () => {
  test("links as the one it was saved from", async () => {
    const linker = await loadLinker(folder, { kernels: createPlainKernels() });
    expect(linker.link(text)).toEqual(createSmallLinker().link(text));
    expect(linker.description).toMatchObject({ name: "small", entities: 7 });
  });
  test("opens from bytes that came from anywhere", async () => {
    const linker = await openLinker(async (name) => {
      const bytes = readFileSync(join(folder, name));
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    });
    expect(linker.link(text).map((l) => l.entity?.title)).toContain("Apple Inc.");
  });
  test("takes another knowledge base, whose entities are described by their words", async () => {
    const kb = createKnowledgeBase({
      entities: [
        { title: "Apple pie", description: "A pie.", aliases: ["Apple"] },
        { title: "Apple II", description: "A computer.", aliases: ["Apple"] },
      ],
    });
    const linker = await loadLinker(folder, { kb });
    expect(linker.link("The computer from Apple")[0].entity?.title).toBe("Apple II");
    expect(linker.link("The pie from Apple")[0].entity?.title).toBe("Apple pie");
  });
  test("a folder without a model and a damaged one are told apart in sentences", async () => {
    await expect(loadLinker(tmpdir())).rejects.toThrow(/holds no linker/);
    const broken = temporaryFolder();
    writeFileSync(join(broken, "linker.json"), "{");
    await expect(loadLinker(broken)).rejects.toThrow(/does not describe a linker/);
  });
});

describe("a linker whose files are packed with gzip", () => {
  test("links, and a damaged file of it is refused with a sentence", async () => {
    const packed = temporaryFolder();
    await saveSmallLinker(packed, { packed: "gzip" });
    expect((await loadLinker(packed)).link(text)).toHaveLength(3);
    const path = join(packed, "knowledge-base.kb.gz");
    const wrong = gunzipSync(readFileSync(path));
    wrong[wrong.length - 1] ^= 1;
    writeFileSync(path, gzipSync(wrong));
    await expect(loadLinker(packed)).rejects.toThrow(/knowledge-base\.kb\.gz is damaged or cut off/);
    writeFileSync(path, gzipSync(wrong).subarray(0, -9));
    await expect(loadLinker(packed)).rejects.toThrow(/knowledge-base\.kb\.gz cannot be unpacked/);
    writeFileSync(path, gzipSync(new Uint8Array(65 << 20)));
    await expect(loadLinker(packed)).rejects.toThrow(/knowledge-base\.kb\.gz becomes larger than/);
  });
});

describe("a linker in packed blocks", () => {
  const blocks = temporaryFolder();
  beforeAll(() => saveSmallLinker(blocks, { packed: "blocks" }));
  const simple = (links: Link[]) => links.map((l) => [l.start, l.end, l.entity?.title]);

  test("links as the one it was saved from: from disk, from bytes and in threads", async () => {
    const expected = simple(createSmallLinker().link(text));
    const linker = await loadLinker(blocks);
    expect(linker.kb.info.format).toBe("packed");
    expect(simple(linker.link(text))).toEqual(expected);
    linker.close();
    const fetched = await openLinker((name) => new Uint8Array(readFileSync(join(blocks, name))));
    expect(fetched.link(text)).toEqual((await loadLinker(blocks)).link(text));
    for await (const { links } of linkAll([text], { model: blocks, workers: 1 })) {
      expect(simple(links)).toEqual(expected);
    }
  });
  test("shares its tables: what one has unpacked, another reads without its files", async () => {
    const memory = await shareModel(blocks);
    const one = await loadLinker(blocks, { memory });
    const links = one.link(text);
    const other = await loadLinker(blocks, { memory });
    other.close();
    // closed files cannot be read any more
    expect(other.link(text)).toEqual(links);
    const alone = await loadLinker(blocks);
    expect(alone.link(text)).toEqual(links);
    // memory of another model is left alone
    const strange = await loadLinker(blocks, { memory: new Map([["1 2 names", new SharedArrayBuffer(8)]]) });
    expect(strange.link(text)).toEqual(links);
  });
  test("a damaged block or a cut file is refused with a sentence", async () => {
    for (const name of ["knowledge-base.packed", "words.packed", "entities.packed"]) {
      const path = join(blocks, name);
      const right = readFileSync(path);
      const wrong = Uint8Array.from(right);
      wrong[wrong.length - 1] ^= 1;
      writeFileSync(path, wrong);
      const linkIt = async () => (await loadLinker(blocks)).link(text);
      await expect(linkIt()).rejects.toThrow(/is damaged \(the checksum of block/);
      writeFileSync(path, right.subarray(0, right.length - 1));
      await expect(loadLinker(blocks)).rejects.toThrow(/is cut off/);
      writeFileSync(path, right);
    }
  });
  test("is made of any other linker, with vectors told by books", async () => {
    const out = temporaryFolder();
    await packLinker(folder, out, { tiers: [{ rows: 3, pieces: 4 }, { pieces: 2 }] });
    const linker = await loadLinker(out);
    expect(simple(linker.link(text))).toEqual(simple(createSmallLinker().link(text)));
    const again = temporaryFolder();
    await packLinker(out, again);
    for (const name of readdirSync(out)) {
      expect(readFileSync(join(again, name)).equals(readFileSync(join(out, name))), name).toBe(true);
    }
  });
});

describe("many documents", () => {
  const texts = [
    "England beat Germany.",
    "Apple computer",
    "",
    "Germany is north of the river",
    "\ud800 Apple pie",
  ];
  test("have the same links on one thread and on several, in order", async () => {
    const alone = createSmallLinker();
    for (const workers of [1, 3]) {
      const linked = [];
      for await (const doc of linkAll(texts, { model: folder, workers })) linked.push(doc);
      expect(linked.map((d) => d.id)).toEqual(["0", "1", "2", "3", "4"]);
      const plain = (links: Link[]) => links.map((l) => [l.start, l.end, l.entity?.title]);
      expect(linked.map((d) => plain(d.links))).toEqual(texts.map((t) => plain(alone.link(t))));
    }
  });
  test("links come back from a thread as they were", () => {
    const alone = createSmallLinker();
    for (const text of texts) {
      const links = alone.link(text);
      expect(unpackLinks(text, packLinks(links))).toEqual(links);
    }
    const given = alone.link("England", { mentions: [{ start: 0, end: 7 }] });
    expect(unpackLinks("England", packLinks(given))).toEqual(given);
  });
});

describe("mulrel link", () => {
  test("links an argument and standard input alike", () => {
    const printed = mulrel([text]);
    expect(printed).toMatch(/England\s+England national football team/);
    expect(mulrel([], text)).toBe(printed);
    expect(mulrel(["-"], text)).toBe(printed);
    expect(mulrel(["--workers", "2", text])).toBe(printed);
  });
  test("JSON, JSON lines, REL and CoNLL carry the same links", () => {
    const json = JSON.parse(mulrel(["--format", "json", "--candidates", "2", text]));
    expect(json.links[0]).toMatchObject({
      start: 0,
      end: 7,
      mention: "England",
      entity: { title: "England national football team" },
    });
    expect(json.links[0].candidates).toHaveLength(2);
    const lines = mulrel(
      ["--format", "jsonl", "--input", "jsonl"],
      '{"id":"a","text":"England"}\n\n{"text":"Apple","mentions":[{"start":0,"end":5}]}\n',
    );
    expect(
      lines
        .trim()
        .split("\n")
        .map((l) => JSON.parse(l).links?.length ?? JSON.parse(l).error.code),
    ).toEqual([1, "bad-input", 1]);
    expect(JSON.parse(mulrel(["--format", "rel", text]))[0].slice(0, 4)).toEqual([
      0,
      7,
      "England",
      "England_national_football_team",
    ]);
    expect(mulrel(["--format", "conll", text])).toContain(
      "England\tB\tEngland\tEngland_national_football_team",
    );
    expect(mulrel(["--format", "nif", text])).toContain("taIdentRef");
  });
  test("JSON is the HTTP API's, reasons and all", async () => {
    const linker = await loadLinker(folder);
    const answer = JSON.parse(JSON.stringify(answerLink(linker, { text, explain: true })));
    expect(JSON.parse(mulrel(["--format", "json", "--explain", text])).links).toEqual(answer.links);
    const short = answerLink(linker, { text, candidates: 1 });
    expect(JSON.parse(mulrel(["--format", "jsonl", "--candidates", "1", text])).links).toEqual(short.links);
  });
  test("an argument is read in the form that --input names", () => {
    const printed = mulrel(["--input", "jsonl", "--format", "jsonl", '{"id":"a","text":"England"}']);
    expect(JSON.parse(printed)).toMatchObject({ id: "a", links: [{ mention: "England" }] });
    expect(mulrel(["--input", "html", "--format", "jsonl", "<p>In <b>England</b></p>"])).toContain(
      '"start":9',
    );
    expect(() => mulrel(["--input", "jsonl", "England won"])).toThrow(/argument:1: This is no JSON/);
  });
  test("a page in is a page out with links", () => {
    expect(mulrel(["--input", "html", "--format", "html"], "<p>In <b>England</b></p>")).toMatch(
      /^<p>In <b><a class="mulrel"[^>]*>England<\/a><\/b><\/p>$/,
    );
  });
  test("explains in lines", () => {
    expect(mulrel(["--explain", text])).toMatch(
      /The name alone \(7 % of its uses mean England national football team, 93 % England\): \d+ points against the link/,
    );
  });
  test("wrong calls end with code 2, missing files with 1", () => {
    const code = (args: string[]) => {
      try {
        mulrel(args);
        return 0;
      } catch (error) {
        return (error as { status: number }).status;
      }
    };
    expect([code(["--nil", "2", "x"]), code(["--format", "xml", "x"])]).toEqual([2, 2]);
    expect(code(["--nil", "0.5", "--target-precision", "0.9", "x"])).toBe(2);
    expect([code(["missing.txt"]), code([tmpdir()]), code(["--kb", "missing.kb", "x"])]).toEqual([1, 1, 1]);
    expect(code(["--model", tmpdir(), "x"])).toBe(1);
  });
});
