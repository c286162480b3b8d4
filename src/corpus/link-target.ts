/** What the inside of `[[…]]` leads to: an article, a file, a category, another wiki. */

/** Namespaces of English Wikipedia and what MediaWiki always knows; a dump's own list is added to it. */
const files = ["file", "image", "media"];
const categories = ["category"];
const others =
  "user wikipedia mediawiki template help portal book draft module timedtext special project topic wp mos".split(
    " ",
  );
const sisterWikis =
  "wiktionary wikt wikiquote q wikibooks b wikisource s wikinews n wikiversity v wikispecies species wikidata d commons c meta m mw foundation wikimedia bugzilla phab w".split(
    " ",
  );

export type NamespaceKind = "file" | "category" | "other" | "wiki";
export type Namespaces = Map<string, NamespaceKind>;

export function defaultNamespaces(): Namespaces {
  const map: Namespaces = new Map();
  for (const n of files) map.set(n, "file");
  for (const n of categories) map.set(n, "category");
  for (const n of others) map.set(n, "other");
  for (const n of [...others, ...files, ...categories]) map.set(`${n} talk`, "other");
  map.set("talk", "other");
  for (const n of sisterWikis) map.set(n, "wiki");
  return map;
}

/** A language code as interwiki prefixes have them: "fr", "simple", "zh-min-nan". */
const languagePrefix = /^(?:[a-z]{2,3}(?:-[a-z-]{2,12})?|simple)$/;

export interface LinkTarget {
  kind: "article" | NamespaceKind | "language" | "section";
  /** The title for an article or a category, as written. */
  title: string;
}

/** `raw` is what stands before the pipe. A colon in front makes a link of what would be an instruction. */
export function readLinkTarget(raw: string, namespaces: Namespaces): LinkTarget {
  let title = raw;
  let linked = false;
  if (title.charCodeAt(0) === 58) {
    title = title.slice(1);
    linked = true;
  }
  const colon = title.indexOf(":");
  if (colon > 0 && colon < 30) {
    const prefix = title.slice(0, colon).trim();
    const kind = namespaces.get(prefix.replaceAll("_", " ").toLowerCase());
    if (kind)
      return { kind: linked && kind !== "wiki" ? "other" : kind, title: title.slice(colon + 1).trim() };
    if (languagePrefix.test(prefix)) return { kind: linked ? "wiki" : "language", title: "" };
  }
  const first = title.charCodeAt(0);
  if (first === 35) return { kind: "section", title: "" };
  // a leading slash is a subpage of this very page
  if (first === 47) return { kind: "other", title };
  return { kind: "article", title };
}

/** `[[Boston, Massachusetts|]]` shows "Boston": the pipe trick drops namespace, bracket and comma part. */
export function pipeTrick(target: string): string {
  const colon = target.indexOf(":");
  const bare = (colon >= 0 ? target.slice(colon + 1) : target).trim();
  const bracket = /^(.+?)\s*\([^()]*\)$/.exec(bare);
  if (bracket) return bracket[1];
  const comma = bare.indexOf(", ");
  return comma > 0 ? bare.slice(0, comma) : bare;
}
