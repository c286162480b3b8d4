import { expect, test } from "vitest";
import { oneCell, printable, printableLines, webAddress, wellFormed } from "./safe-text.js";

test("only addresses of the web are addresses", () => {
  expect(webAddress("https://example.org/a?b=c#d")).toBe("https://example.org/a?b=c#d");
  for (const bad of [
    "javascript:alert(1)",
    "JaVaScRiPt:x",
    "data:text/html,x",
    " https://a",
    "https://a b",
    'https://a"onclick=',
    "https://a\nb",
    "",
  ]) {
    expect(webAddress(bad), bad).toBeUndefined();
  }
  expect(webAddress(undefined)).toBeUndefined();
});

test("a terminal is sent nothing that it would obey", () => {
  expect(printable("a\u001b[31mb\u0007\u202ec\nd")).toBe("a\ufffd[31mb\ufffd\ufffdc d");
  expect(printableLines("a\u001b]0;x\nb")).toBe("a\ufffd]0;x\nb");
});

test("a cell holds neither line breaks nor tabs, and is otherwise as it was", () => {
  expect(oneCell("a\tb\r\n c\u2028d  e")).toBe("a b c d  e");
});

test("half pairs become U+FFFD, whole ones stay", () => {
  expect(wellFormed("\ud800a😀")).toBe("\ufffda😀");
});
