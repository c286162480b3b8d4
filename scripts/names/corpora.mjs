// Reads the corpora with marked names: GUM, WNUT17 and wikigold as `{ id, kind, text, names, flat, marked }`, offsets in UTF-16 units.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { isGuess } from "../../dist/kb/name-sources.js";
import { english } from "../../dist/languages/english.js";

/** Stops with a sentence when the data folder has no marked names. */
export function readCorpora(data) {
  const folder = join(data, "ner");
  if (!existsSync(folder)) {
    console.error(`There is no ${folder}; name the data folder with --data or MULREL_DATA.`);
    process.exit(1);
  }
  const read = (file) => gunzipSync(readFileSync(join(folder, file))).toString("utf8");
  return {
    "GUM train": gum(read("gum-train.jsonl.gz")),
    "GUM dev": gum(read("gum-dev.jsonl.gz")),
    "WNUT17 train": conll(read("wnut17-train.conll.gz")),
    "WNUT17 dev": conll(read("wnut17-dev.conll.gz")),
    wikigold: conll(read("wikigold.conll.gz")),
  };
}

/**
 * `names`: every mark of a name that is no time, nested ones too. `flat`: the same as we understand names, none inside another: a mark with a further
 * name behind "in", "and", a comma or 's is two names, a form of address is left out, an adjective with a capital belongs to the name it stands before. Phrases
 * that mean a page and are written as names (the University of Southern Indiana, the United States) are names, though their head is no proper noun to those who marked it.
 * `marked`: the marks themselves, of those inside one another the inner ones.
 */
function gum(lines) {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const { id, genre, text, mentions } = JSON.parse(line);
      const timeless = mentions.filter((m) => m.type !== "time");
      const marks = timeless.filter((m) => m.named);
      const names = [...new Map(marks.map((m) => [m.name.join(" "), m.name])).values()];
      const titled = timeless.filter((m) => !m.named && m.title).flatMap((m) => titledName(text, m));
      const times = mentions.filter((m) => m.type === "time" && m.named);
      const isTime = ({ name }) => times.some((t) => t.name[0] <= name[0] && name[1] <= t.name[1]);
      return {
        id,
        kind: genre,
        text,
        names,
        flat: flatten(
          text,
          marks.filter((m) => !isTime(m)),
          titled,
        ),
        marked: innermost(names),
      };
    });
}

function innermost(names) {
  const kept = [];
  for (const [start, end] of [...names].sort((a, b) => a[1] - a[0] - (b[1] - b[0])))
    if (kept.every((k) => k.end <= start || end <= k.start)) kept.push({ start, end });
  return kept.sort((a, b) => a.start - b.start);
}

function flatten(text, marks, titled) {
  const pieces = [
    ...marks.map((mark) => ({
      ...ourName(text, mark, [...marks, ...titled.map((t) => ({ name: [t.start, t.end] }))]),
      title: mark.title ?? null,
    })),
    ...marks.flatMap((mark) => placeOf(text, mark)),
    ...titled,
  ]
    .map((name) => ({ ...name, end: name.start + text.slice(name.start, name.end).trimEnd().length }))
    .filter(({ start, end }) => /\p{Lu}|\d/u.test(text.slice(start, end)));
  const kept = [];
  for (const name of pieces.sort((a, b) => b.end - b.start - (a.end - a.start))) {
    if (kept.every((k) => k.end <= name.start || name.end <= k.start)) kept.push(name);
  }
  return kept.sort((a, b) => a.start - b.start);
}

const capital = "\\p{Lu}[\\p{L}\\p{N}.&'’-]*";
/** The end of a phrase that is written as a name, behind words that are not, or behind whose it is. */
const written = new RegExp(
  `^(?:(?:[\\p{Ll}\\d-]+|(?:The|A|An|This|His|Her|Our)|(?:.*['’]s))\\s+)*(${capital}(?:\\s(?:(?:of|the|and|for|in|at|on|de|la|du|von|van|&)\\s)*(?:${capital}|\\d+))*)$`,
  "su",
);

/** Captain America, Elevator to the Gallows, 2022 FIFA World Cup: what a page is called, where it stands so around the mark, is one name. */
function titleAround(text, { name: [from, to], title }) {
  const bare = bareTitle(title);
  const start = bare ? text.indexOf(bare, Math.max(0, to - bare.length)) : -1;
  const isAround = start >= 0 && start <= from && start + bare.length >= to;
  return isAround ? { start, end: start + bare.length } : undefined;
}

/** The Beijing of Tiananmen Square in Beijing, the Spain of Madrid, Spain: a name of its own, whether it is marked or not. */
function placeOf(text, mark) {
  const [start, end] = mark.name;
  if (!/^(?:place|organization|event)$/.test(mark.type)) return [];
  if (mark.type !== "place" && titleAround(text, mark)) return [];
  const place = /(?:,?\sin|,)\s(?!D\.?C\b)(\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*)*)$/u.exec(
    text.slice(start, end),
  );
  return place ? [{ start: end - place[1].length, end, title: undefined }] : [];
}

const bareTitle = (title) => title?.replaceAll("_", " ").replace(/ \(.*$/, "");

/** A phrase that means a page, where it is written as a name: as its title is, or in capitals that no sentence's beginning explains. */
function titledName(text, { start, end, title }) {
  const phrase = text.slice(start, end);
  const bare = bareTitle(title);
  const at = bare.includes(" ") ? phrase.indexOf(bare) : -1;
  if (at >= 0) return [{ start: start + at, end: start + at + bare.length, title }];
  const name = written.exec(phrase)?.[1];
  if (!name || english.stopWords.has(name.toLowerCase())) return [];
  const from = end - name.length;
  const isOpening = /(?:^|[.!?:"“\n]\s*)$/.test(text.slice(Math.max(0, from - 3), from));
  return isOpening && !/\s\p{Lu}/u.test(name) ? [] : [{ start: from, end, title }];
}

const joint = /^(.*?)\s*(?:,|;|\(|\s(?:and|or|in|on|from|near|to|who|which|that|with)\s|\s-+\s)/s;

function ourName(text, mark, all) {
  let [start, end] = mark.name;
  const [place] = placeOf(text, mark);
  const called = place ? undefined : titleAround(text, mark);
  if (called) return called;
  if (place) end = start + text.slice(start, place.start).replace(/(?:,?\sin|,)\s$/, "").length;
  for (const owner of all) {
    const behind = text.slice(owner.name[1], end);
    const isOwner = owner !== mark && owner.name[0] >= start && owner.name[1] < end;
    const whose = isOwner && /^['’]s\s+(?=\p{Lu})/u.exec(behind);
    if (whose) start = owner.name[1] + whose[0].length;
  }
  const inner = all.filter((m) => m !== mark && m.name[0] > start && m.name[1] <= end);
  const bracket = text.slice(start, end).search(/\s*\(/);
  if (bracket > 0) end = start + bracket;
  if (inner.length > 0) {
    const head = joint.exec(text.slice(start, end))?.[1];
    if (head) end = start + head.length;
    else if (mark.type === "person") {
      const of = /^(.*?\s.*?)\s+of\s/s.exec(text.slice(start, end));
      if (of) end = start + of[1].length;
    }
  }
  for (;;) {
    const before = /(?:^|\s)(\p{Lu}[\p{L}.'-]*)\s$/u.exec(text.slice(mark.start, start));
    if (!before || /^(?:The|A|An|This|His|Her|Our)$/.test(before[1])) break;
    start -= before[1].length + 1;
  }
  const address = mark.type === "person" && honorific.exec(text.slice(start, end));
  if (address) start += address[0].length;
  else if (mark.title?.startsWith("The ") && text.slice(start - 4, start) === "The ") start -= 4;
  return { start, end };
}

const honorific =
  /^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lord|Lady|Sen|Senator|Rep|Gov|Governor|U\.S\.|Vice|Prime|President|Minister|Chancellor|King|Queen|Prince|Gen|General|Col|Colonel|Capt|Captain|Judge|Justice|Mayor|Secretary|Ambassador|Emperor|Tsar|Shah)\.?\s+)+(?=\p{Lu})/u;

/** A sentence a document, its tokens joined by blanks. */
function conll(text) {
  const documents = [];
  for (const block of text.split(/\n\s*\n/)) {
    let joined = "";
    const names = [];
    let open;
    for (const line of block.split("\n")) {
      const [word, tag] = line.split(/\s+/);
      if (!tag || word === "-DOCSTART-") continue;
      if (joined !== "") joined += " ";
      const start = joined.length;
      joined += word;
      const type = tag.slice(2);
      if (tag !== "O" && open && tag[0] === "I" && open.type === type) open.name[1] = joined.length;
      else if (tag === "O") open = undefined;
      else {
        open = { type, name: [start, joined.length] };
        names.push(open.name);
      }
    }
    if (joined !== "")
      documents.push({
        id: String(documents.length),
        kind: "",
        text: joined,
        names,
        flat: names.map(([start, end]) => ({ start, end })),
        marked: names.map(([start, end]) => ({ start, end })),
      });
  }
  return documents;
}

export function emptyCounts() {
  return { marks: { gold: 0, found: 0, right: 0 }, ours: { gold: 0, found: 0, right: 0 } };
}

export function addCounts(sum, more) {
  for (const way of ["marks", "ours"]) for (const key in sum[way]) sum[way][key] += more[way][key];
}

/**
 * Strict bounds, two ways. `marks`: every mark of the corpus, and whatever was found. `ours`: names as we understand them (`flat`);
 * a word that a people or a language goes by (German) is neither right nor wrong where it is not marked, since corpora differ about them.
 */
export function countNames(documents, find, kb) {
  const counts = emptyCounts();
  for (const document of documents) {
    const marks = new Set(document.names.map((name) => name.join(" ")));
    const ours = new Set(document.flat.map(({ start, end }) => `${start} ${end}`));
    counts.marks.gold += marks.size;
    counts.ours.gold += ours.size;
    for (const { start, end } of find(document)) {
      const place = `${start} ${end}`;
      counts.marks.found++;
      if (marks.has(place)) counts.marks.right++;
      if (ours.has(place)) counts.ours.right++;
      if (ours.has(place) || !isOfPeople(kb, document.text.slice(start, end))) counts.ours.found++;
    }
  }
  return counts;
}

function isOfPeople(kb, word) {
  return [" people", " language"].some((more) =>
    kb.lookup(word + more)?.candidates.some((c) => !isGuess(c.sources)),
  );
}

export function scoresOf({ gold, found, right }) {
  const precision = right / Math.max(1, found);
  const recall = right / Math.max(1, gold);
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

/** In percent. */
export function share(x) {
  return (100 * x).toFixed(1);
}
