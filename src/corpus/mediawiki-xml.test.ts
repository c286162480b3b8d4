import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutPages, type PageChunk } from "./mediawiki-chunks.js";
import { readMediaWikiXml, urlPrefixInHead, WikiPages } from "./mediawiki-xml.js";
import type { Page } from "./page.js";

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

async function readAll(xml: string | Buffer, size = 1 << 16) {
  const warnings: string[] = [];
  const bytes = typeof xml === "string" ? Buffer.from(xml) : xml;
  const options = { name: "dump", onWarning: (w: string) => warnings.push(w) };
  const pages: Page[] = [];
  for await (const page of readMediaWikiXml(chunked(bytes, size), options)) pages.push(page);
  return { pages, warnings };
}

const page = (title: string, text: string, extra = "") =>
  `<page><title>${title}</title><ns>0</ns><id>${title.length}</id>${extra}<revision><id>99</id><text xml:space="preserve">${text}</text></revision></page>`;
const dump = (...pages: string[]) =>
  `<mediawiki><siteinfo><base>http://xx.example.org/wiki/Main</base><namespaces><namespace key="6">Datei</namespace><namespace key="0" /></namespaces></siteinfo>${pages.join("\n")}</mediawiki>`;

describe("a MediaWiki dump", () => {
  test("gives titles, identifiers, text and links, whatever the size of the pieces it comes in", async () => {
    const xml = dump(
      page("A &amp; B", "&quot;x&quot; [[C|d]] &#233; é [[Datei:p.png]]"),
      page("C", "#REDIRECT [[A &amp; B]]"),
    );
    for (const size of [1, 7, 100_000]) {
      const { pages, warnings } = await readAll(xml, size);
      expect(warnings).toEqual([]);
      expect(pages.map((p) => [p.title, p.id, p.kind, p.text, p.redirectTo])).toEqual([
        ["A & B", "9", "article", '"x" d é é ', undefined],
        ["C", "1", "redirect", "", "A & B"],
      ]);
    }
    expect(urlPrefixInHead(dump())).toBe("https://xx.example.org/wiki/");
  });

  test("pages of other namespaces are left out, by number or by name", async () => {
    const xml = dump(
      page("Talk:X", "t").replace("<ns>0", "<ns>1"),
      page("Template:Y", "t").replace("<ns>0</ns>", ""),
      page("Z", "t"),
    );
    expect((await readAll(xml)).pages.map((p) => p.title)).toEqual(["Z"]);
  });

  test("redirect elements, disambiguation pages and persons are recognised", async () => {
    const xml = dump(
      page("R", "anything", '<redirect title="S &amp; T" />'),
      page("D", "'''D''' may refer to:\n* [[D (x)]]"),
      page("E", "* [[F]]\n{{disambig}}"),
      page("P Q", "'''P Q''' (born 3 May 1950) is a painter."),
      page("P R", "text [[Category:1950 births]]"),
    );
    const { pages } = await readAll(xml);
    expect(pages.map((p) => p.kind)).toEqual([
      "redirect",
      "disambiguation",
      "disambiguation",
      "article",
      "article",
    ]);
    expect(pages[0].redirectTo).toBe("S & T");
    expect(pages.map((p) => p.isPerson)).toEqual([false, false, false, true, true]);
  });

  test("a file that is cut off gives its whole pages and a warning that says where it ends", async () => {
    const xml = dump(page("A", "text"), page("Broken", "half a text"));
    const { pages, warnings } = await readAll(xml.slice(0, xml.indexOf("half") + 4));
    expect(pages.map((p) => p.title)).toEqual(["A"]);
    expect(warnings[0]).toMatch(
      /dump is cut off: it ends at byte \d+, in the page "Broken"; the 1 page before it is used/,
    );
  });

  test("chunks have whole pages, whatever their size, and reading goes on behind any of them", async () => {
    const xml = Buffer.from(
      dump(page("A", "a"), page("B", "b [[Datei:x.png]]"), page("C", "c"), page("D", "d")),
    );
    const cut = async (size: number, behind = { bytes: 0, pages: 0 }) => {
      const chunks: PageChunk[] = [];
      const rest = chunked(xml.subarray(behind.bytes), 7);
      for await (const chunk of cutPages(rest, { name: "dump", size, behind })) chunks.push(chunk);
      return chunks;
    };
    for (const size of [1, 100, 200, 1000]) {
      const chunks = await cut(size);
      const wiki = new WikiPages(chunks[0].head ?? "", {});
      const titles = chunks.map(({ bytes }) => [...wiki.read(bytes)].map((p) => p.title));
      expect(titles.flat()).toEqual(["A", "B", "C", "D"]);
      for (const [i, { end, pages }] of chunks.entries()) {
        expect(pages).toBe(titles.slice(0, i + 1).flat().length);
        if (pages === 4) continue;
        const others = await cut(size, { bytes: end, pages });
        expect(Buffer.concat(others.map((c) => c.bytes))).toEqual(
          Buffer.concat(chunks.slice(i + 1).map((c) => c.bytes)),
        );
        expect(others.at(-1)?.pages).toBe(4);
      }
    }
  });

  test("a file without pages is refused", async () => {
    await expect(readAll("<html></html>")).rejects.toMatchObject({ code: "bad-file" });
  });

  test("damaged dumps never throw anything but that sentence", async () => {
    const xml = Buffer.from(
      dump(page("A", "a [[B]] {{c}}"), page("B", "b &lt;ref&gt; &amp;amp;"), page("C", "c")),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(xml.length - 1), fc.nat(255)), { maxLength: 20 }),
        fc.integer({ min: 1, max: 200 }),
        async (changes, size) => {
          const bytes = Buffer.from(xml);
          for (const [at, value] of changes) bytes[at] = value;
          const result = await readAll(bytes, size).catch((error) => error);
          if (result instanceof Error) expect(result).toMatchObject({ code: "bad-file" });
        },
      ),
      { numRuns: 300 },
    );
  });

  test("a page that never ends does not fill the memory", async () => {
    const warnings: string[] = [];
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from(dump(page("A", "a")).replace("</mediawiki>", "<page><title>B</title>"));
      for (let i = 0; i < 40; i++) yield Buffer.alloc(1 << 20, 120);
    }
    const options = { name: "dump", onWarning: (w: string) => warnings.push(w) };
    const titles: string[] = [];
    for await (const p of readMediaWikiXml(endless(), options)) titles.push(p.title);
    expect(titles).toEqual(["A"]);
    expect(warnings[0]).toMatch(/without the end of a page/);
  });
});
