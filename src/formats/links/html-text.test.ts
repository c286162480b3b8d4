import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskHtml } from "./html-text.js";

describe("text of HTML", () => {
  test("tags, comments and scripts become blanks, text stays where it was", () => {
    const html = '<p class="a>b">Paris<!-- x --> and <b>Rome</b></p><script>var Oslo = "<p>";</script>';
    const text = maskHtml(html);
    expect(text).toHaveLength(html.length);
    expect(text.trim().split(/\s+/)).toEqual(["Paris", "and", "Rome"]);
    expect(text.indexOf("Rome")).toBe(html.indexOf("Rome"));
  });
  test("block tags part lines, inline tags do not", () => {
    expect(maskHtml("a<b>x</b>c")).not.toContain("\n");
    expect(maskHtml("<li>a</li><li>b</li>")).toContain("\n\n");
  });
  test("character references are decoded in place", () => {
    expect(maskHtml("AT&amp;T &#233;t&eacute; &unknown;")).toBe("AT&    T é     té        &unknown;");
  });
  test("a bare less-than is text, an unclosed tag swallows the rest", () => {
    expect(maskHtml("1 < 2")).toBe("1 < 2");
    expect(maskHtml("a <b")).toBe("a   ");
  });
  test("any soup keeps its length", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("<", ">", "<p", "</", "&amp;", "&#", "<!--", "<script>", '"', "="),
    );
    fc.assert(
      fc.property(fc.array(piece), (parts) => maskHtml(parts.join("")).length === parts.join("").length),
    );
  });
});
