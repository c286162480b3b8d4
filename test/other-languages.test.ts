import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKnowledgeBase, openKnowledgeBase } from "../src/kb.js";
import { loadLinker } from "../src/node.js";

const catalogues: Record<string, string[][]> = {
  fr: [
    ["F1", "Mairie de Valbrune", "", "siège de la commune de Valbrune"],
    ["F2", "Le Courrier du Lac", "", "quotidien régional"],
    ["F3", "Hélène Dorval", "", "Hélène Dorval, née le 3 mai 1961, est une femme politique"],
    ["F4", "Minoterie Castagne SARL", "", "entreprise de meunerie"],
  ],
  es: [
    ["S1", "Universidad de Almarza", "UAZ", "universidad pública"],
    ["S2", "Río Verdejo", "", "río del norte"],
    ["S3", "Ignacio Belmonte", "", "Ignacio Belmonte (nacido en 1970) es un pintor"],
    ["S4", "Aceites Montaraz S.A.", "", "empresa de aceites"],
  ],
};
const sentences: Record<string, [text: string, ids: string[]][]> = {
  fr: [
    ["Selon Le Courrier du Lac, Hélène Dorval visitera la Minoterie Castagne lundi.", ["F2", "F3", "F4"]],
    ["La Mairie de Valbrune reste fermée en août. Mme Dorval l'a confirmé.", ["F1", "F3"]],
  ],
  es: [
    ["Ignacio Belmonte expone en la Universidad de Almarza desde el lunes.", ["S3", "S1"]],
    ["El Río Verdejo creció en abril, dijo Aceites Montaraz.", ["S2", "S4"]],
  ],
};

describe.each(["fr", "es"])("a catalogue in %s", (language) => {
  const folder = mkdtempSync(join(tmpdir(), "mulrel-"));
  const path = join(folder, "own.kb");

  beforeAll(async () => {
    const rows = [["id", "title", "aliases", "description"], ...catalogues[language]];
    const csv = rows.map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\n");
    writeFileSync(join(folder, "own.csv"), csv);
    await buildKnowledgeBase({ inputs: [join(folder, "own.csv")], output: path, language });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("remembers its language, and names and persons follow it", async () => {
    const kb = await openKnowledgeBase(path);
    expect(kb.info.settings.language).toBe(language);
    expect(catalogues[language].map((_, row) => kb.isPerson(row))).toEqual([false, false, true, false]);
    const short = language === "fr" ? "Minoterie Castagne" : "Aceites Montaraz";
    expect(kb.lookup(short)?.candidates[0].entity).toBe(3);
    kb.close();
  });

  test("is linked in sentences of its language", async () => {
    const linker = await loadLinker(undefined, { kb: path });
    for (const [text, ids] of sentences[language]) {
      const links = linker.link(text).filter((link) => link.entity);
      expect(
        links.map((link) => link.entity?.id),
        text,
      ).toEqual(ids);
    }
    linker.close();
  });
});
