import fc from "fast-check";
import { expect, test } from "vitest";
import { TemplateNames } from "./template-names.js";

test("a template's name ends at a bar, a bracket, a tag or its line, whatever white space is before it; met again it is the same", () => {
  const names = new TemplateNames();
  const unit = fc.constantFrom(
    "A",
    "b",
    " ",
    "\n",
    "\t",
    "\u00a0",
    "\u2003",
    "|",
    "{",
    "}",
    "<",
    "é",
    "cite web",
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 90 }), (inside) => {
      const src = `{{${inside}`;
      const codes = Uint16Array.from({ length: src.length }, (_, i) => src.charCodeAt(i));
      const wanted = /^\s*([^|{}<\n]{1,60})/.exec(inside)?.[1].trim().toLowerCase() ?? "";
      for (let again = 0; again < 2; again++) expect(names.read(src, codes, 2, src.length)).toBe(wanted);
    }),
    { numRuns: 2000 },
  );
});
