/** deep-ed csv (tab-separated): doc, doc, mention, left and right context, candidates with priors, gold. A line a mention. */
import { LinkingError } from "../../errors.js";
import { createAtomicFile } from "../../files/atomic-file.js";
import { readLines } from "../../files/lines.js";
import { oneCell } from "../../text/safe-text.js";
import { tokenize, tokenText } from "../../text/tokens.js";
import type {
  AnnotatedDocument,
  AnnotatedMention,
  DatasetWriter,
  ListedCandidate,
  ReadOptions,
} from "./annotated-document.js";
import { compact } from "./json-lines.js";
import { readOrRefuse, refuse } from "./problems.js";

const NO_CANDIDATES = "EMPTYCAND";
const NO_CONTEXT = "EMPTYCTXT";
/** Words of context written on each side. */
const CONTEXT_WORDS = 100;

interface Row {
  id: string;
  title: string | undefined;
  surface: string;
  left: string[];
  right: string[];
  candidates: ListedCandidate[];
  gold: { title: string; id?: string } | null;
}

const wordsOf = (context: string) =>
  context === NO_CONTEXT ? [] : context.split(" ").filter((w) => w.length > 0);

/** `id,prior,title`; a title may hold commas. */
function parseCandidate(column: string): ListedCandidate {
  const [id, prior, ...title] = column.split(",");
  const value = Number(prior);
  if (title.length === 0 || !(value >= 0)) {
    throw new LinkingError(
      "bad-file",
      `the candidate ${JSON.stringify(column.slice(0, 60))} is not id,prior,title`,
    );
  }
  return { title: title.join(","), id, prior: value };
}

/** `position,id,prior,title`, or `-1,id,title` when it is not among the candidates, or `-1` for NIL. */
function parseGold(column: string): Row["gold"] {
  const parts = column.split(",");
  if (parts[0] === "-1") return parts.length < 3 ? null : { id: parts[1], title: parts.slice(2).join(",") };
  if (parts.length < 4) {
    throw new LinkingError(
      "bad-file",
      `the gold ${JSON.stringify(column.slice(0, 60))} is not position,id,prior,title`,
    );
  }
  return { id: parts[1], title: parts.slice(3).join(",") };
}

function parseRow(line: string): Row {
  const columns = line.split("\t");
  const goldAt = columns.lastIndexOf("GT:");
  if (columns.length < 9 || columns[5] !== "CANDIDATES" || goldAt !== columns.length - 2) {
    throw new LinkingError(
      "bad-file",
      `${columns.length} columns; wanted doc, doc, mention, left, right, CANDIDATES, candidates…, GT:, gold`,
    );
  }
  const [id, title, surface, left, right] = columns;
  const listed = columns[6] === NO_CANDIDATES ? [] : columns.slice(6, goldAt);
  return {
    id,
    title: title === id ? undefined : title,
    surface,
    left: wordsOf(left),
    right: wordsOf(right),
    candidates: listed.map(parseCandidate),
    gold: parseGold(columns[goldAt + 1]),
  };
}

/** The file has no running text: each mention stands in a line of its own, between its contexts. */
function documentOf(rows: Row[]): AnnotatedDocument {
  let text = "";
  const mentions = rows.map((row): AnnotatedMention => {
    if (text) text += "\n";
    if (row.left.length > 0) text += `${row.left.join(" ")} `;
    const start = text.length;
    text += row.surface;
    const end = text.length;
    if (row.right.length > 0) text += ` ${row.right.join(" ")}`;
    return compact({
      start,
      end,
      surface: row.surface,
      entity: row.gold?.title ?? null,
      entityId: row.gold?.id || undefined,
      candidates: row.candidates,
      context: { left: row.left, right: row.right },
    });
  });
  return compact({ id: rows[0].id, title: rows[0].title, text, mentions });
}

export async function* readDeepEdCsv(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<AnnotatedDocument> {
  let rows: Row[] = [];
  for await (const line of readLines(path, { signal: options.signal })) {
    if (line.problem) {
      refuse({ file: path, line: line.number, message: line.problem, lost: "mention" }, options);
      continue;
    }
    if (line.text === "") continue;
    const row = readOrRefuse({ file: path, line: line.number }, options, () => parseRow(line.text));
    if (!row) continue;
    if (rows.length > 0 && rows[0].id !== row.id) {
      yield documentOf(rows);
      rows = [];
    }
    rows.push(row);
  }
  if (rows.length > 0) yield documentOf(rows);
}

function contextOf(doc: AnnotatedDocument, mention: AnnotatedMention): { left: string[]; right: string[] } {
  if (mention.context) return mention.context;
  const words = (text: string) => {
    const tokens = tokenize(text);
    return Array.from({ length: tokens.count }, (_, t) => tokenText(tokens, t));
  };
  return {
    left: words(doc.text.slice(0, mention.start)).slice(-CONTEXT_WORDS),
    right: words(doc.text.slice(mention.end)).slice(0, CONTEXT_WORDS),
  };
}

function goldColumn(mention: AnnotatedMention): string {
  if (mention.entity === null) return "-1";
  const at = mention.candidates?.findIndex((c) => c.title === mention.entity) ?? -1;
  if (at < 0) return `-1,${mention.entityId ?? ""},${mention.entity}`;
  const found = mention.candidates![at];
  return `${at + 1},${mention.entityId ?? found.id ?? ""},${found.prior},${mention.entity}`;
}

function formatMention(doc: AnnotatedDocument, mention: AnnotatedMention): string {
  const { left, right } = contextOf(doc, mention);
  const listed = (mention.candidates ?? []).map((c) => `${c.id ?? ""},${c.prior},${c.title}`);
  return [
    doc.id,
    doc.title ?? doc.id,
    mention.surface,
    left.join(" ") || NO_CONTEXT,
    right.join(" ") || NO_CONTEXT,
    "CANDIDATES",
    ...(listed.length > 0 ? listed : [NO_CANDIDATES]),
    "GT:",
    goldColumn(mention),
  ]
    .map(oneCell)
    .join("\t");
}

export async function createDeepEdCsvWriter(path: string): Promise<DatasetWriter> {
  const file = await createAtomicFile(path);
  return {
    write: async (doc) => {
      for (const mention of doc.mentions) await file.write(`${formatMention(doc, mention)}\n`);
    },
    close: () => file.commit(),
    abort: () => file.abort(),
  };
}
