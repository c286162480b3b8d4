/** The model on its way into a browser: what a text misses is fetched together, and nothing else changes. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openLinker } from "../src/index.js";
import { answerLink } from "../src/server/answer-link.js";
import { type ModelIndex, openModelFiles } from "../web/src/model-files.js";
import { readAhead } from "../web/src/read-ahead.js";
import { GRANULE, PieceMissing, RemoteFile } from "../web/src/remote-file.js";

const ADDRESS = "http://host/model/file";
/** What was asked for: parts by fetch, parts by a request that blocks. */
let fetched: string[];
let blocked: string[];

/** A host in the place of the network; without ranges it sends whole files. */
function serve(bytesOf: (path: string) => Uint8Array<ArrayBuffer>, ranges = true): void {
  const answer = (address: string, range: string | null) => {
    const bytes = bytesOf(new URL(address).pathname);
    const asked = ranges ? /^bytes=(\d+)-(\d+)$/.exec(range ?? "") : null;
    const body = asked ? bytes.slice(Number(asked[1]), Number(asked[2]) + 1) : bytes.slice();
    return { status: asked ? 206 : 200, body };
  };
  vi.stubGlobal("fetch", async (address: string | URL, init?: RequestInit) => {
    const range = new Headers(init?.headers).get("range");
    if (range) fetched.push(range);
    const { status, body } = answer(String(address), range);
    return new Response(body, { status });
  });
  class BlockingRequest {
    status = 0;
    response = new ArrayBuffer(0);
    responseType = "";
    #address = "";
    #range = "";
    open(_method: string, address: string) {
      this.#address = address;
    }
    setRequestHeader(_name: string, range: string) {
      this.#range = range;
    }
    send() {
      blocked.push(this.#range);
      const { status, body } = answer(this.#address, this.#range);
      Object.assign(this, { status, response: body.buffer });
    }
  }
  vi.stubGlobal("XMLHttpRequest", BlockingRequest);
}

beforeEach(() => {
  fetched = [];
  blocked = [];
});
afterEach(() => vi.unstubAllGlobals());

describe("a file that comes in pieces", () => {
  const content = Uint8Array.from({ length: 300 * GRANULE + 7 }, (_, i) => (i * 31) >> 8);
  const open = () => new RemoteFile(ADDRESS, content.length, () => {});
  const at = (granule: number) => granule * GRANULE;

  test("notes what is missing while nobody waits, neighbours as one piece", () => {
    const file = open();
    file.beginNoting();
    for (const granule of [200, 3, 10, 300]) {
      expect(() => file.read(at(granule), at(granule) + 5)).toThrow(PieceMissing);
    }
    expect(file.endNoting()).toEqual([
      [at(3), at(11)],
      [at(200), at(201)],
      [at(300), content.length],
    ]);
  });

  test("fetches noted pieces by range and reads them without waiting", async () => {
    serve(() => content);
    const file = open();
    await file.fetchPieces([
      [at(3), at(11)],
      [at(200), at(201)],
    ]);
    expect(file.read(at(5), at(6))).toEqual(content.subarray(at(5), at(6)));
    expect(file.read(at(200), at(200) + 9)).toEqual(content.subarray(at(200), at(200) + 9));
    expect([fetched.length, blocked.length]).toEqual([2, 0]);
  });

  test("takes the whole file once from a host that knows no ranges", async () => {
    serve(() => content, false);
    const file = open();
    await file.fetchPieces([
      [at(3), at(4)],
      [at(99), at(100)],
      [at(200), at(201)],
    ]);
    expect(fetched).toHaveLength(1);
    expect(Buffer.compare(file.read(0, content.length), content)).toBe(0);
    expect(blocked).toHaveLength(0);
  });

  test("waits for what nobody foresaw", () => {
    serve(() => content);
    expect(open().read(at(7), at(8))).toEqual(content.subarray(at(7), at(8)));
    expect(blocked).toHaveLength(1);
  });
});

describe("the shipped model by parts", () => {
  const folder = resolve(import.meta.dirname, "../models/default");
  const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
  const names = Object.values(JSON.parse(readFileSync(join(folder, "linker.json"), "utf8")).files as object);
  const files = ["linker.json", ...names].map((name) => ({
    name,
    bytes: bytesOf(name).length,
    sha256: name,
    isInBlocks: name.endsWith(".packed"),
  }));
  const index: ModelIndex = { files, first: { name: "first.bin", bytes: 0, sha256: "first", pieces: [] } };
  const text = "Turing and Church met in Princeton. Churchill visited Bletchley Park with a machine.";

  /** A linker of which nothing is there but what opening it has read. */
  async function openByParts() {
    const contents = new Map(names.map((name) => [name, bytesOf(name)]));
    serve((path) => {
      const name = path.split("/").at(-1)!;
      if (name === "index.json") return new TextEncoder().encode(JSON.stringify(index));
      return name === "first.bin" ? new Uint8Array(0) : (contents.get(name) ?? bytesOf(name));
    });
    const model = await openModelFiles(new URL("http://host/model/"), () => {});
    const linker = await openLinker(model.read);
    fetched.length = 0;
    blocked.length = 0;
    return { model, linker };
  }

  test("what a text needs is fetched ahead: hardly anything is waited for, and its links are the same", async () => {
    const waiting = await openByParts();
    const wanted = answerLink(waiting.linker, { text, explain: true });
    const one = blocked.length;
    const { model, linker } = await openByParts();
    expect(model.tryNow(() => answerLink(linker, { text, explain: true }))).toBeUndefined();
    await model.fetchAhead(() => readAhead(linker, text));
    expect(fetched.length).toBeGreaterThan(20);
    expect(answerLink(linker, { text, explain: true })).toEqual(wanted);
    expect(blocked.length).toBeLessThan(one / 10);
    expect(wanted.links.length).toBeGreaterThan(2);
    // now that it is all there, nothing has to be foreseen
    fetched.length = 0;
    expect(model.tryNow(() => answerLink(linker, { text, explain: true }))).toEqual(wanted);
    expect(fetched).toEqual([]);
  });
});
