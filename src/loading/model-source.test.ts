import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { saveSmallLinker } from "../../test/fixtures/small-linker.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { ModelFile, ModelSource } from "./model-source.js";
import { type OpenLinkerOptions, openLinker } from "./open-linker.js";

const folder = temporaryFolder();
const text = "England beat Germany on penalties.";
const titles = async (source: ModelSource) =>
  (await openLinker(source)).link(text).map((link) => link.entity?.title);
const expected = ["England national football team", "Germany national football team"];

beforeAll(() => saveSmallLinker(folder, { packed: "gzip" }));

describe("a model's source", () => {
  test("gives its files as they come: responses, blobs, buffers, views of larger buffers", async () => {
    const forms: Record<string, (bytes: Buffer<ArrayBuffer>) => ModelFile> = {
      response: (bytes) => new Response(bytes),
      blob: (bytes) => new Blob([bytes]),
      "array buffer": (bytes) => Uint8Array.from(bytes).buffer,
      view: (bytes) => Buffer.concat([Buffer.alloc(8), bytes]).subarray(8),
    };
    for (const [form, make] of Object.entries(forms)) {
      const read = async (name: string) => make(await readFile(join(folder, name)));
      expect(await titles(read), form).toEqual(expected);
    }
  });

  test("can be the address of a folder, with or without its slash", async () => {
    const fetched: string[] = [];
    const original = globalThis.fetch;
    globalThis.fetch = async (address) => {
      fetched.push(String(address));
      return new Response(await readFile(join(folder, String(address).split("/").at(-1)!)));
    };
    try {
      expect(await titles("https://example.org/model")).toEqual(expected);
      expect(await titles(new URL("https://example.org/model/"))).toEqual(expected);
    } finally {
      globalThis.fetch = original;
    }
    expect(fetched[0]).toBe("https://example.org/model/linker.json");
    expect(fetched.filter((address) => address.includes("//model"))).toEqual([]);
  });

  test("that fails is told with the file's name", async () => {
    const missing = () => new Response("nothing here", { status: 404 });
    await expect(openLinker(missing)).rejects.toThrow(/linker\.json could not be fetched: .* status 404/);
    const broken = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(openLinker(broken)).rejects.toThrow("linker.json could not be read: Failed to fetch.");
    const page = () => new Response("<!doctype html>");
    await expect(openLinker(page)).rejects.toThrow(/linker\.json does not describe a linker/);
    const nothing = (() => undefined) as unknown as ModelSource;
    await expect(openLinker(nothing)).rejects.toThrow("linker.json came as undefined; wanted a Response");
    await expect(openLinker(7 as unknown as ModelSource)).rejects.toThrow("The model's source is 7");
  });

  test("goes with options that exist", async () => {
    const options = { knowledgeBase: {} } as OpenLinkerOptions;
    await expect(openLinker("/model", options)).rejects.toThrow('There is no option "knowledgeBase"');
  });
});
