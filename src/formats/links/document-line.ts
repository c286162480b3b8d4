/** A linked document as one JSON line: the shape of `mulrel link -f jsonl` and of everything that jobs write. */
import { isLinkingError, messageOf } from "../../errors.js";
import type { Link } from "../../linker/link.js";
import { type LinkJson, linkJson } from "./link-json.js";
import { createLinkWriter } from "./link-text.js";

export interface DocumentJson {
  /** As it was given. */
  id: string | number;
  links: LinkJson[];
}

/** Stands where the document's line would have stood. */
export interface FailedDocumentJson {
  id: string | number;
  error: { code: string; message: string };
}

export function documentJson(id: string | number, links: Link[], candidates?: number): DocumentJson {
  return { id, links: links.map((link) => linkJson(link, { candidates })) };
}

/** With its line feed. */
export function documentLine(id: string | number, links: Link[], candidates?: number): string {
  return `{"id":${JSON.stringify(id)},"links":[${links.map(createLinkWriter({ candidates })).join(",")}]}\n`;
}

export function failedDocumentLine(id: string | number, error: unknown): string {
  const code = isLinkingError(error) ? error.code : "failed";
  const failed: FailedDocumentJson = { id, error: { code, message: messageOf(error) } };
  return `${JSON.stringify(failed)}\n`;
}
