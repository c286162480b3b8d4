/** Links the names in a file and says why. Usage: node examples/link-file.ts [FILE] */
import { readFile } from "node:fs/promises";
import { loadLinker } from "mulrel/node";

const file = process.argv[2] ?? new URL("data/article.txt", import.meta.url);
const text = await readFile(file, "utf8");

const linker = await loadLinker(); // the shipped model
for (const { mention, entity, confidence, explanation } of linker.link(text, { explain: true })) {
  console.log(`${mention} → ${entity?.title ?? "NIL"} (${confidence.toFixed(2)})`);
  for (const line of explanation?.lines.slice(1) ?? []) console.log(`    ${line}`);
}
linker.close();
