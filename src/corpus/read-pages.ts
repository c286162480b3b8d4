/** The pages of a corpus file, whichever of the formats it has. */
import { LinkingError } from "../errors.js";
import { splitLines } from "../files/lines.js";
import { readingItems } from "../files/reading.js";
import { openInput } from "./input-format.js";
import { readMediaWikiXml } from "./mediawiki-xml.js";
import type { OnWarning, Page } from "./page.js";
import { readWikiExtractor } from "./wiki-extractor.js";

export interface ReadPagesOptions {
  onWarning?: OnWarning;
  signal?: AbortSignal;
}

/** Articles, redirects and disambiguation pages in the file's order, each with its whole text. */
export function readPages(path: string, options: ReadPagesOptions = {}): AsyncGenerator<Page> {
  return readingItems(path, pagesOf(path, options), options.signal);
}

async function* pagesOf(path: string, options: ReadPagesOptions): AsyncGenerator<Page> {
  const { signal, onWarning } = options;
  const { format, chunks, close } = await openInput(path, { signal });
  try {
    if (format === "mediawiki-xml") yield* readMediaWikiXml(chunks, { name: path, onWarning });
    else if (format === "wiki-extractor") {
      const lines = splitLines(chunks, path, { signal });
      for await (const { page } of readWikiExtractor(lines, { name: path, onWarning })) yield page;
    } else {
      throw new LinkingError(
        "bad-input",
        `${path} is a list of entities, not a corpus; a MediaWiki dump or WikiExtractor lines were wanted.`,
      );
    }
  } finally {
    close();
  }
}
