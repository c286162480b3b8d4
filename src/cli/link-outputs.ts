/** How `mulrel link` prints: coloured lines for people, and the forms programs read. */
import { LinkingError } from "../errors.js";
import type { AnnotatedDocument } from "../formats/annotated/annotated-document.js";
import { documentJson, documentLine } from "../formats/links/document-line.js";
import type { DocumentRecord } from "../jobs/records.js";
import type { Link } from "../linker/link.js";
import { printable, webAddress } from "../text/safe-text.js";
import type { Entity } from "../types.js";
import { colours } from "./terminal.js";

export const outputFormats = ["text", "json", "jsonl", "html", "rel", "nif", "conll"] as const;
export type OutputFormat = (typeof outputFormats)[number];

export interface OutputSettings {
  /** Candidates to print of each link; left out, none in text and all in JSON. */
  candidates?: number;
  /** More than one document: say which one. */
  several: boolean;
}

/** `begin` and `end` go around all documents, `document` is printed for each. */
export interface Output {
  begin(): string;
  document(input: DocumentRecord, links: Link[]): string | Promise<string>;
  end(): string;
}

const nothing = () => "";

/** What a format is written with is loaded only for those who want it. */
export function createOutput(format: string, settings: OutputSettings): Output {
  switch (format as OutputFormat) {
    case "text":
      return {
        begin: nothing,
        end: nothing,
        document: (input, links) => readableLines(input, links, settings),
      };
    case "json":
      return jsonOutput(settings);
    case "jsonl":
      return {
        begin: nothing,
        end: nothing,
        document: (input, links) => documentLine(input.id, links, settings.candidates),
      };
    case "rel":
      return {
        begin: nothing,
        end: nothing,
        document: async (input, links) => {
          const { relList } = await import("../formats/links/rel-list.js");
          return `${JSON.stringify(relList(input.text, links, Boolean(input.mentions)))}\n`;
        },
      };
    case "html":
      return htmlOutput(settings);
    case "conll":
      return {
        begin: nothing,
        end: nothing,
        document: async (input, links) =>
          (await import("../formats/annotated/aida-tsv.js")).formatAidaDocument(
            await annotated(input, links),
          ),
      };
    case "nif":
      return {
        begin: nothing,
        end: nothing,
        document: async (input, links) =>
          (await import("../formats/annotated/nif-turtle.js")).formatNif([
            await annotated(input, links, true),
          ]),
      };
    default:
      throw new LinkingError(
        "usage",
        `There is no output format "${format}"; choose one of ${outputFormats.join(", ")}.`,
      );
  }
}

function readableLines(input: DocumentRecord, links: Link[], settings: OutputSettings): string {
  const lines: string[] = settings.several ? [colours.bold(printable(String(input.id)))] : [];
  const width = Math.min(
    40,
    links.reduce((most, l) => Math.max(most, l.mention.length), 0),
  );
  for (const link of links) {
    const name = printable(link.mention).padEnd(width);
    const target = link.entity
      ? `${colours.green(printable(link.entity.title))}${printable(kindOf(link.entity))}  ${colours.dim(link.confidence.toFixed(2))}${addressOf(link.entity)}`
      : colours.dim(reasonForNone(link));
    lines.push(`${colours.bold(name)}  ${target}`);
    for (const c of link.candidates.slice(0, settings.candidates ?? 0)) {
      lines.push(
        colours.dim(
          `  ${c.confidence.toFixed(2)}  prior ${c.prior.toFixed(3)}  ${printable(c.entity.title)}${layerOf(c.entity)}`,
        ),
      );
    }
    for (const line of link.explanation?.lines ?? []) lines.push(`  ${printable(line)}`);
  }
  if (links.length === 0) lines.push(colours.dim("no names found"));
  return `${lines.join("\n")}\n`;
}

/** An own entity is told by its layer and identifier, the others by their address. */
function addressOf({ url, layer, id }: Entity): string {
  const own = layer === undefined ? undefined : printable(`${layer}:${id}`);
  const address = [own, webAddress(url)].filter(Boolean).join("  ");
  return address ? `  ${colours.dim(address)}` : "";
}

function layerOf({ layer, id }: Entity): string {
  return layer === undefined ? "" : `  ${printable(`${layer}:${id}`)}`;
}

/** What it is, as far as the knowledge base says. */
function kindOf({ phrase, type }: Entity): string {
  const kind = phrase ?? type;
  return kind === undefined ? "" : `, ${kind}`;
}

/** One document is an object; several are an array. */
function jsonOutput(settings: OutputSettings): Output {
  let printed = 0;
  return {
    begin: () => (settings.several ? "[\n" : ""),
    document: (input, links) => {
      const json = JSON.stringify(documentJson(input.id, links, settings.candidates), null, 2);
      return (printed++ > 0 ? ",\n" : "") + json;
    },
    end: () => (settings.several ? "\n]\n" : "\n"),
  };
}

/** A page given is the page with links; texts become one page. */
function htmlOutput(settings: OutputSettings): Output {
  const begin = '<!doctype html>\n<meta charset="utf-8">\n<title>Linked text</title>\n';
  let begun = false;
  return {
    begin: nothing,
    document: async (input, links) => {
      const { escapeHtml, linkedPage, linkedText } = await import("../formats/links/linked-html.js");
      if (input.form === "html") return linkedPage(input.source, links);
      const head = begun ? "" : begin;
      begun = true;
      const title = settings.several ? `<h2>${escapeHtml(String(input.id))}</h2>\n` : "";
      return `${head}${title}<div style="white-space: pre-wrap">${linkedText(input.text, links)}</div>\n`;
    },
    end: nothing,
  };
}

async function annotated(
  input: DocumentRecord,
  links: Link[],
  byAddress = false,
): Promise<AnnotatedDocument> {
  const { annotateLinks } = await import("../formats/links/annotate-links.js");
  return { id: String(input.id), text: input.text, mentions: annotateLinks(links, { byAddress }) };
}

function reasonForNone({ candidates: [best], confidence }: Link): string {
  return best
    ? `not sure enough: ${printable(best.entity.title)}  ${confidence.toFixed(2)}`
    : "not in the knowledge base";
}
