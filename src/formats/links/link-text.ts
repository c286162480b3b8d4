/** A link's JSON as text, written at once: the same characters as `JSON.stringify(linkJson(link))`, without the objects in between. */
import type { Link } from "../../linker/link.js";
import type { Entity } from "../../types.js";
import { entityJson, explanationJson, type LinkJsonOptions, roundNumber } from "./link-json.js";

/** Writes links of one document after the other; an entity that many names may mean is written once and repeated. */
export function createLinkWriter({
  candidates: most,
  offset = (n) => n,
}: LinkJsonOptions = {}): (link: Link) => string {
  const entities = new Map<Entity, string>();
  const entityText = (entity: Entity): string => {
    let text = entities.get(entity);
    if (text === undefined) entities.set(entity, (text = JSON.stringify(entityJson(entity))));
    return text;
  };
  return ({ start, end, mention, entity, confidence, nameConfidence, candidates, explanation }) => {
    let text = `{"start":${offset(start)},"end":${offset(end)},"mention":${JSON.stringify(mention)}`;
    text += `,"entity":${entity ? entityText(entity) : "null"},"confidence":${roundNumber(confidence)}`;
    if (nameConfidence !== undefined) text += `,"nameConfidence":${roundNumber(nameConfidence)}`;
    text += ',"candidates":[';
    const listed = most === undefined ? candidates : candidates.slice(0, most);
    for (let c = 0; c < listed.length; c++) {
      const { entity, prior, confidence } = listed[c];
      text += `${c > 0 ? "," : ""}{"entity":${entityText(entity)},"prior":${roundNumber(prior)}`;
      text += `,"confidence":${roundNumber(confidence)}}`;
    }
    text += "]";
    if (explanation) text += `,"explanation":${JSON.stringify(explanationJson(explanation, offset))}`;
    return `${text}}`;
  };
}
