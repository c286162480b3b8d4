// Draws docs/architecture.svg: the rooms of src/ in their order of dependence. Run by `npm run docs`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { groups } from "./docs/rooms.mjs";

const MARGIN = 20;
const BOX = { width: 144, height: 48, gap: 10 };
const MOST_ROOMS = Math.max(...groups.map((group) => group.rooms.length));
const WIDTH = 2 * MARGIN + 24 + MOST_ROOMS * (BOX.width + BOX.gap) - BOX.gap;
const GROUP = { height: 96, gap: 14 };

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** @param {{ name: string, words: string }} room @param {number} x @param {number} y */
function drawRoom({ name, words }, x, y) {
  const middle = x + BOX.width / 2;
  return `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6" class="room"/>
<text x="${middle}" y="${y + 20}" class="name">${escaped(name)}</text>
<text x="${middle}" y="${y + 37}" class="words">${escaped(words)}</text>`;
}

/** @param {(typeof groups)[number]} group @param {number} y */
function drawGroup({ title, rooms }, y) {
  const boxes = rooms.map((room, i) => drawRoom(room, MARGIN + 12 + i * (BOX.width + BOX.gap), y + 34));
  return `<rect x="${MARGIN}" y="${y}" width="${WIDTH - 2 * MARGIN}" height="${GROUP.height}" rx="10" class="group"/>
<text x="${MARGIN + 12}" y="${y + 22}" class="title">${escaped(title)}</text>
${boxes.join("\n")}`;
}

/** The picture as SVG; the ground is at the bottom. */
export function renderArchitecture() {
  const step = GROUP.height + GROUP.gap;
  const height = groups.length * step + 2 * MARGIN + 18;
  const drawn = groups.map((group, i) => drawGroup(group, MARGIN + (groups.length - 1 - i) * step));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="The folders of src in their order of dependence">
<style>
.group { fill: #f4f1ea; stroke: #c9c1b0; } .room { fill: #ffffff; stroke: #7a6f5a; }
text { font-family: ui-sans-serif, system-ui, sans-serif; fill: #26221b; } .title { font-size: 13px; font-style: italic; }
.name { font-size: 13px; font-weight: 600; text-anchor: middle; } .words { font-size: 11px; text-anchor: middle; } .note { font-size: 12px; }
</style>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${drawn.reverse().join("\n")}
<text x="${MARGIN}" y="${height - 14}" class="note">A folder imports only from folders below it, and from those to its left; test/layering.test.ts holds them to it.</text>
</svg>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  writeFileSync(join(root, "docs/architecture.svg"), renderArchitecture());
  console.log("docs/architecture.svg shows the rooms of src/.");
}
