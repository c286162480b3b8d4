/** A corpus as numbers for training word vectors: two passes over the files, one to count words, one to encode them. */
import { openInput } from "../corpus/input-format.js";
import { readPages } from "../corpus/read-pages.js";
import { readAnchors } from "../corpus/wiki-extractor.js";
import { LinkingError, throwIfAborted } from "../errors.js";
import { readLines } from "../files/lines.js";
import { normalizeWord } from "../text/content-words.js";
import { TokenKind, tokenize, tokenText } from "../text/tokens.js";
import type { OnProgress } from "../types.js";
import { shared } from "../workers/shared-memory.js";

/** Stands between texts, so that no window reaches from one into the next. */
export const TEXT_BREAK = -1;

export interface WordCorpus {
  /** The most frequent first; equally frequent ones by code units. */
  words: string[];
  counts: Float64Array;
  /** Rows of `words`, TEXT_BREAK after each text; rarer words are left out. In shared memory. */
  tokens: Int32Array;
}

export interface WordCorpusOptions {
  /** Rarer words get no vector. */
  minCount: number;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/** Files: a MediaWiki dump, WikiExtractor JSON lines, or plain text with a paragraph a line; may be packed. */
export async function readWordCorpus(paths: string[], options: WordCorpusOptions): Promise<WordCorpus> {
  const { onProgress, signal } = options;
  const frequency = new Map<string, number>();
  let length = 0;
  for await (const words of textsOf(paths, "counting words", onProgress, signal)) {
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const kept = [...frequency].filter(([, count]) => count >= options.minCount);
  if (kept.length === 0) {
    throw new LinkingError(
      "bad-input",
      `No word occurs ${options.minCount} times in ${paths.join(", ")}; lower --min-count.`,
    );
  }
  kept.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const rows = new Map(kept.map(([word], row) => [word, row]));
  let texts = 0;
  for (const [, count] of kept) length += count;
  let tokens = shared(Int32Array, length + 1024);
  let at = 0;
  for await (const words of textsOf(paths, "encoding words", onProgress, signal)) {
    if (at + words.length + 1 > tokens.length)
      tokens = shared(Int32Array, growTo(tokens, at + words.length + 1));
    const before = at;
    for (const word of words) {
      const row = rows.get(word);
      if (row !== undefined) tokens[at++] = row;
    }
    if (at > before) tokens[at++] = TEXT_BREAK;
    texts++;
  }
  if (texts === 0) throw new LinkingError("bad-input", `${paths.join(", ")} holds no text.`);
  return {
    words: kept.map(([word]) => word),
    counts: Float64Array.from(kept, ([, n]) => n),
    tokens: tokens.subarray(0, at),
  };
}

/** The numbers so far, followed by room. */
function growTo(tokens: Int32Array, least: number): Int32Array {
  const grown = new Int32Array(Math.max(least, Math.ceil(tokens.length * 1.25)));
  grown.set(tokens);
  return grown;
}

async function* textsOf(
  paths: string[],
  stage: string,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  let texts = 0;
  for (const path of paths) {
    for await (const text of plainTexts(path, signal)) {
      throwIfAborted(signal);
      const words = wordsOf(text);
      if (words.length > 0) yield words;
      if (++texts % 1000 === 0) onProgress?.({ stage, done: texts, unit: "texts" });
    }
  }
}

async function* plainTexts(path: string, signal?: AbortSignal): AsyncGenerator<string> {
  const { format, close } = await openInput(path, { signal });
  close();
  if (format === "mediawiki-xml") {
    for await (const page of readPages(path, { signal })) if (page.kind === "article") yield page.text;
    return;
  }
  for await (const { text, number, problem } of readLines(path, { signal })) {
    if (problem) throw new LinkingError("bad-file", `${path}, line ${number}: ${problem}.`);
    yield text.startsWith("{") ? textOfPage(text, path, number) : text;
  }
}

function textOfPage(line: string, path: string, number: number): string {
  try {
    const page = JSON.parse(line) as { text?: unknown };
    return typeof page.text === "string" ? readAnchors(page.text).text : "";
  } catch (cause) {
    throw new LinkingError("bad-file", `${path}, line ${number}: it begins with "{" but is not JSON.`, {
      cause,
    });
  }
}

function wordsOf(text: string): string[] {
  const tokens = tokenize(text);
  const words: string[] = [];
  for (let t = 0; t < tokens.count; t++) {
    if (tokens.kinds[t] === TokenKind.word) words.push(normalizeWord(tokenText(tokens, t)));
  }
  return words;
}
