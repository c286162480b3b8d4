/** NIF 2.0 in Turtle: a nif:Context a document, a nif:Phrase a mention, itsrdf:taIdentRef its entity; offsets in code points. */
import type { Literal, NamedNode, Quad } from "n3";
import { DataFactory, Parser, Writer } from "n3";
import { LinkingError, messageOf } from "../../errors.js";
import { createAtomicFile } from "../../files/atomic-file.js";
import { describeBreak } from "../../files/broken-stream.js";
import { openBytes } from "../../files/lines.js";
import { webAddress, wellFormed } from "../../text/safe-text.js";
import {
  type AnnotatedDocument,
  type AnnotatedMention,
  type DatasetWriter,
  type ReadOptions,
  sortMentions,
} from "./annotated-document.js";
import { createOffsetMap } from "./code-points.js";
import { dbpediaClasses } from "./dbpedia-classes.js";
import { decodePercent, titleOfAddress, wikipediaAddress } from "./entity-names.js";
import { compact } from "./json-lines.js";
import { refuse } from "./problems.js";

const NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#";
const ITSRDF = "http://www.w3.org/2005/11/its/rdf#";
const DCTERMS = "http://purl.org/dc/terms/";
const RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const XSD = "http://www.w3.org/2001/XMLSchema#";
/** Documents whose id is no address get one below this. */
const OWN_PREFIX = "urn:mulrel:document:";
/** Ends the address of a document whose id came before: some sets annotate a document twice. */
const COPY = /\?copy=\d+$/;
/** Addresses that benchmarks use for "not in the knowledge base". */
const NIL_ADDRESS = /notInWiki|aksw\.org\/unknown|\/NIL\b/i;
const WIKIDATA = /wikidata\.org\/(?:entity|wiki)\/(Q\d+)$/;

/** Parsers put what they found into their complaints, however long it is. Characters. */
const LONGEST_REASON = 200;

type Properties = Map<string, string[]>;

async function readProperties(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  path: string,
  options: ReadOptions,
): Promise<Map<string, Properties>> {
  const subjects = new Map<string, Properties>();
  try {
    for await (const quad of quads) {
      let properties = subjects.get(quad.subject.value);
      if (!properties) subjects.set(quad.subject.value, (properties = new Map()));
      const values = properties.get(quad.predicate.value);
      if (values) values.push(quad.object.value);
      else properties.set(quad.predicate.value, [quad.object.value]);
    }
  } catch (error) {
    if (options.signal?.aborted) throw new LinkingError("cancelled", "The work was cancelled by the caller.");
    const reason = describeBreak(error).reason.slice(0, LONGEST_REASON);
    const line = /line (\d+)/.exec(messageOf(error))?.[1];
    const problem = { file: path, line: line ? Number(line) : undefined, lost: "document" as const };
    refuse({ ...problem, message: `this is no Turtle that can be read (${reason})` }, options);
  }
  return subjects;
}

const first = (p: Properties, name: string) => p.get(name)?.[0];

function documentId(address: string): string {
  const id = address.replace(/#(?:char=|offset_|nif=).*$/, "");
  return id.startsWith(OWN_PREFIX) ? decodePercent(id.slice(OWN_PREFIX.length).replace(COPY, "")) : id;
}

function entityOf(p: Properties): Pick<AnnotatedMention, "entity" | "entityId"> {
  const addresses = (p.get(`${ITSRDF}taIdentRef`) ?? []).filter((a) => !NIL_ADDRESS.test(a));
  const title = addresses.map(titleOfAddress).find((t) => t !== undefined);
  const wikidata = addresses.map((a) => WIKIDATA.exec(a)?.[1]).find((q) => q !== undefined);
  const entityId = wikidata ?? first(p, `${DCTERMS}identifier`);
  return {
    entity: title ?? wikidata ?? addresses[0] ?? null,
    entityId: title === undefined ? undefined : entityId,
  };
}

/** Offsets should count code points; some tools count UTF-16, which shows when only that gives the phrase's own string. */
function mentionOf(p: Properties, text: string, toUtf16: (n: number) => number): AnnotatedMention {
  const begin = Number(first(p, `${NIF}beginIndex`));
  const finish = Number(first(p, `${NIF}endIndex`));
  const anchor = first(p, `${NIF}anchorOf`);
  let start = toUtf16(begin);
  let end = toUtf16(finish);
  if (anchor !== undefined && text.slice(start, end) !== anchor && text.slice(begin, finish) === anchor) {
    start = begin;
    end = finish;
  }
  if (!(start >= 0 && start < end && end <= text.length)) {
    throw new LinkingError("bad-file", `a phrase at ${begin} to ${finish} does not lie inside its context`);
  }
  return compact({ start, end, surface: text.slice(start, end), ...entityOf(p) });
}

/** The whole file is held in memory: Turtle may give a phrase before its context. */
export async function* readNif(path: string, options: ReadOptions = {}): AsyncGenerator<AnnotatedDocument> {
  const bytes = await openBytes(path, options.signal);
  const decoder = new TextDecoder();
  let turtle = "";
  for await (const chunk of bytes as AsyncIterable<Buffer>) turtle += decoder.decode(chunk, { stream: true });
  // at one go: the package's stream throws where nobody can catch it
  yield* readDocuments(parseLazily(turtle + decoder.decode()), path, options);
}

/** The documents of a Turtle text; `name` stands for the file in error messages. */
export async function parseNif(turtle: string, name: string): Promise<AnnotatedDocument[]> {
  const documents: AnnotatedDocument[] = [];
  for await (const doc of readDocuments(parseLazily(turtle), name, {})) documents.push(doc);
  return documents;
}

/** Throws where it is read, as the stream of a file does. */
function* parseLazily(turtle: string): Generator<Quad> {
  yield* new Parser({ format: "text/turtle" }).parse(turtle);
}

async function* readDocuments(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  path: string,
  options: ReadOptions,
): AsyncGenerator<AnnotatedDocument> {
  const subjects = await readProperties(quads, path, options);
  const phrases = new Map<string, Properties[]>();
  for (const p of subjects.values()) {
    const context = first(p, `${NIF}referenceContext`);
    if (context === undefined || p.has(`${NIF}isString`) || !p.has(`${NIF}beginIndex`)) continue;
    const isMention = p.has(`${ITSRDF}taIdentRef`) || p.get(RDF_TYPE)?.some((t) => /#(Phrase|Word)$/.test(t));
    if (!isMention) continue;
    const list = phrases.get(context);
    if (list) list.push(p);
    else phrases.set(context, [p]);
  }
  for (const [address, p] of subjects) {
    const text = first(p, `${NIF}isString`);
    if (text === undefined) continue;
    const { toUtf16 } = createOffsetMap(text);
    const mentions: AnnotatedMention[] = [];
    for (const phrase of phrases.get(address) ?? []) {
      try {
        mentions.push(mentionOf(phrase, text, toUtf16));
      } catch (error) {
        refuse(
          { file: path, document: documentId(address), message: messageOf(error), lost: "mention" },
          options,
        );
      }
    }
    phrases.delete(address);
    yield compact({
      id: documentId(address),
      title: first(p, `${DCTERMS}title`),
      text,
      mentions: sortMentions(mentions),
    });
  }
  for (const context of phrases.keys()) {
    refuse(
      {
        file: path,
        document: context,
        message: "phrases refer to a context that is not there",
        lost: "document",
      },
      options,
    );
  }
}

const { namedNode, literal } = DataFactory;
/** What may not stand in an address of Turtle; the writer leaves them as they are, and `>` would end it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among them
const NO_ADDRESS = /[\u0000-\u0020<>"{}|^`\\\u007f-\u009f]/g;
const node = (name: string) => namedNode(wellFormed(name).replace(NO_ADDRESS, encodeURIComponent));
const text = (value: string) => literal(wellFormed(value));
const count = (n: number) => literal(String(n), node(`${XSD}nonNegativeInteger`));

function entityAddress(entity: string): string {
  return entity.startsWith("urn:") ? entity : (webAddress(entity) ?? wikipediaAddress(entity));
}

function documentAddress(id: string, copy: number): string {
  const isAddress = /^(https?|urn):\S+$/.test(id) && id.search(NO_ADDRESS) < 0;
  if (isAddress && copy === 0) return id;
  return OWN_PREFIX + encodeURIComponent(wellFormed(id)) + (copy > 0 ? `?copy=${copy}` : "");
}

function addDocument(writer: Writer, doc: AnnotatedDocument, base: string): void {
  const map = createOffsetMap(doc.text);
  const length = map.toCodePoints(doc.text.length);
  const add = (subject: string, predicate: string, object: NamedNode | Literal) =>
    writer.addQuad(node(subject), node(predicate), object);
  const addRange = (subject: string, type: string, from: number, to: number) => {
    add(subject, RDF_TYPE, node(NIF + type));
    add(subject, RDF_TYPE, node(`${NIF}OffsetBasedString`));
    add(subject, `${NIF}beginIndex`, count(from));
    add(subject, `${NIF}endIndex`, count(to));
  };
  const context = `${base}#char=0,${length}`;
  addRange(context, "Context", 0, length);
  add(context, `${NIF}isString`, text(doc.text));
  if (doc.title !== undefined) add(context, `${DCTERMS}title`, text(doc.title));
  for (const m of doc.mentions) {
    const from = map.toCodePoints(m.start);
    const to = map.toCodePoints(m.end);
    // The context's own address when a mention is the whole text would make both one subject.
    const phrase = `${base}#offset_${from}_${to}`;
    addRange(phrase, "Phrase", from, to);
    add(phrase, `${NIF}anchorOf`, text(m.surface));
    add(phrase, `${NIF}referenceContext`, node(context));
    if (m.confidence !== undefined) {
      add(phrase, `${ITSRDF}taConfidence`, literal(m.confidence.toFixed(4), node(`${XSD}double`)));
    }
    if (m.entity === null) continue;
    add(phrase, `${ITSRDF}taIdentRef`, node(entityAddress(m.entity)));
    const kind = m.type && dbpediaClasses[m.type];
    if (kind) add(phrase, `${ITSRDF}taClassRef`, node(`http://dbpedia.org/ontology/${kind}`));
    if (m.entityId === undefined) continue;
    if (/^Q\d+$/.test(m.entityId)) {
      add(phrase, `${ITSRDF}taIdentRef`, node(`http://www.wikidata.org/entity/${m.entityId}`));
    } else add(phrase, `${DCTERMS}identifier`, text(m.entityId));
  }
}

/** Documents as one Turtle text; their identifiers differ. */
export function formatNif(documents: readonly AnnotatedDocument[]): Promise<string> {
  return formatTurtle((writer) => {
    for (const doc of documents) addDocument(writer, doc, documentAddress(doc.id, 0));
  });
}

function formatTurtle(write: (writer: Writer) => void): Promise<string> {
  const writer = new Writer({ prefixes: { nif: NIF, itsrdf: ITSRDF, dcterms: DCTERMS, xsd: XSD } });
  write(writer);
  return new Promise((resolve, reject) => {
    writer.end((error: Error | null, result: string) => (error ? reject(error) : resolve(result)));
  });
}

/** Prefixes are repeated with each document, which Turtle allows, so that nothing is held back. */
export async function createNifWriter(path: string): Promise<DatasetWriter> {
  const file = await createAtomicFile(path);
  const copies = new Map<string, number>();
  return {
    async write(doc) {
      const copy = copies.get(doc.id) ?? 0;
      copies.set(doc.id, copy + 1);
      const address = documentAddress(doc.id, copy);
      await file.write(`${await formatTurtle((writer) => addDocument(writer, doc, address))}\n`);
    },
    close: () => file.commit(),
    abort: () => file.abort(),
  };
}
