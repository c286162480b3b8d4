/** PubTator: `ID|t|title`, `ID|a|abstract`, then a line an annotation with its place, surface, type and identifiers; a blank line ends a document. */
import { LinkingError } from "../../errors.js";
import { createAtomicFile } from "../../files/atomic-file.js";
import { readLines } from "../../files/lines.js";
import { alignSurface } from "./align.js";
import {
  type AnnotatedDocument,
  type AnnotatedMention,
  type DatasetWriter,
  type ReadOptions,
  sortMentions,
} from "./annotated-document.js";
import { compact } from "./json-lines.js";
import { readOrRefuse, refuse, remark } from "./problems.js";

const passage = /^([^|\t]+)\|([ta])\|(.*)$/s;
/** How the format says that the annotators found no entry. */
const NIL = new Set(["", "-", "-1", "NIL"]);
/** The format asks for a type; ours have none. */
const NO_TYPE = "Entity";

interface Annotation {
  line: number;
  columns: string[];
}

/** Collects a document's lines. Offsets count from the title's first character; one blank parts title and abstract. */
class DocumentBuilder {
  #title = "";
  #abstract = "";
  readonly #annotations: Annotation[] = [];

  constructor(
    readonly id: string,
    private readonly file: string,
    private readonly options: ReadOptions,
  ) {}

  addPassage(kind: string, text: string): void {
    if (kind === "t") this.#title = text;
    else this.#abstract = text;
  }

  addAnnotation(line: number, columns: string[]): void {
    if (columns[0] !== this.id) {
      throw new LinkingError(
        "bad-file",
        `an annotation of document "${columns[0]}" among those of "${this.id}"`,
      );
    }
    // a relation between two entities has no place in the text
    if (columns.length >= 4 && columns.length < 6 && !/^\d+$/.test(columns[1])) return;
    if (columns.length < 5 || !/^\d+$/.test(columns[1]) || !/^\d+$/.test(columns[2])) {
      throw new LinkingError(
        "bad-file",
        `${columns.length} columns (${columns.join(" | ").slice(0, 80)}); wanted document, start, end, mention, type, identifiers, parted by tabs`,
      );
    }
    this.#annotations.push({ line, columns });
  }

  finish(): AnnotatedDocument {
    const text = this.#abstract === "" ? this.#title : `${this.#title} ${this.#abstract}`;
    const mentions = this.#annotations.flatMap((a) => this.#mention(a, text) ?? []);
    const title = this.#abstract === "" ? undefined : this.#title;
    return compact({ id: this.id, title, text, mentions: sortMentions(mentions) });
  }

  #mention({ line, columns }: Annotation, text: string): AnnotatedMention | undefined {
    const [, from, , surface, type, ids = ""] = columns;
    const place = alignSurface(text, surface, Number(from));
    const where = { file: this.file, line, document: this.id };
    if (!place) {
      const message = `"${surface}" does not stand at ${from} nor near it; the annotation is left out`;
      remark({ ...where, message, lost: "mention" }, this.options);
      return undefined;
    }
    const { start, end, moved } = place;
    if (moved !== 0) {
      const message = `"${surface}" stands ${moved} characters from where it was said to be`;
      remark({ ...where, message, lost: "nothing" }, this.options);
    }
    const source = compact({ type, joined: ids.includes("+") ? "+" : undefined }) as Record<string, string>;
    return compact({ start, end, surface: text.slice(start, end), ...entityOf(ids), source });
  }
}

/**
 * Identifiers joined by `|` are those of several things named in one phrase (or of several readings), those joined by `+` make one
 * thing up together. Either way each of them is kept, and the way they were joined stays in `source`.
 */
function entityOf(joined: string): Pick<AnnotatedMention, "entity" | "entityId" | "entityIds"> {
  const ids = joined
    .split(/[|+]/)
    .map((id) => id.trim())
    .filter((id) => !NIL.has(id));
  if (ids.length === 0) return { entity: null };
  return compact({ entity: ids[0], entityId: ids[0], entityIds: ids.length > 1 ? ids : undefined });
}

export async function* readPubTator(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<AnnotatedDocument> {
  let builder: DocumentBuilder | undefined;
  /** After a bad line: the rest of its document is skipped. */
  let isBad = false;
  for await (const line of readLines(path, { signal: options.signal })) {
    const place = { file: path, line: line.number };
    const begins = line.problem ? null : passage.exec(line.text);
    if (line.text.trim() === "" && !line.problem) {
      if (builder && !isBad) yield builder.finish();
      builder = undefined;
      isBad = false;
    } else if (begins && begins[1] !== builder?.id) {
      // the next document, with or without a blank line before it
      if (builder && !isBad) yield builder.finish();
      builder = new DocumentBuilder(begins[1], path, options);
      builder.addPassage(begins[2], begins[3]);
      isBad = false;
    } else if (!isBad) {
      if (line.problem) {
        refuse({ ...place, document: builder?.id, message: line.problem, lost: "document" }, options);
        isBad = true;
      } else isBad = !readOrRefuse(place, options, () => addLine(builder, begins, line));
    }
  }
  if (builder && !isBad) yield builder.finish();
}

function addLine(
  builder: DocumentBuilder | undefined,
  begins: RegExpExecArray | null,
  line: { text: string; number: number },
): true {
  if (!builder) throw new LinkingError("bad-file", "an annotation before the first title (ID|t|…)");
  if (begins) builder.addPassage(begins[2], begins[3]);
  else builder.addAnnotation(line.number, line.text.split("\t"));
  return true;
}

/** Without line breaks and tabs, which the format's lines and columns need; as long as before, so that offsets hold. */
const flat = (text: string) => text.replace(/[\r\n\t\u2028\u2029]/g, " ");

/** Where the title ends: after the document's own, or at its first line break; a text of one line is all title. */
function titleEnd({ title, text }: AnnotatedDocument): number {
  if (title !== undefined && title !== "" && /^\s/.test(text.slice(title.length)) && text.startsWith(title)) {
    return title.length;
  }
  const line = text.search(/[\r\n]/);
  return line < 0 ? text.length : line;
}

export function formatPubTatorDocument(doc: AnnotatedDocument): string {
  const id = flat(doc.id).replaceAll("|", " ");
  const end = titleEnd(doc);
  const lines = [`${id}|t|${flat(doc.text.slice(0, end))}`, `${id}|a|${flat(doc.text.slice(end + 1))}`];
  for (const m of doc.mentions) {
    const surface = flat(doc.text.slice(m.start, m.end));
    const type = m.source?.type ?? NO_TYPE;
    lines.push([id, m.start, m.end, surface, type, flat(idsOf(m))].join("\t"));
  }
  return `${lines.join("\n")}\n\n`;
}

function idsOf(mention: AnnotatedMention): string {
  if (mention.entity === null) return "-";
  if (mention.entityIds) return mention.entityIds.join(mention.source?.joined ?? "|");
  return mention.entityId ?? mention.entity;
}

export async function createPubTatorWriter(path: string): Promise<DatasetWriter> {
  const file = await createAtomicFile(path);
  return {
    write: (doc) => file.write(formatPubTatorDocument(doc)),
    close: () => file.commit(),
    abort: () => file.abort(),
  };
}
