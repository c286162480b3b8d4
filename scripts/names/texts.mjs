// Marked texts for a scorer of names: the corpora's, pages of Wikipedia with their links, and the same without capitals or as newspapers write places.
import { readWikiExtractor } from "../../dist/corpus/wiki-extractor.js";
import { readLines } from "../../dist/files/lines.js";
import { hashString } from "../../dist/kb/stores/string-table.js";
import { english } from "../../dist/languages/english.js";
import { stateAbbreviations } from "../../dist/languages/state-abbreviations.js";
import { withoutCompanyEnding } from "../../dist/text/name-affixes.js";

/** A corpus document; names that mean a page get its row, null where the knowledge base has none. */
export function markedText({ text, flat }, kb, weight = 1) {
  const names = flat.map(({ start, end, title }) => ({
    start,
    end,
    ...(title === undefined ? {} : { entity: rowOf(kb, title) }),
  }));
  return { text, names, closed: true, weight };
}

function rowOf(kb, title) {
  const row = title === null ? -1 : kb.rowOfTitle(title.replaceAll("_", " "));
  return row < 0 ? null : row;
}

/** Running text of linked pages, open: links whose anchor has a capital, and the same words wherever they stand again. */
export async function linkedTexts(path, kb, { pages, weight }) {
  const texts = [];
  for await (const { page } of readWikiExtractor(readLines(path), { name: path })) {
    if (page.kind !== "article" || page.links.length < 10) continue;
    const text = page.text.slice(0, LONGEST);
    const names = completed(text, page.links, kb);
    if (names.length > 4) texts.push({ text, names, closed: false, weight });
    if (texts.length === pages) break;
  }
  return texts;
}

/** Texts without any mark, open. */
export async function plainTexts(path, { texts: wanted, weight }) {
  const texts = [];
  for await (const { page } of readWikiExtractor(readLines(path), { name: path })) {
    if (page.kind === "article")
      texts.push({ text: page.text.slice(0, LONGEST), names: [], closed: false, weight });
    if (texts.length === wanted) break;
  }
  return texts;
}

const LONGEST = 5000;
/** A capital in front, or behind a number or small letters: Paris, 2011 Rugby World Cup, iPhone. */
const isWrittenAsName = /^(?:\p{Lu}|\d[\d\p{L}-]* \p{Lu}|\p{Ll}{1,2}\p{Lu})/u;

/** The names that a link's words are: a place with the larger one it lies in (Rochester, New York) is two, any other link one. */
function namesOfLink(surface, entity, kb) {
  const places = /^([^,]+), (?!D\.?C\b)(\p{Lu}[^,]*)$/u.exec(surface);
  if (!places || entity === null || kb.entity(entity).type !== "place")
    return [{ name: surface, at: 0, marks: { entity } }];
  return [
    { name: places[1], at: 0, marks: { entity } },
    { name: places[2], at: surface.length - places[2].length, marks: {} },
  ];
}

function completed(text, links, kb) {
  const names = [];
  const taken = (start, end) => names.some((n) => n.start < end && start < n.end);
  const known = new Map();
  for (const { start, end, target } of links) {
    const surface = text.slice(start, end);
    if (end > text.length || !isWrittenAsName.test(surface) || /[|\n]/.test(surface)) continue;
    const entity = rowOf(kb, target);
    for (const piece of namesOfLink(surface, entity, kb)) {
      const from = start + piece.at;
      names.push({ start: from, end: from + piece.name.length, ...piece.marks });
      if (!known.has(piece.name)) known.set(piece.name, piece.marks);
    }
  }
  for (const [surface, marks] of [...known].sort((a, b) => b[0].length - a[0].length)) {
    for (let at = text.indexOf(surface); at >= 0; at = text.indexOf(surface, at + surface.length)) {
      const end = at + surface.length;
      const isWord = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ") && !/[\p{L}\p{N}]/u.test(text[end] ?? " ");
      // beside another capital it may be part of a longer name
      const isAlone =
        !/\p{Lu}\S* $/u.test(text.slice(Math.max(0, at - 20), at)) &&
        !/^ \p{Lu}/u.test(text.slice(end, end + 2));
      if (isWord && isAlone && !taken(at, end)) names.push({ start: at, end, ...marks });
    }
  }
  return names.sort((a, b) => a.start - b.start);
}

/** The text in small letters, in capitals or with a capital to every longer word; offsets stay. */
export function recased(marked, way, weight) {
  const change = (c, other) => (other.length === c.length ? other : c);
  const text =
    way === "title"
      ? marked.text.replace(/(?<![\p{L}'\u2019])\p{Ll}(?=\p{L}{3})/gu, (c) => change(c, c.toUpperCase()))
      : marked.text.replace(/\p{L}/gu, (c) => change(c, way === "small" ? c.toLowerCase() : c.toUpperCase()));
  return { ...marked, text, weight: marked.weight * weight };
}

/** The sentence from `start` on, its first letter raised. */
function cutAt({ text, names, closed, weight }, start, share, raised) {
  const rest = text.slice(start, start + LONGEST_HALF);
  const stop = rest.search(/[.!?]\s/);
  const end = start + (stop < 0 ? rest.length : stop + 1);
  const inside = names.filter((n) => n.start >= start && n.end <= end);
  return {
    text: raised ? text[start].toUpperCase() + text.slice(start + 1, end) : text.slice(start, end),
    names: inside.map((n) => ({ ...n, start: n.start - start, end: n.end - start })),
    closed,
    weight: weight * share,
  };
}

/** UTF-16 units of a sentence before a name, and behind it. */
const LONGEST_HALF = 200;

/** Texts cut so that they begin with a name, and as often with another word, which gets a capital: what a first word's capital says is learned from them. */
export function opened(marked, random, weight) {
  const { text, names } = marked;
  const places = names.filter((n) => /^ \p{Ll}/u.test(text.slice(n.end, n.end + 2)));
  if (places.length === 0) return [];
  const words = [...text.matchAll(/(?<= )\p{Ll}\p{Ll}{2,}(?= )/gu)].filter(
    (m) => text[m.index].toUpperCase().length === 1,
  );
  const chosen = [cutAt(marked, places[random.below(places.length)].start, weight, false)];
  if (words.length > 0) chosen.push(cutAt(marked, words[random.below(words.length)].index, weight, true));
  return chosen;
}

/** What a state is called inside a sentence → its title and how newspapers shorten it. */
const states = new Map(
  [...stateAbbreviations].map(([title, shorts]) => [title.replace(/ \(.*$/, ""), { title, shorts }]),
);
export const shortStates = new Set([...stateAbbreviations.values()].flat());
const BYLINES = [" (AP) - ", " - ", " \u2014 ", " (Reuters) - "];
/** The first line of running text. */
const story = /^(?!\|).{80}/m;

/**
 * The text as newspapers write its places, where it has any with their states behind them: Rochester, N.Y. instead of Rochester, New York; and such a place
 * in front of the story, in capitals. Undefined where it has none.
 */
export function asNewspapers(marked, kb, random) {
  const { text, names } = marked;
  const called = (n) => states.get(text.slice(n.start, n.end));
  const isPlace = ({ entity }) => entity == null || kb.entity(entity).type === "place";
  const stateOf = (i) => {
    const [before, name] = [names[i - 1], names[i]];
    const isBehind = before && before.end + 2 === name.start && text.startsWith(", ", before.end);
    // a county or a team may be called so, and a list has states one after the other
    if (!isBehind || called(before) || !isPlace(before)) return undefined;
    const state = called(name);
    return state && (name.entity === undefined || name.entity === rowOf(kb, state.title)) ? state : undefined;
  };
  const shorten = (state) => state.shorts[random.below(state.shorts.length)];
  const first = names.findIndex((_, i) => stateOf(i));
  if (first < 0) return undefined;
  const pieces = [];
  let from = 0;
  names.forEach(({ start, end }, i) => {
    const state = stateOf(i);
    if (!state) return;
    pieces.push({ start: from, end: start }, { word: shorten(state), entity: rowOf(kb, state.title) });
    // one dot ends the word and the sentence
    from = text[end] === "." ? end + 1 : end;
  });
  const at = text.search(story);
  const place = names[first - 1];
  const city = text.slice(place.start, place.end).toUpperCase();
  const front =
    at < 0 || city.length !== place.end - place.start
      ? undefined
      : { at, city, place, state: stateOf(first) };
  return rewritten(marked, [...pieces, { start: from, end: text.length }], front, { kb, random });
}

/** The pieces of a text one after the other, names where they then stand; `front` comes before the story. */
function rewritten(marked, pieces, front, { kb, random }) {
  const names = [];
  let text = "";
  const add = (word, marks) => {
    names.push({ ...marks, start: text.length, end: text.length + word.length });
    text += word;
  };
  const addFront = ({ city, place, state }) => {
    add(city, place);
    text += ", ";
    add(state.shorts[0], { entity: rowOf(kb, state.title) });
    const byline = BYLINES[random.below(BYLINES.length)];
    const [before, agency, after] = byline.split(/(AP|Reuters)/);
    text += before;
    if (agency) add(agency, {});
    text += after ?? "";
  };
  const copy = (start, end) => {
    const moved = text.length - start;
    text += marked.text.slice(start, end);
    for (const n of marked.names)
      if (n.start >= start && n.end <= end) names.push({ ...n, start: n.start + moved, end: n.end + moved });
  };
  for (const { start, end, word, entity } of pieces) {
    if (word !== undefined) add(word, { entity });
    else if (front && start <= front.at && front.at < end) {
      copy(start, front.at);
      addFront(front);
      copy(front.at, end);
    } else copy(start, end);
  }
  return { ...marked, text, names };
}

/** Words that are names too: shares of their occurrences that are written small, least number of occurrences. */
const WORDLIKE = { least: 0.15, most: 0.97, counted: 100 };
/** Meanings of such a word that are looked at, and how well known they must be. */
const KNOWN_BY = 30;
const POPULAR = 100;

/**
 * Words that texts write small as often as not and that companies, places and persons go by, each with the best known one (Target, Bath, Rice): by type, the
 * words that teach and those that judge.
 */
export function wordlikeNames(kb, judge = false) {
  const byType = new Map();
  for (const { surface, candidates } of kb.surfaces()) {
    if (!/^\p{Lu}\p{Ll}{2,}$/u.test(surface) || (hashString(surface) % 3 === 0) !== judge) continue;
    const { lowercaseShare: small, textCount } = kb.lookup(surface);
    if (small < WORDLIKE.least || small > WORDLIKE.most || textCount < WORDLIKE.counted) continue;
    const best = new Map();
    for (const { entity } of candidates.slice(0, KNOWN_BY)) {
      const { type, title } = kb.entity(entity);
      const popularity = kb.popularity(entity);
      if (popularity < POPULAR || !goesBy[type]?.(title, surface)) continue;
      if (popularity > (best.get(type)?.popularity ?? 0)) best.set(type, { surface, entity, popularity });
    }
    for (const [type, name] of best) byType.set(type, [...(byType.get(type) ?? []), name]);
  }
  return byType;
}

/** Is the title the word and more, so that it is not what the word itself means? */
const goesBy = {
  organisation: (title, word) =>
    title.startsWith(`${word} (`) || (withoutCompanyEnding(title, english) === word && title !== word),
  place: (title, word) => title.startsWith(`${word}, `) || title.startsWith(`${word} (`),
  person: (title, word) => title.endsWith(` ${word}`),
};

/** The text cut before such a word where it is none, which gets a capital: "Stone walls fell." One of them, if there are any. */
export function commonOpening(marked, wordlike, { random, weight }) {
  const { text, names } = marked;
  const isName = (at) => names.some((n) => n.start <= at && at < n.end);
  const places = [...text.matchAll(/(?<= )\p{Ll}{3,}(?= \p{Ll})/gu)].filter(
    (m) => wordlike.has(m[0]) && !isName(m.index),
  );
  return places.length === 0 ? [] : [cutAt(marked, places[random.below(places.length)].index, weight, true)];
}

/** Sentences with one of their names swapped for a word that is a name of the same type: once where the name opens the sentence, once inside. */
export function disguised(marked, wordlike, { kb, random, weight }) {
  const { text, names } = marked;
  const typeOf = ({ entity }) => (entity == null ? undefined : kb.entity(entity).type);
  const swappable = names.filter(
    (n) =>
      wordlike.has(typeOf(n)) && / \p{Ll}/u.test(text.slice(n.end, n.end + 2)) && text[n.start - 1] === " ",
  );
  const swap = (opens) => {
    const old = swappable[random.below(swappable.length)];
    const list = wordlike.get(typeOf(old));
    const { surface, entity } = list[random.below(list.length)];
    const begin = Math.max(0, old.start - LONGEST_HALF);
    const opening = text
      .slice(begin, old.start)
      .search(/(?<=(?:[.!?]\s|\n))\p{Lu}(?:[^.!?\n|](?!$))*[^.!?\n|]$/u);
    if (!opens && opening < 0) return [];
    const start = opens ? old.start : begin + opening;
    const rest = text.slice(old.end, old.end + LONGEST_HALF);
    const stop = rest.search(/[.!?\n|]/);
    const end = old.end + (stop < 0 ? rest.length : stop + 1);
    const moved = surface.length - (old.end - old.start);
    const place = (at) => at - start + (at >= old.end ? moved : 0);
    const others = names.filter(
      (n) => n.start >= start && n.end <= end && (n.end <= old.start || n.start >= old.end),
    );
    const own = { start: place(old.start), end: place(old.start) + surface.length, entity };
    const all = [...others.map((n) => ({ ...n, start: place(n.start), end: place(n.end) })), own];
    return [
      {
        text: text.slice(start, old.start) + surface + text.slice(old.end, end),
        names: all.sort((a, b) => a.start - b.start),
        closed: marked.closed,
        weight: marked.weight * weight,
        own,
      },
    ];
  };
  return swappable.length === 0 ? [] : [...swap(true), ...swap(false)];
}
