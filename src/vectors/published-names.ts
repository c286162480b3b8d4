/** How the published files write entities, as titles. */

const ENTITY_PREFIX = "en.wikipedia.org/wiki/";

/** "en.wikipedia.org/wiki/West_Germany" is West Germany; what has no such beginning stays as it is. */
export function publishedTitle(name: string): string {
  if (!name.startsWith(ENTITY_PREFIX)) return name;
  return name.slice(ENTITY_PREFIX.length).replace(/_/g, " ").replace(/%22/g, '"');
}
