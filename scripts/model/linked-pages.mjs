// Pages with links out of the corpora that have links, each assigned to train, dev or test by its title.
import { openInput } from "../../dist/corpus/input-format.js";
import { readMediaWikiXml } from "../../dist/corpus/mediawiki-xml.js";
import { readWikiExtractor } from "../../dist/corpus/wiki-extractor.js";
import { readLines } from "../../dist/files/lines.js";
import { hashString } from "../../dist/kb/stores/string-table.js";

/** 90 % train, 5 % dev, 5 % test, whatever corpus the page is in. */
export function partOf(title) {
  const slice = hashString(title) % 20;
  return slice === 0 ? "dev" : slice === 1 ? "test" : "train";
}

async function* pagesOf(path) {
  if (path.includes(".jsonl")) {
    for await (const { page } of readWikiExtractor(readLines(path), { name: path })) yield page;
  } else {
    const { chunks } = await openInput(path, { format: "mediawiki-xml" });
    yield* readMediaWikiXml(chunks, { name: path }).pages();
  }
}

/** Articles with at least two links: a document's links are its gold mentions. */
export async function* linkedPages(paths) {
  for (const path of paths) {
    for await (const page of pagesOf(path)) {
      if (page.kind === "article" && page.links.length >= 2) yield page;
    }
  }
}
