/** A text or a page with its names as HTML links. */
import type { Link } from "../../linker/link.js";
import { webAddress, wellFormed } from "../../text/safe-text.js";

/** Every character found is one of these. */
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => escapes[c]);
}

/**
 * Plain text with links, escaped; lines stay lines by `white-space: pre-wrap`.
 *
 * ```ts
 * import { linkedText, type Linker } from "mulrel";
 *
 * declare const linker: Linker;
 * const text = "England lies north of France.";
 * document.body.innerHTML = linkedText(text, linker.link(text));
 * ```
 */
export function linkedText(text: string, links: readonly Link[]): string {
  return wrapLinks(text, links, escapeHtml);
}

/**
 * The page itself with links put in. A name with tags inside is left as it is.
 *
 * ```ts
 * import { linkedPage, type Linker, maskHtml } from "mulrel";
 *
 * declare const linker: Linker;
 * const page = "<p>The capital of <b>France</b> is Paris.</p>";
 * console.log(linkedPage(page, linker.link(maskHtml(page), { targetPrecision: 0.95 })));
 * ```
 */
export function linkedPage(html: string, links: readonly Link[]): string {
  return wrapLinks(
    html,
    links.filter((link) => !/[<>]/.test(html.slice(link.start, link.end))),
    (part) => part,
  );
}

function wrapLinks(text: string, links: readonly Link[], escapePart: (part: string) => string): string {
  const parts: string[] = [];
  let at = 0;
  for (const link of [...links].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (link.start < at) continue;
    parts.push(
      escapePart(text.slice(at, link.start)),
      anchor(link, escapePart(text.slice(link.start, link.end))),
    );
    at = link.end;
  }
  parts.push(escapePart(text.slice(at)));
  return parts.join("");
}

function anchor({ entity, confidence }: Link, inside: string): string {
  if (!entity) return `<span class="mulrel-nil">${inside}</span>`;
  const phrase = entity.phrase === undefined ? "" : `, ${entity.phrase}`;
  const own = entity.layer === undefined ? "" : `, ${entity.layer}`;
  const title = escapeHtml(`${entity.title}${phrase}${own} (${confidence.toFixed(2)})`);
  const address = escapeHtml(webAddress(entity.url) ?? `#${encodeURIComponent(wellFormed(entity.id))}`);
  const type = entity.type === undefined ? "" : ` data-type="${entity.type}"`;
  const item = entity.wikidata === undefined ? "" : ` data-wikidata="${entity.wikidata}"`;
  const layer = entity.layer === undefined ? "" : ` data-layer="${escapeHtml(entity.layer)}"`;
  const facts = `data-entity="${escapeHtml(entity.id)}"${type}${item}${layer}`;
  return `<a class="mulrel" href="${address}" title="${title}" ${facts}>${inside}</a>`;
}
