import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { saveSmallLinker } from "../../test/fixtures/small-linker.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { linkJson } from "../formats/links/link-json.js";
import { createKnowledgeBase } from "../kb/stores/create-knowledge-base.js";
import type { Linker } from "../linker/linker.js";
import { type LoadLinkerOptions, loadLinker } from "../loading/load-linker.js";
import { Names } from "../vectors/names.js";
import { VectorTable } from "../vectors/vector-table.js";

const folder = temporaryFolder();
beforeAll(() => saveSmallLinker(folder));

const tablet = {
  id: "T-1",
  title: "Apple tablet",
  aliases: ["Apple"],
  description: "A computer of our own.",
};
const open = (options: LoadLinkerOptions = {}) => loadLinker(folder, options);
const titles = (linker: Linker, text: string) => linker.link(text).map((l) => l.entity?.title);
const bytes = (linker: Linker, text: string) =>
  JSON.stringify(linker.link(text).map((link) => linkJson(link)));

function layer(entities: Parameters<typeof createKnowledgeBase>[0]["entities"], name = "products") {
  return { name, kb: createKnowledgeBase({ entities }) };
}

describe("layers above a knowledge base", () => {
  test("leave texts without own names as they are, byte for byte", async () => {
    const text = "England beat Germany on penalties. Ada Lovelace had a computer.";
    const layered = await open({ add: [layer([tablet])] });
    expect(bytes(layered, text)).toBe(bytes(await open(), text));
  });

  test("give a name that both know the candidates of both, the own ones with their share", async () => {
    const linker = await open({ add: [layer([tablet])], ownShare: 0.25 });
    const [{ candidates }] = linker.link("Apple has a garden.");
    expect(candidates.map((c) => c.entity.title).sort()).toEqual(["Apple", "Apple Inc.", "Apple tablet"]);
    const own = candidates.find((c) => c.entity.layer !== undefined)!;
    expect(own.entity).toMatchObject({ id: "T-1", layer: "products" });
    expect(own.prior).toBeGreaterThan(0.2);
    expect(own.prior).toBeLessThan(0.4);
  });

  test("count for less the larger they are", async () => {
    const priorIn = async (size: number) => {
      const others = Array.from({ length: size }, (_, i) => ({ id: `X-${i}`, title: `Thing number ${i}` }));
      const [{ candidates }] = (await open({ add: [layer([tablet, ...others])] })).link(
        "Apple has a computer.",
      );
      return candidates.find((c) => c.entity.id === "T-1")!.prior;
    };
    expect(await priorIn(2000)).toBeLessThan(await priorIn(10));
  });

  test("make names known that were not", async () => {
    const linker = await open({ add: [layer([{ id: "Z-1", title: "Zephyrion" }])] });
    expect(linker.link("We met at Zephyrion today.")[0].entity).toMatchObject({
      id: "Z-1",
      layer: "products",
    });
    expect(linker.kb.rowOfId("products:Z-1")).toBe(linker.kb.rowOfId("Z-1"));
  });

  test("are read from a catalogue and called like its file; entries that are an entity below join it", async () => {
    const path = join(temporaryFolder(), "places.csv");
    writeFileSync(
      path,
      "id,title,aliases,description,same_as\nE-1,Albion,Blighty,Our first market.,England\nE-2,Ulm,,A town.,\n",
    );
    const linker = await open({ add: [path] });
    const [link] = linker.link("Blighty lies north of the river.");
    expect(link.entity).toMatchObject({
      title: "England",
      description: "Our first market.",
      layer: "places",
    });
    expect(link.entity?.otherIds).toContain("E-1");
    expect(linker.kb.entity(linker.kb.rowOfId("E-1")).title).toBe("England");
    expect(linker.description.layers).toEqual({ places: 2 });
  });

  test("give texts to try in which their entities are linked", async () => {
    const linker = await open({ add: [layer([tablet, { id: "Z-1", title: "Zephyrion" }])] });
    const { examples } = linker.description as { examples: { name: string; text: string }[] };
    expect(examples).toEqual([
      { name: "Apple tablet", text: "Apple tablet: A computer of our own. Zephyrion." },
    ]);
    expect(linker.link(examples[0].text).map((l) => l.entity?.id)).toEqual(["T-1", "Z-1"]);
    expect((await open()).description.examples).toBeUndefined();
  });

  test("bring words that the linker had no vectors for", async () => {
    const words = new VectorTable({
      rows: 1,
      d: 4,
      data: Float32Array.of(0, 0, 0, 1),
      names: Names.fromList(["espresso"]),
    });
    const linker = await open({ add: [{ ...layer([tablet]), words }] });
    expect(linker.words.rowOf("espresso")).toBe((await open()).words.rows);
    const long = { ...layer([tablet]), words: new VectorTable({ rows: 1, d: 5, data: new Float32Array(5) }) };
    await expect(open({ add: [long] })).rejects.toThrow(/words of products have 5 numbers each/);
  });

  test("tell which words the linker does not know", async () => {
    const warnings: string[] = [];
    await open({ add: [layer([tablet])], onWarning: (sentence) => warnings.push(sentence) });
    expect(warnings).toEqual([expect.stringMatching(/^products: \d of the \d content words .*tablet/)]);
  });

  test("speak by the words of their descriptions", async () => {
    const linker = await open({ add: [layer([tablet])] });
    const shareIn = (text: string) =>
      linker.link(text)[0].candidates.find((c) => c.entity.id === "T-1")!.prior;
    expect(shareIn("Apple has computers.")).toBeGreaterThan(shareIn("Apple has a garden."));
  });

  test("hide entities below, or names of them", async () => {
    const text = "Apple has a computer.";
    const hidden = await open({ hide: [{ entity: "Apple Inc." }] });
    expect(hidden.link(text)[0].candidates.map((c) => c.entity.title)).toEqual(["Apple"]);
    hidden.show({ entity: "Apple Inc." });
    expect(bytes(hidden, text)).toBe(bytes(await open(), text));
    hidden.hide({ entity: "Apple", name: "Apple" });
    expect(hidden.link(text)[0].candidates.map((c) => c.entity.title)).toEqual(["Apple Inc."]);
    await expect(open({ hide: [{ entity: "Nowhere" }] })).rejects.toThrow(/"Nowhere" cannot be hidden/);
  });

  test("of two layers the upper one's entry takes the place of the lower one's with its identifier", async () => {
    const linker = await open({
      add: [layer([tablet]), layer([{ ...tablet, title: "Apple tablet 2" }], "newer")],
    });
    const own = linker
      .link("Apple has a computer.")[0]
      .candidates.filter((c) => c.entity.layer !== undefined);
    expect(own.map((c) => c.entity.title)).toEqual(["Apple tablet 2"]);
  });
});

describe("own entities while a linker runs", () => {
  test("come, change and go with the next text", async () => {
    const linker = await open();
    const text = "We met at Zephyrion today.";
    const before = bytes(linker, text);
    linker.add([{ id: "Z-1", title: "Zephyrion" }]);
    expect(linker.link(text)[0].entity).toMatchObject({ id: "Z-1", layer: "own" });
    linker.replace([
      { id: "Z-1", title: "Zephyrion", description: "A river.", url: "https://example.org/z" },
    ]);
    expect(linker.link(text)[0].entity?.url).toBe("https://example.org/z");
    expect(linker.remove(["Z-1", "Z-2"])).toBe(1);
    expect(bytes(linker, text)).toBe(before);
  });

  test("take the place of a layer's entries, and can be taken away there", async () => {
    const linker = await open({ add: [layer([tablet])] });
    linker.replace([{ ...tablet, title: "Apple slate" }]);
    const own = () => linker.link("Apple has a computer.")[0].candidates.filter((c) => c.entity.layer);
    expect(own().map((c) => c.entity.title)).toEqual(["Apple slate"]);
    expect(linker.remove(["T-1"])).toBe(1);
    expect(own()).toEqual([]);
  });

  test("are refused as a whole when one of them cannot be used", async () => {
    const linker = await open({ add: [layer([tablet])] });
    const z = { id: "Z-1", title: "Zephyrion" };
    expect(() => linker.add([z, tablet])).toThrow(/"T-1" is there already/);
    expect(() => linker.add([z, z])).toThrow(/given twice/);
    expect(() => linker.add([z, { title: "" }])).toThrow(/Entity 1 has no title/);
    expect(() => linker.add([{ ...z, sameAs: "Nowhere" }])).toThrow(
      /"Nowhere", which the knowledge base below does not have/,
    );
    expect(() => linker.add([{ ...z, colour: "red" } as never])).toThrow(/no option "colour"/);
    expect(linker.link("We met at Zephyrion today.").some((l) => l.entity)).toBe(false);
  });

  test("have vectors composed from their words: the context decides between two of one name", async () => {
    const linker = await open();
    linker.add([
      { id: "a", title: "Zephyrion goal", aliases: ["Zephyrion"], description: "penalties goal" },
      { id: "b", title: "Zephyrion river", aliases: ["Zephyrion"], description: "river north" },
    ]);
    expect(titles(linker, "At Zephyrion they beat them on penalties.")[0]).toBe("Zephyrion goal");
    expect(titles(linker, "The river Rill flows north of Zephyrion.").at(-1)).toBe("Zephyrion river");
  });
});
