/** Reads WNED data sets: `NAME.xml` with mention, wikiName, offset and length, beside `RawText/` with the documents. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SaxesParser } from "saxes";
import { LinkingError } from "../../errors.js";
import { openBytes } from "../../files/lines.js";
import { alignSurface } from "./align.js";
import {
  type AnnotatedDocument,
  type AnnotatedMention,
  type ReadOptions,
  sortMentions,
} from "./annotated-document.js";
import { type DecodedText, decodeReferences } from "./character-references.js";
import { refuse, remark } from "./problems.js";

interface Annotation {
  mention: string;
  wikiName: string;
  offset: number;
  length: number;
  line: number;
}

interface XmlDocument {
  name: string;
  line: number;
  annotations: Annotation[];
}

/** The xml file for `path`, which is the file itself or its folder. */
export async function findWnedXml(path: string): Promise<string> {
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) return path;
  const names = (await readdir(path)).filter((n) => n.endsWith(".xml")).sort();
  const named = `${basename(path)}.xml`;
  if (names.includes(named)) return join(path, named);
  if (names.length === 1) return join(path, names[0]);
  throw new LinkingError(
    "bad-file",
    `${path} has ${names.length} xml files; a WNED folder has one, beside RawText/. Name the file itself.`,
  );
}

/** Calls `onDocument` for each <document> as it ends. */
function createXmlReader(file: string, options: ReadOptions, onDocument: (doc: XmlDocument) => void) {
  const parser = new SaxesParser();
  let doc: XmlDocument | undefined;
  let fields: Record<string, string> | undefined;
  let field = "";
  let line = 0;
  parser.on("opentag", (tag) => {
    if (tag.name === "document") {
      doc = {
        name: (tag.attributes as Record<string, string>).docName ?? "",
        line: parser.line,
        annotations: [],
      };
    } else if (tag.name === "annotation") {
      fields = {};
      line = parser.line;
    } else if (fields) {
      field = tag.name;
      fields[field] = "";
    }
  });
  parser.on("text", (text) => {
    if (fields && field) fields[field] += text;
  });
  parser.on("closetag", (tag) => {
    if (tag.name === "document" && doc) {
      onDocument(doc);
      doc = undefined;
    } else if (tag.name === "annotation" && fields) {
      const { mention = "", wikiName = "", offset, length } = fields;
      const annotation = { mention, wikiName, offset: Number(offset), length: Number(length), line };
      if (mention && Number.isInteger(annotation.offset) && annotation.offset >= 0) {
        doc?.annotations.push(annotation);
      } else {
        const message = `an annotation needs a mention and an offset; found ${JSON.stringify(fields)}`;
        refuse({ file, line, document: doc?.name, message, lost: "mention" }, options);
      }
      fields = undefined;
    }
    field = "";
  });
  parser.on("error", (error) => {
    const message = `the XML is damaged here (${error.message}); everything before it can be read`;
    throw new LinkingError("bad-file", `${file}, line ${parser.line}: ${message}.`);
  });
  return parser;
}

/** Offsets count in the raw text, references included; what cannot be found there is reported. */
function placeMention(a: Annotation, raw: string, decoded: DecodedText): AnnotatedMention | undefined {
  const surface = decodeReferences(a.mention).text;
  let start = decoded.offset(a.offset);
  let end = decoded.offset(a.offset + a.length);
  if (decoded.text.slice(start, end) !== surface) {
    const found =
      alignSurface(decoded.text, surface, start) ?? alignSurface(decoded.text, surface, a.offset, raw.length);
    if (!found) return undefined;
    ({ start, end } = found);
  }
  const name = a.wikiName.trim();
  const isNil = name === "" || name === "NIL";
  return { start, end, surface: decoded.text.slice(start, end), entity: isNil ? null : name };
}

async function joinText(
  file: string,
  xml: XmlDocument,
  options: ReadOptions,
): Promise<AnnotatedDocument | undefined> {
  const path = join(dirname(file), "RawText", xml.name);
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes) {
    const message = `there is no text for this document at ${path}`;
    refuse({ file, line: xml.line, document: xml.name, message, lost: "document" }, options);
    return undefined;
  }
  let raw: string;
  try {
    raw = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    refuse(
      { file: path, document: xml.name, message: "the text is not valid UTF-8", lost: "document" },
      options,
    );
    return undefined;
  }
  const decoded = decodeReferences(raw);
  const mentions: AnnotatedMention[] = [];
  for (const a of xml.annotations) {
    const mention = placeMention(a, raw, decoded);
    const problem = { file, line: a.line, document: xml.name };
    if (!mention) {
      const message = `the mention ${JSON.stringify(a.mention)} (offset ${a.offset}) does not occur in the text; it is left out`;
      remark({ ...problem, message, lost: "mention" }, options);
      continue;
    }
    if (raw.slice(a.offset, a.offset + a.length) !== a.mention) {
      const message = `${JSON.stringify(a.mention)} is not at offset ${a.offset}, length ${a.length}; it was found at ${mention.start}`;
      remark({ ...problem, message, lost: "nothing" }, options);
    }
    mentions.push(mention);
  }
  return { id: xml.name, text: decoded.text, mentions: sortMentions(mentions) };
}

export async function* readWned(path: string, options: ReadOptions = {}): AsyncGenerator<AnnotatedDocument> {
  const file = await findWnedXml(path);
  const waiting: XmlDocument[] = [];
  const parser = createXmlReader(file, options, (doc) => waiting.push(doc));
  const decoder = new TextDecoder("utf-8");
  let failure: unknown;
  const feed = (work: () => void) => {
    try {
      work();
    } catch (error) {
      failure = error;
    }
  };
  for await (const chunk of (await openBytes(file, options.signal)) as AsyncIterable<Buffer>) {
    feed(() => parser.write(decoder.decode(chunk, { stream: true })));
    for (const xml of waiting.splice(0)) {
      const doc = await joinText(file, xml, options);
      if (doc) yield doc;
    }
    if (failure) break;
  }
  if (!failure) feed(() => parser.close());
  if (!failure) return;
  if (!(failure instanceof LinkingError)) throw failure;
  refuse({ file, message: failure.message.replace(`${file}, `, ""), lost: "document" }, options);
}
