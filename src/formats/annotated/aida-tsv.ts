/** AIDA-CoNLL tsv: a token a line with B/I, mention, YAGO entity, Wikipedia address and id; `-DOCSTART- (1 EU)` between documents. */
import { LinkingError } from "../../errors.js";
import { createAtomicFile } from "../../files/atomic-file.js";
import { readLines } from "../../files/lines.js";
import { analyseText } from "../../text/analysed-text.js";
import { oneCell } from "../../text/safe-text.js";
import type {
  AnnotatedDocument,
  AnnotatedMention,
  DatasetWriter,
  ReadOptions,
} from "./annotated-document.js";
import { titleOfAddress, titleOfYago, wikipediaAddress } from "./entity-names.js";
import { compact } from "./json-lines.js";
import { readOrRefuse, refuse } from "./problems.js";

const NIL = "--NME--";
const DOCUMENT_START = "-DOCSTART-";

/** Collects a document's lines; the text is its tokens with a space between them, a line a sentence. */
class DocumentBuilder {
  readonly id: string;
  #text = "";
  #mentions: AnnotatedMention[] = [];
  #sentenceEnded = false;

  constructor(id: string) {
    this.id = id;
  }

  endSentence(): void {
    this.#sentenceEnded = true;
  }

  add(columns: string[]): void {
    const [token, tag] = columns;
    if (/\s/.test(token))
      throw new LinkingError("bad-file", `the token ${JSON.stringify(token)} has a space`);
    if (this.#text) this.#text += this.#sentenceEnded ? "\n" : " ";
    const inside = tag === "I" && !this.#sentenceEnded;
    this.#sentenceEnded = false;
    const start = this.#text.length;
    this.#text += token;
    const last = this.#mentions.at(-1);
    if (inside && last && last.end === start - 1) {
      last.end = this.#text.length;
      last.surface = this.#text.slice(last.start);
    } else if (tag !== undefined) {
      this.#mentions.push(mentionOf(columns, start, this.#text.length));
    }
  }

  finish(): AnnotatedDocument {
    const split = /^\d+(test[ab])\b/.exec(this.id)?.[1] ?? (/^\d+\b/.test(this.id) ? "train" : undefined);
    return compact({ id: this.id, text: this.#text, mentions: this.#mentions, split, pretokenized: true });
  }
}

function mentionOf(columns: string[], start: number, end: number): AnnotatedMention {
  const [token, tag, , yago, url, id, mid] = columns;
  if ((tag !== "B" && tag !== "I") || columns.length < 4 || !yago) {
    throw new LinkingError(
      "bad-file",
      `${columns.length} columns (${columns.join(" | ").slice(0, 80)}); wanted a token alone, or token, B or I, mention, entity`,
    );
  }
  const nil = yago === NIL;
  const title = nil ? null : ((url && titleOfAddress(url)) ?? titleOfYago(yago));
  const source = nil ? undefined : compact({ yago, url, mid });
  return compact({ start, end, surface: token, entity: title, entityId: nil ? undefined : id, source });
}

export async function* readAidaTsv(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<AnnotatedDocument> {
  let builder: DocumentBuilder | undefined;
  let isBad = false;
  for await (const line of readLines(path, { signal: options.signal })) {
    const place = { file: path, line: line.number };
    if (line.text.startsWith(DOCUMENT_START) && !line.text.includes("\t")) {
      if (builder && !isBad) yield builder.finish();
      builder = new DocumentBuilder(/\((.*)\)\s*$/.exec(line.text)?.[1] ?? `line ${line.number}`);
      isBad = false;
      continue;
    }
    if (isBad) continue;
    if (line.problem) {
      refuse({ ...place, document: builder?.id, message: line.problem, lost: "document" }, options);
      isBad = true;
    } else if (line.text === "") {
      builder?.endSentence();
    } else {
      const added = readOrRefuse(place, options, () => {
        if (!builder) throw new LinkingError("bad-file", "a token before the first -DOCSTART- line");
        builder.add(line.text.replace(/^(-DOCSTART-[^\t]*)\t$/, "$1").split("\t"));
        return true;
      });
      isBad = !added;
    }
  }
  if (builder && !isBad) yield builder.finish();
}

interface TokenSpan {
  start: number;
  end: number;
  startsSentence: boolean;
}

/** Tokens as the document has them, or found in its text; a mention's borders are always borders of tokens. */
function tokensOf(doc: AnnotatedDocument): TokenSpan[] {
  const spans: TokenSpan[] = [];
  if (doc.pretokenized) {
    for (const match of doc.text.matchAll(/\S+/g)) {
      const startsSentence = doc.text[match.index - 1] === "\n";
      spans.push({ start: match.index, end: match.index + match[0].length, startsSentence });
    }
  } else {
    const { tokens, sentences } = analyseText(doc.text);
    const starts = new Set(sentences);
    for (let t = 0; t < tokens.count; t++) {
      spans.push({ start: tokens.starts[t], end: tokens.ends[t], startsSentence: t > 0 && starts.has(t) });
    }
  }
  const borders = doc.mentions.flatMap((m) => [m.start, m.end]).sort((a, b) => a - b);
  return spans.flatMap((span) => cut(span, borders));
}

function cut(span: TokenSpan, borders: number[]): TokenSpan[] {
  const inside = borders.filter((b) => b > span.start && b < span.end);
  const points = [span.start, ...new Set(inside), span.end];
  return points.slice(1).map((end, i) => ({
    start: points[i],
    end,
    startsSentence: i === 0 && span.startsSentence,
  }));
}

function columnsOf(mention: AnnotatedMention): string[] {
  if (mention.entity === null) return [NIL];
  const yago = mention.source?.yago ?? mention.entity.replace(/ /g, "_");
  const columns = [yago, mention.source?.url ?? wikipediaAddress(mention.entity)];
  if (mention.entityId !== undefined || mention.source?.mid !== undefined)
    columns.push(mention.entityId ?? "");
  if (mention.source?.mid !== undefined) columns.push(mention.source.mid);
  return columns;
}

/** The document in AIDA-CoNLL columns, with its -DOCSTART- line. */
export function formatAidaDocument(doc: AnnotatedDocument): string {
  const lines = [`${DOCUMENT_START} (${oneCell(doc.id)})`];
  let next = 0;
  for (const token of tokensOf(doc)) {
    while (next < doc.mentions.length && doc.mentions[next].end <= token.start) next++;
    const m = doc.mentions[next];
    // A sentence border inside a mention would part it.
    if (token.startsSentence && !(m && m.start < token.start)) lines.push("");
    const word = doc.text.slice(token.start, token.end);
    // a word that looks like the line between documents is no such line when a column follows
    if (!m || token.start < m.start) lines.push(word.startsWith(DOCUMENT_START) ? `${word}\t` : word);
    else {
      const surface = doc.text.slice(m.start, m.end).replace(/\s+/g, " ");
      const cells = [word, token.start === m.start ? "B" : "I", surface, ...columnsOf(m)];
      lines.push(cells.map(oneCell).join("\t"));
    }
  }
  return `${lines.join("\n")}\n\n`;
}

/** Nested mentions cannot be told in B and I; the outer one is written. */
export async function createAidaTsvWriter(path: string): Promise<DatasetWriter> {
  const file = await createAtomicFile(path);
  return {
    write: (doc) => file.write(formatAidaDocument(doc)),
    close: () => file.commit(),
    abort: () => file.abort(),
  };
}
