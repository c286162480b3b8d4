/** Writes WNED data sets: a folder with `NAME.xml` and `RawText/`. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { LinkingError } from "../../errors.js";
import { createAtomicFile, syncDirectory } from "../../files/atomic-file.js";
import type { DatasetWriter } from "./annotated-document.js";
import { encodeReferences, escapeXml } from "./character-references.js";

/** A document's id as the name of its file. */
function fileName(id: string): string {
  return id.replace(/[/\\\0]/g, "_") || "_";
}

/** `folder` must not exist, or be empty: files of an older set would mix with the new one. */
export async function createWnedWriter(folder: string): Promise<DatasetWriter> {
  const existing = await readdir(folder).catch(() => []);
  if (existing.length > 0) {
    throw new LinkingError("usage", `${folder} is not empty; a WNED set is written to a folder of its own.`);
  }
  const temporary = `${resolve(folder)}.${randomUUID().slice(0, 8)}.tmp`;
  const root = `${basename(resolve(folder)).replace(/[^A-Za-z0-9_.]/g, "") || "data"}.entityAnnotation`;
  await mkdir(join(temporary, "RawText"), { recursive: true });
  const xml = await createAtomicFile(join(temporary, `${basename(resolve(folder))}.xml`));
  await xml.write(`<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n`);
  /** Text of each file written: the published sets annotate some documents twice, which is no clash. */
  const written = new Map<string, string>();
  return {
    async write(doc) {
      const name = fileName(doc.id);
      const raw = encodeReferences(doc.text);
      if ((written.get(name) ?? raw) !== raw) {
        throw new LinkingError(
          "bad-input",
          `Two documents with different texts are called ${name}; WNED needs distinct names.`,
        );
      }
      if (!written.has(name)) await writeFile(join(temporary, "RawText", name), raw);
      written.set(name, raw);
      await xml.write(`\t<document docName="${escapeXml(name)}">\n`);
      for (const m of doc.mentions) {
        const offset = encodeReferences(doc.text.slice(0, m.start)).length;
        const mention = encodeReferences(doc.text.slice(m.start, m.end));
        await xml.write(
          `\t\t<annotation>\n\t\t\t<mention>${escapeXml(mention)}</mention>\n` +
            `\t\t\t<wikiName>${escapeXml(m.entity ?? "NIL")}</wikiName>\n` +
            `\t\t\t<offset>${offset}</offset>\n\t\t\t<length>${mention.length}</length>\n\t\t</annotation>\n`,
        );
      }
      await xml.write("\t</document>\n");
    },
    async close() {
      await xml.write(`</${root}>\n`);
      await xml.commit();
      await rm(folder, { recursive: true, force: true });
      await rename(temporary, folder);
      await syncDirectory(dirname(resolve(folder)));
    },
    async abort() {
      await xml.abort();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}
