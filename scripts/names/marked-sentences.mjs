// Sentences with marked names: [as in the text|Title|Other title], [stranger|], {may be a name or not}.
import { readFileSync } from "node:fs";

const mark = /\[([^|\]]*)\|([^\]]*)\]|\{([^}]*)\}/g;

/** The text of a marked sentence and its names; `titles` is undefined for what may be a name or not. */
export function readMarks(marked) {
  const names = [];
  let text = "";
  let at = 0;
  for (const match of marked.matchAll(mark)) {
    text += marked.slice(at, match.index);
    const name = match[1] ?? match[3];
    const titles = match[2]?.split("|").filter((title) => title !== "");
    names.push({ start: text.length, end: text.length + name.length, titles });
    text += name;
    at = match.index + match[0].length;
  }
  return { text: text + marked.slice(at), names };
}

/** Our own sentences that scorers are taught from, as marked texts. */
export function taughtSentences(kb, weight) {
  const groups = JSON.parse(
    readFileSync(new URL("../../test/fixtures/taught-sentences.json", import.meta.url), "utf8"),
  );
  return Object.values(groups)
    .flat()
    .map((marked) => {
      const { text, names } = readMarks(marked);
      return {
        text,
        closed: true,
        weight,
        names: names.map((name) => ({ ...name, ...meaningOf(name, kb) })),
      };
    });
}

function meaningOf({ titles }, kb) {
  if (titles === undefined) return { maybe: true };
  const row = titles.map((title) => kb.rowOfTitle(title)).find((r) => r >= 0);
  return { entity: row ?? null };
}
