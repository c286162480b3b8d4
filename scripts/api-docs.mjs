// Writes docs/api/: a page for each entry point, out of the built declarations and their doc comments. Run by `npm run docs`.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readEntryPoint } from "./docs/read-declarations.mjs";

/** @typedef {import("./docs/read-declarations.mjs").ApiEntry} ApiEntry */
/** @typedef {import("./docs/read-declarations.mjs").EntryPoint} EntryPoint */

/** Entry points by their file in src/, and the name that is imported. */
export const entryPoints = {
  index: "mulrel",
  node: "mulrel/node",
  kb: "mulrel/kb",
  train: "mulrel/train",
  server: "mulrel/server",
};

/** @param {string} root @returns {EntryPoint[]} */
export function readApi(root) {
  return Object.keys(entryPoints).map((name) => readEntryPoint(root, name));
}

/** Pages by their file name in docs/api/. @param {string} root @returns {Map<string, string>} */
export function renderApi(root) {
  const api = readApi(root);
  const pages = new Map([["README.md", renderOverview(api)]]);
  for (const point of api) pages.set(pageName(point.name), renderPage(point));
  return pages;
}

/** @param {string} name */
const pageName = (name) => `${name === "index" ? "mulrel" : name}.md`;
/** @param {string} name */
const importName = (name) => entryPoints[/** @type {keyof typeof entryPoints} */ (name)];
/** The sentence behind "mulrel/kb: ", without what concerns the file only. @param {string} header */
const purpose = (header) => {
  const sentence = header.replace(/^[\w/]+: /, "").replace(/ Re-exports only\.$/, "");
  return sentence[0].toUpperCase() + sentence.slice(1);
};
/** @param {string} text */
const firstSentence = (text) => /^.*?\.(?=\s|$)/s.exec(text)?.[0].replace(/\n/g, " ") ?? text;

const NOTICE = "<!-- Made by `npm run docs` from the declarations; a test keeps it current. -->\n";

/** @param {EntryPoint[]} api */
function renderOverview(api) {
  const rows = api.map(({ name, header, entries }) => {
    const values = entries.filter((e) => e.isValue).map((e) => `\`${e.name}\``);
    return `| [\`${importName(name)}\`](${pageName(name)}) | ${purpose(header)} | ${values.join(", ")} |`;
  });
  return `${NOTICE}
# API

| import from | what it does | functions |
|---|---|---|
${rows.join("\n")}

Errors are \`LinkingError\`s: a sentence for people in \`message\`, a stable \`code\` for programs. Offsets are half-open ranges of UTF-16 code units.
`;
}

/** @param {EntryPoint} point */
function renderPage({ name, header, entries }) {
  const values = entries.filter((e) => e.isValue || e.kind === "class");
  const types = entries.filter((e) => !values.includes(e));
  const list = values.map((e) => `- [\`${e.name}\`](#${e.name.toLowerCase()}): ${firstSentence(e.doc)}`);
  return `${NOTICE}
# ${importName(name)}

${purpose(header)}

${list.join("\n")}

${values.map(renderValue).join("\n")}${types.length > 0 ? `\n## Types\n\n${types.map(renderType).join("\n")}` : ""}`;
}

/** @param {ApiEntry} entry */
function renderValue({ name, doc, declaration, file }) {
  return `## ${name}\n\n${doc}\n\n\`\`\`ts\n${declaration}\n\`\`\`\n\nSource: \`${file}\`\n`;
}

/** @param {ApiEntry} entry */
function renderType({ name, doc, declaration }) {
  return `### ${name}\n\n${doc ? `${doc}\n\n` : ""}\`\`\`ts\n${declaration}\n\`\`\`\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const folder = join(root, "docs/api");
  mkdirSync(folder, { recursive: true });
  const pages = renderApi(root);
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
  console.log(`${pages.size} pages in docs/api.`);
}
