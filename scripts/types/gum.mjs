// Types of linked mentions in GUM, as far as they say what the entity is: the judge of types.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** GUM's types and the types of ours that agree with each. Abstract things, objects and substances have no one type of ours. @type {Record<string, string[]>} */
export const agreeing = {
  person: ["person"],
  place: ["place"],
  organization: ["organisation"],
  event: ["event"],
  animal: ["living-thing"],
  plant: ["living-thing"],
  abstract: ["other", "work", "product"],
  object: ["product", "other", "work"],
  substance: ["other", "product"],
  time: ["other"],
};

/** The same where a place that acts (a country, a county, a library, a church) may be called either: a page has one type, GUM types what a phrase does. */
export const agreeingAlsoAsPlaces = { ...agreeing, organization: ["organisation", "place"] };

/**
 * Linked mentions: the page's title, GUM's type, whether the mention is a name.
 * @param {string} data @param {"train" | "dev"} part
 * @returns {{ title: string, type: string, named: boolean }[]}
 */
export function readGumTypes(data, part) {
  const path = join(data, "ner", `gum-${part}.jsonl.gz`);
  if (!existsSync(path)) {
    console.error(`There is no ${path}; name the data folder with --data or MULREL_DATA.`);
    process.exit(1);
  }
  const lines = gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n");
  return lines.flatMap((line) =>
    JSON.parse(line)
      .mentions.filter((/** @type {{ title?: string }} */ m) => m.title !== undefined)
      .map((/** @type {any} */ m) => ({ title: m.title, type: m.type, named: m.named })),
  );
}

/**
 * With the type that most mentions of the title have: GUM types a phrase in its context, where a country may act (organization) or lie somewhere (place).
 * @template {{ title: string, type: string }} M
 * @param {M[]} mentions
 * @returns {M[]}
 */
export function withMajority(mentions) {
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map();
  for (const { title, type } of mentions) {
    const types = counts.get(title) ?? new Map();
    counts.set(title, types.set(type, (types.get(type) ?? 0) + 1));
  }
  const majority = new Map(
    [...counts].map(([title, types]) => [title, [...types].sort((a, b) => b[1] - a[1])[0][0]]),
  );
  return mentions.map((mention) => ({ ...mention, type: majority.get(mention.title) ?? mention.type }));
}

/**
 * Of mentions whose entity has a type: how many there are and how many agree, by GUM's type; `said` counts what we said instead.
 * @param {{ title: string, type: string }[]} mentions @param {(title: string) => string | undefined} typeOf
 */
export function compareTypes(mentions, typeOf, map = agreeing) {
  /** @type {Record<string, { mentions: number, right: number, said: Record<string, number> }>} */
  const byType = {};
  for (const { title, type } of mentions) {
    const said = typeOf(title);
    if (said === undefined) continue;
    const row = (byType[type] ??= { mentions: 0, right: 0, said: {} });
    row.mentions++;
    if (map[type].includes(said)) row.right++;
    else row.said[said] = (row.said[said] ?? 0) + 1;
  }
  return byType;
}
