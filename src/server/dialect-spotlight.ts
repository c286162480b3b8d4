/** DBpedia Spotlight's `/rest/annotate` in JSON: every value a string, offsets in UTF-16 as its JVM counts. */
import type { LinkService } from "./link-service.js";

export interface SpotlightRequest {
  text: string;
  confidence: number;
  support: number;
}

export interface SpotlightResource {
  "@URI": string;
  "@support": string;
  "@types": string;
  "@surfaceForm": string;
  "@offset": string;
  "@similarityScore": string;
  "@percentageOfSecondRank": string;
}

export interface SpotlightAnswer {
  "@text": string;
  "@confidence": string;
  "@support": string;
  "@types": string;
  "@sparql": string;
  "@policy": string;
  /** Left out when nothing was found, as Spotlight does. */
  Resources?: SpotlightResource[];
}

export function dbpediaAddress(title: string): string {
  const name = title.replace(/ /g, "_");
  return `http://dbpedia.org/resource/${encodeURI(name).replace(/[?#]/g, encodeURIComponent)}`;
}

export function answerSpotlight(
  service: LinkService,
  { text, confidence, support }: SpotlightRequest,
): { annotation: SpotlightAnswer; mentions: number } {
  const links = service.link(text, { nil: confidence });
  const resources = links.flatMap((link): SpotlightResource[] => {
    if (!link.entity || link.entity.popularity < support) return [];
    const second = link.candidates[1]?.confidence ?? 0;
    return [
      {
        "@URI": dbpediaAddress(link.entity.title),
        "@support": String(Math.round(link.entity.popularity)),
        "@types": link.entity.isPerson ? "DBpedia:Person" : "",
        "@surfaceForm": link.mention,
        "@offset": String(link.start),
        "@similarityScore": String(link.confidence),
        "@percentageOfSecondRank": String(link.confidence > 0 ? second / link.confidence : 0),
      },
    ];
  });
  const annotation: SpotlightAnswer = {
    "@text": text,
    "@confidence": String(confidence),
    "@support": String(support),
    "@types": "",
    "@sparql": "",
    "@policy": "whitelist",
  };
  if (resources.length > 0) annotation.Resources = resources;
  return { annotation, mentions: links.length };
}
