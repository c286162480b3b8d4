/** What README and docs/how-to/make.md say of names in texts, for a linker made of a catalogue and nothing else. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { Linker } from "../linker/linker.js";
import { loadLinker } from "../loading/load-linker.js";
import { makeLinker } from "./make-linker.js";
import type { MakeSettings } from "./make-options.js";

const folder = temporaryFolder();
const catalogue = join(folder, "products.csv");

async function make(name: string, names?: MakeSettings["names"]): Promise<Linker> {
  const settings = { name, ...(names && { names }) };
  const out = join(folder, name);
  await makeLinker({ out, sources: { catalogue: [catalogue] }, settings, workers: 1 });
  return loadLinker(out);
}

const found = (linker: Linker, text: string) =>
  linker.link(text).flatMap(({ mention, entity }) => (entity ? [`${mention}: ${entity.title}`] : []));

const given = (linker: Linker, text: string) =>
  linker.link(text, { mentions: [{ start: 0, end: text.length }] })[0].entity?.title;

let byCapitals: Linker;
let byCatalogue: Linker;
beforeAll(async () => {
  writeFileSync(
    catalogue,
    "id,title,description\n1,Zephyr Turbine,A pump that moves water\n2,Falcon Espresso Machine,A machine that makes coffee\n3,Meridian Lamp,A lamp for the kitchen\n",
  );
  byCapitals = await make("capitals.linker");
  byCatalogue = await make("catalogue.linker", "catalogue");
}, 60_000);

describe("in running text", () => {
  test.each([
    ["We bought a Zephyr Turbine in Oslo.", "Zephyr Turbine: Zephyr Turbine"],
    ["We bought two Zephyr Turbines.", "Zephyr Turbines: Zephyr Turbine"],
    ["We bought a Zéphyr Turbine in Oslo.", "Zéphyr Turbine: Zephyr Turbine"],
    ["We bought a Zephyr-Turbine.", "Zephyr-Turbine: Zephyr Turbine"],
  ])("%s is found by capitals", (text, link) => expect(found(byCapitals, text)).toEqual([link]));

  test.each([
    ["In Oslo the zephyr turbine leaks.", "zephyr turbine: Zephyr Turbine"],
    ["In Oslo two zephyr turbines leak.", "zephyr turbines: Zephyr Turbine"],
    ["In Bergen the espresso machine falcon leaks.", "espresso machine falcon: Falcon Espresso Machine"],
  ])("%s needs --names catalogue", (text, link) => {
    expect(found(byCapitals, text)).toEqual([]);
    expect(found(byCatalogue, text)).toEqual([link]);
  });

  test("a text without capitals needs none", () => {
    for (const linker of [byCapitals, byCatalogue])
      expect(found(linker, "the zephyr turbine leaks.")).toEqual(["zephyr turbine: Zephyr Turbine"]);
  });

  test("letters that are wrong are not found", () => {
    for (const linker of [byCapitals, byCatalogue])
      expect(found(linker, "The Zefyr Turbine leaks.")).toEqual([]);
  });
});

test.each([
  ["Zefyr turbine", "Zephyr Turbine"],
  ["Turbine Zephyr", "Zephyr Turbine"],
  ["Zephyr Turb.", "Zephyr Turbine"],
  ["Meridan lamp", "Meridian Lamp"],
  ["Falcon Esp. Machine", "Falcon Espresso Machine"],
])("%s is linked when it is given", (name, title) => {
  for (const linker of [byCapitals, byCatalogue]) expect(given(linker, name)).toBe(title);
});
