/** Links to entities of some types only, for callers who want no others. */
import { LinkingError } from "../errors.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { checkEntityTypes } from "../options.js";
import type { Link, LinkOptions } from "./link.js";

/** Rows at each end of a knowledge base that are asked for a type before it is said to have none. */
const ASKED = 10_000;

/** Found names of other types are left out; given ones, whose order callers rely on, come back without entity. */
export function keepTypes(kb: KnowledgeBase, links: Link[], options: LinkOptions): Link[] {
  if (!hasTypes(kb)) {
    throw new LinkingError(
      "unsupported",
      "The knowledge base does not say what types its entities are, so none can be asked for; build it again, or give them types by `mulrel kb add`.",
    );
  }
  const wanted = new Set(checkEntityTypes("types", options.types));
  const isWanted = ({ entity }: Link) => entity?.type !== undefined && wanted.has(entity.type);
  if (options.mentions) return links.map((link) => (isWanted(link) ? link : { ...link, entity: null }));
  const numbers = links.map(() => -1);
  let kept = 0;
  for (const [i, link] of links.entries()) if (isWanted(link)) numbers[i] = kept++;
  return links.filter(isWanted).map((link) => renumbered(link, numbers));
}

/** Names that were left out still had their say, but have no number. */
function renumbered(link: Link, numbers: readonly number[]): Link {
  const { explanation } = link;
  if (!explanation) return link;
  const voices = explanation.voices.map((voice) => ({ ...voice, mention: numbers[voice.mention] ?? -1 }));
  return { ...link, explanation: { ...explanation, voices } };
}

const typed = new WeakMap<KnowledgeBase, boolean>();

function hasTypes(kb: KnowledgeBase): boolean {
  let answer = typed.get(kb);
  if (answer === undefined) {
    const isTyped = (row: number) => kb.entity(row).type !== undefined;
    answer = false;
    for (let i = 0; !answer && i < Math.min(ASKED, kb.size); i++)
      answer = isTyped(i) || isTyped(kb.size - 1 - i);
    typed.set(kb, answer);
  }
  return answer;
}
