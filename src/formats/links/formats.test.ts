import { describe, expect, test } from "vitest";
import { createSmallLinker } from "../../../test/fixtures/small-linker.js";
import type { EntityType } from "../../types.js";
import { formatAidaDocument } from "../annotated/aida-tsv.js";
import { formatNif, parseNif } from "../annotated/nif-turtle.js";
import { annotateLinks } from "./annotate-links.js";
import { maskHtml } from "./html-text.js";
import { linkJson } from "./link-json.js";
import { createLinkWriter } from "./link-text.js";
import { linkedPage, linkedText } from "./linked-html.js";
import { relList } from "./rel-list.js";

const linker = createSmallLinker();

describe("output formats", () => {
  test("JSON that is written at once is the JSON of the objects, sign by sign", () => {
    const text = 'England beat Germany in "Zarkon Vexley", and Apple saw \u2028 England.';
    for (const options of [{}, { candidates: 1 }, { offset: (n: number) => n + 3 }]) {
      for (const explain of [false, true]) {
        const links = linker.link(text, { explain });
        expect(links.length).toBeGreaterThan(2);
        const write = createLinkWriter(options);
        for (const link of links) expect(write(link)).toBe(JSON.stringify(linkJson(link, options)));
      }
    }
  });
  test("text becomes escaped HTML with anchors, NIL a span", () => {
    const text = 'In England <b> & "Zarkon Vexley"';
    const html = linkedText(text, linker.link(text));
    expect(html).toContain('data-entity="Q0" data-type="place">England</a>');
    expect(html).toContain('<span class="mulrel-nil">Zarkon Vexley</span>');
    expect(html).toContain("&lt;b&gt; &amp; &quot;");
  });
  test("a page keeps its markup and gains links", () => {
    const page = "<p>The <i>river</i> north of <b>England</b> &amp; Ger<i>many</i></p>";
    const html = linkedPage(page, linker.link(maskHtml(page)));
    expect(html.replace(/<a class="mulrel"[^>]*>|<\/a>|<span class="mulrel-nil">|<\/span>/g, "")).toBe(page);
    expect(html).toContain(">England</a></b>");
  });
  test("annotations go by title, or by the address of what is not in Wikipedia", () => {
    const [link] = linker.link("England");
    const named = (url?: string) => [{ ...link, entity: { ...link.entity!, url } }];
    expect(annotateLinks(named("https://shop.example/7"))[0].entity).toBe("England");
    const byAddress = (url?: string) => annotateLinks(named(url), { byAddress: true })[0].entity;
    expect(byAddress("https://shop.example/7")).toBe("https://shop.example/7");
    expect([byAddress("https://en.wikipedia.org/wiki/England"), byAddress()]).toEqual(["England", "England"]);
    expect(annotateLinks(linker.link("Zarkon Vexley"))[0].entity).toBeNull();
  });
  test("REL's list counts code points and leaves NIL out", () => {
    const text = "😀 Zarkon Vexley beat England";
    expect(relList(text, linker.link(text))).toEqual([
      [21, 7, "England", expect.stringMatching(/^England/), expect.any(Number), 1, "ORG"],
    ]);
  });
  test("REL's tag is the type of the entity as taggers have it", () => {
    const [link] = linker.link("England");
    const tag = (type?: EntityType) =>
      relList("England", [{ ...link, entity: { ...link.entity!, type } }])[0][6];
    const types = ["person", "organisation", "place", "work", "other", undefined] as const;
    expect(types.map(tag)).toEqual(["PER", "ORG", "LOC", "MISC", "MISC", "NULL"]);
  });
  test("type, phrase and item of Wikidata come with the entity, in HTML and NIF too", async () => {
    const [link] = linker.link("England");
    const known = { type: "place", phrase: "country", wikidata: "Q21" } as const;
    const links = [{ ...link, entity: { ...link.entity!, ...known } }];
    expect(linkJson(links[0], { candidates: 0 }).entity).toMatchObject(known);
    expect(linkJson(link).entity).not.toHaveProperty("wikidata");
    expect(linkedText("England", links)).toMatch(
      /title="England, country .*data-type="place" data-wikidata="Q21"/,
    );
    const turtle = await formatNif([{ id: "a", text: "England", mentions: annotateLinks(links) }]);
    expect(turtle).toContain("itsrdf:taClassRef <http://dbpedia.org/ontology/Place>");
    expect(turtle).toContain("<http://www.wikidata.org/entity/Q21>");
    const [read] = await parseNif(turtle, "a");
    expect(read.mentions[0]).toMatchObject({ entity: "England", entityId: "Q21" });
  });
  test("an own entity is told by its layer everywhere, and never taken for Wikipedia's of that title", async () => {
    const [link] = linker.link("England");
    const withEntity = (more: object) => [
      { ...link, entity: { ...link.entity!, id: "C 3/1", url: undefined, layer: "products", ...more } },
    ];
    const own = withEntity({});
    expect(relList("England", own)[0][3]).toBe("products:C 3/1");
    expect(linkedText("England", own)).toMatch(/title="England, products .*data-layer="products"/);
    const turtle = await formatNif([
      { id: "a", text: "England", mentions: annotateLinks(own, { byAddress: true }) },
    ]);
    expect(turtle).toContain("itsrdf:taIdentRef <urn:mulrel:products:C%203%2F1>");
    expect(turtle).toContain('dcterms:identifier "products:C 3/1"');
    expect(turtle).not.toContain("wikipedia.org");
    const [row] = formatAidaDocument({ id: "a", text: "England", mentions: annotateLinks(own) })
      .split("\n")
      .filter((line) => line.startsWith("England"));
    expect(row.split("\t").slice(4)).toEqual(["urn:mulrel:products:C%203%2F1", "products:C 3/1"]);
    const joined = withEntity({ url: "https://en.wikipedia.org/wiki/England" });
    expect(relList("England", joined)[0][3]).toBe("England");
    const shop = annotateLinks(withEntity({ url: "https://shop.example/7" }), { byAddress: true });
    expect(shop[0]).toMatchObject({ entity: "https://shop.example/7", entityId: "products:C 3/1" });
  });
});
