/** Lists that go beside corpora: redirects, surfaces and popularities, each a line with a tab. */
import type { InternTable } from "../../corpus/intern-table.js";
import { decodePercent } from "../../corpus/link-labels.js";
import { normaliseTitle } from "../../corpus/titles.js";
import { LinkingError } from "../../errors.js";
import { readLines } from "../../files/lines.js";
import { cleanSurface } from "./clean-surface.js";

export interface NameLists {
  /** Pairs of titles: from, to. */
  redirects: Int32Array;
  /** Title and its popularity. */
  popularity: Map<number, number>;
  /** Titles that some list leads to: they are entities even without a page or link. */
  known: Set<number>;
  /** Titles of the wiki as it is now. */
  current: Set<number>;
}

export interface ListFiles {
  redirects: string[];
  surfaces: string[];
  popularity: string[];
  /** Lines of a title each: what must be there. */
  titles?: string[];
}

/** Titles are numbered by `titles`; surfaces go to `addSurface`, best first as the file has them. */
export async function readNameLists(
  files: ListFiles,
  titles: InternTable,
  addSurface: (surface: string, title: number) => void,
): Promise<NameLists> {
  const redirects: number[] = [];
  const popularity = new Map<number, number>();
  const known = new Set<number>();
  const current = new Set<number>();
  for (const path of files.titles ?? []) {
    for await (const { text } of readLines(path)) {
      const title = normaliseTitle(text);
      if (title !== "") current.add(titles.intern(title));
    }
  }
  for (const path of files.redirects) {
    for await (const [from, to] of tabLines(path, "a name, a tab and the title it leads to")) {
      const name = normaliseTitle(decodePercent(from));
      const target = normaliseTitle(to);
      if (name !== "" && target !== "" && name !== target)
        redirects.push(titles.intern(name), titles.intern(target));
    }
  }
  for (const path of files.surfaces) {
    for await (const [surface, to] of tabLines(path, "a surface, a tab and a title it can mean")) {
      const target = normaliseTitle(to);
      if (target === "" || cleanSurface(surface) === "") continue;
      const title = titles.intern(target);
      known.add(title);
      addSurface(surface, title);
    }
  }
  for (const path of files.popularity) {
    for await (const [name, value] of tabLines(path, "a title, a tab and a number")) {
      const number = Number(value);
      const target = normaliseTitle(name);
      if (!(number >= 0) || target === "") continue;
      const title = titles.intern(target);
      known.add(title);
      // 0 for a title that stands in a list is a count that failed (quotation marks often are the reason): not known
      if (number > 0) popularity.set(title, Math.max(number, popularity.get(title) ?? 0));
    }
  }
  return { redirects: Int32Array.from(redirects), popularity, known, current };
}

async function* tabLines(path: string, wanted: string): AsyncGenerator<[string, string]> {
  let good = 0;
  let bad = 0;
  for await (const line of readLines(path)) {
    const tab = line.text.indexOf("\t");
    if (tab > 0) {
      good++;
      yield [line.text.slice(0, tab), line.text.slice(tab + 1)];
    } else if (line.text.trim() !== "" && ++bad > 100 && good === 0) {
      throw new LinkingError(
        "bad-file",
        `${path} has no tabs in its first hundred lines; each line should be ${wanted}.`,
      );
    }
  }
}
