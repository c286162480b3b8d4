/** Joins titles that no corpus has a page for to the page that another vintage of the wiki has of the same thing. */
import { literalPattern } from "../../text/literal-pattern.js";
import { type LoggedPage, PageKind } from "./log-blocks.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";

interface Vintages extends JoiningTitles {
  pages: () => Iterable<LoggedPage>;
}

/**
 * "Warner Bros. Records", which just one page gives as an older name of its subject; "New Orleans, Louisiana" and "Mars
 * (planet)", where New Orleans is described as a city in Louisiana and Mars as a planet; "Ganges River".
 */
export function* claimsOfVintages(vintages: Vintages): Generator<TitleClaim> {
  const { isOpen, hasPage } = vintages;
  const qualified = findQualified(vintages);
  const claims = new Map<number, number>();
  for (const page of vintages.pages()) {
    if (page.kind === PageKind.otherTitle) {
      if (!hasPage(page.redirectTo) || page.redirectTo === page.title) continue;
      const other = claims.get(page.title) ?? page.redirectTo;
      claims.set(page.title, other === page.redirectTo ? other : SEVERAL);
    } else if (page.kind === PageKind.article) {
      for (const { title, parts } of qualified.get(page.title) ?? []) {
        if (isSaid(parts, page.description)) yield { from: title, to: page.title };
      }
    }
  }
  for (const [title, page] of claims) {
    if (page !== SEVERAL && isOpen(title)) yield { from: title, to: page };
  }
}

const SEVERAL = -2;

/** Open titles with a bracket or comma part, by the title without it, and what its page would have to say. */
function findQualified({ titles, titleAt, find, hasPage, isOpen, isJoined }: Vintages) {
  const byBare = new Map<number, { title: number; parts: TitleParts }[]>();
  for (let title = 0; title < titles; title++) {
    if (!isOpen(title) || isJoined(title)) continue;
    const parts = partsOf(titleAt(title));
    if (!parts) continue;
    const bare = find(parts.bare);
    if (bare < 0 || !hasPage(bare)) continue;
    const list = byBare.get(bare);
    if (list) list.push({ title, parts });
    else byBare.set(bare, [{ title, parts }]);
  }
  return byBare;
}

/** What a title says beside the bare name: a place, or what kind of thing it is. */
interface TitleParts {
  bare: string;
  place?: string;
  kind?: string;
}

function isSaid({ place, kind }: TitleParts, description: string): boolean {
  return (place ? locatedIn(place) : isOfKind(kind!)).test(description);
}

function partsOf(title: string): TitleParts | undefined {
  const comma = /^(.+), ([^,]+)$/.exec(title);
  if (comma) return { bare: comma[1], place: comma[2] };
  const bracket = /^(.+) \(([^()]+)\)$/.exec(title);
  // the Democratic wing of a party is not the party
  if (bracket)
    return /(?:^|\s)\p{Lu}\S*$/u.test(bracket[2]) ? undefined : { bare: bracket[1], kind: bracket[2] };
  const water = /^(.+) [Rr]iver$|^River (.+)$/.exec(title);
  return water ? { bare: water[1] ?? water[2], kind: "river" } : undefined;
}

/** "… is a city in Louisiana": the place is named behind the verb, and not as a neighbour. */
function locatedIn(place: string): RegExp {
  return new RegExp(
    `\\s(?:is|was|are|were)\\s(?:(?!\\b(?:near|between|from|border\\p{L}*)\\b).)*\\b${literalPattern(place)}(?![\\p{L}\\p{N}])`,
    "u",
  );
}

/** "… is the fourth planet": the kind is what it is said to be, before any further clause. */
function isOfKind(kind: string): RegExp {
  return new RegExp(
    `\\s(?:is|was|are|were)\\s(?:an?|the|one of the)\\s(?:(?!\\b(?:of|in|on|by|from|for|that|which|who|with|near|at|to)\\b)[^.,;:()])*\\b${literalPattern(kind)}s?(?![\\p{L}\\p{N}])`,
    "iu",
  );
}
