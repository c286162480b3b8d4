/** What a link shows and the title it leads to, small markup taken out. */
import { decodeHTML } from "entities";
import { pipeTrick } from "./link-target.js";
import { normaliseTitle } from "./titles.js";

/** What a link shows: its label, the pipe trick's, or the target itself. */
export function linkLabel(raw: string, label: string | undefined): string {
  if (label === undefined) return cleanLabel(raw.charCodeAt(0) === 58 ? raw.slice(1) : raw);
  return label.trim() === "" ? pipeTrick(cleanLabel(raw)) : cleanLabel(label);
}

/** A title in a link; empty when it cannot be one. */
export function cleanTitle(raw: string): string {
  let title = raw;
  if (title.includes("&")) title = decodeHTML(title);
  if (title.includes("%")) title = decodePercent(title);
  if (/[[\]{}<>|\n]/.test(title)) return "";
  return normaliseTitle(title);
}

export function decodePercent(title: string): string {
  try {
    return decodeURIComponent(title);
  } catch {
    return title;
  }
}

const labelMarkup = new Uint8Array(128);
for (const c of "'<&[]{}_\n") labelMarkup[c.charCodeAt(0)] = 1;

function hasMarkup(label: string): boolean {
  for (let i = 0; i < label.length; i++) {
    const c = label.charCodeAt(i);
    if (c < 128 && labelMarkup[c] === 1) return true;
  }
  return false;
}

/** Small markup inside a label or heading removed, white space joined. */
export function cleanLabel(label: string): string {
  if (!hasMarkup(label)) return label;
  const plain = label
    .replace(/<[^<>]{0,200}>/g, "")
    .replace(/\{\{[^{}]*\}\}/g, "")
    .replace(/'{2,5}/g, "")
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, "$1")
    .replace(/\[\[|\]\]/g, "")
    .replace(/[\s_]+/g, " ");
  return plain.includes("&") ? decodeHTML(plain).replaceAll("\u00a0", " ") : plain;
}
