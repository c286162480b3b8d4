// A pages-articles dump of a made-up wiki as bytes: articles with prose, notes, boxes and tables in the shares of real ones, redirects, pages of other namespaces.

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { capital, SyntheticWiki, sampleWord, WHOLE } from "./synthetic-wiki.mjs";

const BLOCK = 1 << 22;
const HEAD =
  '<mediawiki xml:lang="en">\n  <siteinfo>\n    <base>https://en.wikipedia.org/wiki/Main_Page</base>\n    <namespaces>\n' +
  '      <namespace key="0" case="first-letter" />\n      <namespace key="6" case="first-letter">File</namespace>\n' +
  '      <namespace key="10" case="first-letter">Template</namespace>\n      <namespace key="14" case="first-letter">Category</namespace>\n    </namespaces>\n  </siteinfo>\n';
/** What a redirect takes; the rest of the dump is articles, and one page in ten of other namespaces. Bytes. */
const REDIRECT = 560;
const MEAN_ARTICLE = (WHOLE.bytes - WHOLE.redirects * REDIRECT) / WHOLE.articles;
/** Lengths of articles are log-normal: most are short, a few very long. Without the page around it. */
const SPREAD = 1.25;
const MEAN_TEXT = (MEAN_ARTICLE - 760) * 1.13;
const MEDIAN = MEAN_TEXT / Math.exp((SPREAD * SPREAD) / 2);
const LONGEST = 400_000;
const DISAMBIGUATION_EVERY = 30;
const OTHER_NAMESPACE_EVERY = 12;

/** The bytes of the dump, in blocks.
 * @param {{ fraction: number, seed?: number }} options */
export function* syntheticDump(options) {
  const wiki = new SyntheticWiki(options);
  const { random } = wiki;
  let text = HEAD;
  let number = 10;
  let redirect = 0;
  for (let a = 0; a < wiki.articles; a++) {
    number += 1 + random.below(4);
    if (a % DISAMBIGUATION_EVERY === 7)
      text += pageOf(disambiguationTitle(wiki, a), number++, 0, meanings(wiki));
    if (a % OTHER_NAMESPACE_EVERY === 3)
      text += pageOf(`Category:${wiki.titles[a]}`, number++, 14, `${prose(wiki, 300)}\n[[Category:All]]`);
    text += pageOf(wiki.titles[a], number, 0, article(wiki, a));
    const until = Math.floor(((a + 1) / wiki.articles) * wiki.redirects);
    for (; redirect < until; redirect++) {
      const target = wiki.titles[wiki.redirectTargets[redirect]];
      text += pageOf(
        wiki.redirectTitles[redirect],
        ++number,
        0,
        `#REDIRECT [[${target}]]\n\n{{R from other name}}`,
        target,
      );
    }
    if (text.length > BLOCK) {
      yield Buffer.from(text);
      text = "";
    }
  }
  yield Buffer.from(`${text}</mediawiki>\n`);
}

/** Writes the dump; its length in bytes.
 * @param {string} path @param {{ fraction: number, seed?: number }} options */
export async function writeSyntheticDump(path, options) {
  const file = createWriteStream(path);
  let length = 0;
  for (const block of syntheticDump(options)) {
    length += block.length;
    if (!file.write(block)) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
  return length;
}

/** Titles and sources have no sign that XML would want escaped, but those that are written so. */
function pageOf(title, id, ns, source, redirectTo) {
  const redirect = redirectTo === undefined ? "" : `    <redirect title="${redirectTo}" />\n`;
  return (
    `  <page>\n    <title>${title}</title>\n    <ns>${ns}</ns>\n    <id>${id}</id>\n${redirect}` +
    `    <revision>\n      <id>${1_200_000_000 + id}</id>\n      <parentid>${1_190_000_000 + id}</parentid>\n      <timestamp>2024-03-01T12:00:00Z</timestamp>\n` +
    `      <contributor>\n        <username>Somebody</username>\n        <id>4711</id>\n      </contributor>\n      <model>wikitext</model>\n      <format>text/x-wiki</format>\n` +
    `      <text bytes="${source.length}" xml:space="preserve">${source}</text>\n      <sha1>phoiac9h4m842xq45sp7s6u21eteeq1</sha1>\n    </revision>\n  </page>\n`
  );
}

const disambiguationTitle = (wiki, a) => `${wiki.titles[a].split(/[ ,]/)[0]} ${a} (disambiguation)`;

function meanings(wiki) {
  const lines = Array.from(
    { length: 3 + wiki.random.below(8) },
    () => `* ${wiki.link()}, ${prose(wiki, 40)}`,
  );
  return `'''It''' may refer to:\n${lines.join("\n")}\n{{disambiguation}}`;
}

/** A log-normal length by the sum of twelve uniform numbers, which is as good as normal. */
function lengthOf(random) {
  let normal = -6;
  for (let i = 0; i < 12; i++) normal += random.uniform();
  return Math.min(LONGEST, MEDIAN * Math.exp(SPREAD * normal));
}

/** 35 % prose, 35 % notes, 30 % boxes, tables and lists. */
function article(wiki, a) {
  const { random } = wiki;
  const length = lengthOf(random);
  const title = wiki.titles[a];
  const name = title.replace(/ \(.*\)$/, "");
  let text = `{{Short description|${prose(wiki, 30)}}}\n${box(wiki, length * 0.1)}'''${name}''' is a ${sampleWord(random)} ${sampleWord(random)} in ${wiki.link()}. `;
  for (let section = 0; text.length < length * 0.82; section++) {
    const notes = random.below(3);
    text += prose(wiki, Math.min(length * 0.4, 350 + random.below(500)), wiki.link.bind(wiki));
    for (let n = 0; n < notes; n++) text += note(wiki);
    text += random.below(4) === 0 ? `\n\n== ${capital(sampleWord(random))} ==\n` : "\n\n";
    if (section % 6 === 5) text += table(wiki);
  }
  text += "\n== See also ==\n";
  for (let i = random.below(6); i > 0; i--) text += `* ${wiki.link()}\n`;
  text += "\n== References ==\n{{Reflist}}\n";
  for (let i = 3 + random.below(6); i > 0; i--)
    text += `[[Category:${capital(sampleWord(random))} ${sampleWord(random)}]]\n`;
  return text;
}

/** Sentences of at least `length` characters; about one link in thirty words where `link` is given. */
function prose(wiki, length, link) {
  const { random } = wiki;
  let text = "";
  while (text.length < length) {
    let sentence = capital(sampleWord(random));
    for (let words = 8 + random.below(22); words > 0; words--) {
      const draw = random.below(200);
      if (link && draw < 8) sentence += ` ${link()}`;
      else if (draw < 14) sentence += ` ${1800 + random.below(225)}`;
      else if (draw < 28) sentence += ` ${capital(sampleWord(random))}`;
      else if (draw < 40) sentence += `, ${sampleWord(random)}`;
      else sentence += ` ${sampleWord(random)}`;
    }
    text += `${sentence}. `;
  }
  return text;
}

function note(wiki) {
  const { random } = wiki;
  const host = sampleWord(random);
  return (
    `&lt;ref&gt;{{cite web |last=${capital(sampleWord(random))} |first=${capital(sampleWord(random))} |title=${prose(wiki, 40)}|url=https://www.${host}.com/${sampleWord(random)}/${random.uint32()} ` +
    `|work=The ${capital(host)} |date=${1 + random.below(28)} March ${1990 + random.below(34)} |access-date=1 May 2022 |archive-url=https://web.archive.org/web/${random.uint32()}/${host} |url-status=live}}&lt;/ref&gt; `
  );
}

function box(wiki, length) {
  let text = "{{Infobox settlement\n";
  while (text.length < length) {
    text += `| ${sampleWord(wiki.random)} = ${wiki.random.below(3) === 0 ? wiki.link() : `${wiki.random.below(100_000)} ${sampleWord(wiki.random)}`}\n`;
  }
  return `${text}}}\n`;
}

function table(wiki) {
  let text = "\n{| class=&quot;wikitable&quot;\n! Year !! Name !! Place\n";
  for (let rows = 4 + wiki.random.below(14); rows > 0; rows--) {
    text += `|-\n| ${1900 + wiki.random.below(120)} || ${wiki.link()} || ${wiki.random.below(2) ? wiki.link() : sampleWord(wiki.random)}\n`;
  }
  return `${text}|}\n\n`;
}
