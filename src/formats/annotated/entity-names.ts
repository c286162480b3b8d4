/** Entity titles out of, and into, the ways files name them: Wikipedia and DBpedia addresses, YAGO identifiers. */
import { wellFormed } from "../../text/safe-text.js";

/** As it is where it is no percent-encoding. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const wikipedia = /^https?:\/\/[a-z-]+\.(?:m\.)?wikipedia\.org\/wiki\/(.+)$/;
const dbpedia = /^https?:\/\/(?:[a-z]+\.)?dbpedia\.org\/(?:resource|page)\/(.+)$/;

/** Title of a Wikipedia or DBpedia address; undefined for any other. */
export function titleOfAddress(address: string): string | undefined {
  const match = wikipedia.exec(address) ?? dbpedia.exec(address);
  return match ? decodePercent(match[1]).replace(/_/g, " ") : undefined;
}

export function wikipediaAddress(title: string): string {
  return `http://en.wikipedia.org/wiki/${encodeURIComponent(wellFormed(title).replace(/ /g, "_")).replace(/%2C/g, ",").replace(/%3A/g, ":")}`;
}

/** YAGO writes `U.S._Federal_Reserve`, with `\u0028` for a bracket. */
export function titleOfYago(name: string): string {
  return name
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/_/g, " ");
}
