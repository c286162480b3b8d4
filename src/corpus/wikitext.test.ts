import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WikitextReader } from "./wikitext.js";

const read = (source: string) => {
  const { text, links, looseLinks, categories, bold, templates } = new WikitextReader().read(source);
  const loose = looseLinks.map(({ surface, target }) => ({ surface, target }));
  return { text, links, looseLinks: loose, categories, bold, templates };
};
const links = (source: string) => {
  const { text, links } = read(source);
  return links.map((l) => [text.slice(l.start, l.end), l.target]);
};

describe("links in wikitext", () => {
  test("plain, piped, with a section, with a trail, first letter small", () => {
    expect(
      links("See [[Paris]], [[France|the country]], [[Rome#History|old Rome]], [[bus]]es and [[oslo]]."),
    ).toEqual([
      ["Paris", "Paris"],
      ["the country", "France"],
      ["old Rome", "Rome"],
      ["buses", "Bus"],
      ["oslo", "Oslo"],
    ]);
  });

  test("the pipe trick shows the title without bracket, comma part or namespace", () => {
    expect(read("[[Mercury (planet)|]] and [[Boston, Massachusetts|]] and [[Help:Links|]]").text).toBe(
      "Mercury and Boston and Links",
    );
  });

  test("percent signs, underscores and entities in targets are decoded", () => {
    expect(links("[[Caf%C3%A9_Flore|a café]] [[AT&amp;T]]")).toEqual([
      ["a café", "Café Flore"],
      ["AT&T", "AT&T"],
    ]);
  });

  test("a link to a section of the same page, to another wiki or another namespace is only text", () => {
    const { text, links: found } = read(
      "[[#Top|up]] [[wikt:dog|dog]] [[Help:Contents|help]] [[:Category:Dogs|list]]",
    );
    expect(text).toBe("up dog help list");
    expect(found).toEqual([]);
  });

  test("files, categories and links to other languages vanish; categories are kept apart", () => {
    const { text, categories, looseLinks } = read(
      "A[[File:x.jpg|thumb|A [[cat]] on a [[mat|rug]]]]B[[Category:Pets|dog]]C[[fr:Chien]]D",
    );
    expect(text).toBe("ABCD");
    expect(categories).toEqual(["Pets"]);
    expect(looseLinks).toEqual([
      { surface: "cat", target: "Cat" },
      { surface: "rug", target: "Mat" },
    ]);
  });
});

describe("markup in wikitext", () => {
  test("templates and tables go, nested ones too, but their links count as names", () => {
    const { text, looseLinks, templates } = read(
      "x{{Infobox|capital=[[Oslo]]|{{small|y}}}}\n{| class=a\n| [[Bergen]]\n{|\n| inner\n|}\n|}\nz",
    );
    expect(text).toBe("x\nz");
    expect(looseLinks.map((l) => l.target)).toEqual(["Oslo", "Bergen"]);
    expect(templates).toEqual(["infobox"]);
  });

  test("comments, references, formulas and tags go; nowiki stays as it is written", () => {
    expect(
      read(
        'a<!-- [[no]] -->b<ref name="r">c</ref>d<ref name=r />e<math>f</math><b>g</b><nowiki>[[h]]</nowiki>',
      ).text,
    ).toBe("abdeg[[h]]");
  });

  test("bold names before the first heading are kept apart", () => {
    expect(read("'''Ada''', or '''''Lady Ada''''', was.\n== Life ==\n'''Not this'''").bold).toEqual([
      "Ada",
      "Lady Ada",
    ]);
  });

  test("headings, lists, rules and external links become plain lines", () => {
    expect(read("== A B ==\n* one\n** two\n----\n: three [http://x.org a site] [http://y.org]").text).toBe(
      "A B\none\ntwo\nthree a site ",
    );
  });

  test("character entities are decoded", () => {
    expect(read("1 &ndash; 2&nbsp;m &eacute; &#233; &unknown; R&D").text).toBe("1 – 2 m é é &unknown; R&D");
  });
});

describe("hostile wikitext", () => {
  const piece = fc.constantFrom(
    ..."[[ ]] {{ }} {| |} | ''' '' < > <ref> </ref> <ref <!-- --> <nowiki> </nowiki> & &amp; ; # : * = == \n http:// [http://x ] File: Category: a B é 𝒳 \ud800 % _ __TOC__".split(
      " ",
    ),
    " ",
    "\n",
  );

  test("anything is read, and every link lies inside the text", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { text, links: found } = read(pieces.join(""));
        let last = 0;
        for (const l of found) {
          expect(l.start).toBeGreaterThanOrEqual(last);
          expect(l.end).toBeGreaterThan(l.start);
          expect(l.end).toBeLessThanOrEqual(text.length);
          expect(l.target).not.toBe("");
          last = l.end;
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    "[[",
    "{{",
    "{|\n",
    "<ref>",
    "<ref",
    "<!--",
    "'''",
    "[http://",
    "&",
    "[[a|",
    "]]",
    "\n=",
    "<nowiki>",
    "[[[[a]]",
    "{{a}}{{",
  ])("a hundred thousand times %j takes no time to speak of", (bad) => {
    expect(() => read(bad.repeat(100_000))).not.toThrow();
  });
});
