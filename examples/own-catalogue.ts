/** A knowledge base from a catalogue of products, and text linked with it. Usage: node examples/own-catalogue.ts */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildKnowledgeBase, lookUpName, openKnowledgeBase } from "mulrel/kb";
import { loadLinker } from "mulrel/node";

const catalogue = fileURLToPath(new URL("data/products.csv", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "products-"));
const file = join(folder, "products.kb");

const info = await buildKnowledgeBase({ inputs: [catalogue], output: file });
console.log(`${info.entities} products with ${info.surfaces} names`);

// what a name can mean before any text is read
const kb = await openKnowledgeBase(file);
for (const { entity, prior } of lookUpName(kb, "Falcon")?.candidates ?? []) {
  console.log(`Falcon can mean ${kb.title(entity)} (${prior.toFixed(2)})`);
}
kb.close();

// the shipped model with these products instead of its own entities
const linker = await loadLinker(undefined, { kb: file });
for (const text of [
  "The Falcon needs new brakes before the next mountain trail.",
  "Pour the milk while the Falcon makes the espresso, the Kestrel has ground the coffee beans.",
]) {
  for (const { mention, entity } of linker.link(text))
    console.log(`${mention} → ${entity?.id} ${entity?.title}`);
}
linker.close();
await rm(folder, { recursive: true });
