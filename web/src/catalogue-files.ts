/** Catalogues dropped on the page or opened: their entities are linked to beside the model's, in this browser. */
import type { Backend, CatalogueAnswer } from "./backend.js";
import { type FileKind, hasEnding } from "./incoming-files.js";

const ENDINGS = [".csv", ".tsv", ".jsonl", ".ndjson"];
/** Larger ones take a browser too long. */
const LARGEST = 20_000_000;

/** None where a server links: what goes there is for its owner to say (`mulrel serve --add`). */
export function catalogueFiles(
  backend: Backend,
  added: (answer: CatalogueAnswer, file: string) => void,
): FileKind[] {
  const { addCatalogue } = backend;
  if (!addCatalogue) return [];
  return [
    {
      accept: [...ENDINGS, "text/csv"],
      takes: (file) => hasEnding(file, ENDINGS),
      async take(file) {
        if (file.size > LARGEST) {
          const size = (file.size / 1e6).toFixed(0);
          return {
            problem: `${file.name} has ${size} MB; this page takes catalogues of up to 20 MB. Use mulrel link --add for larger ones.`,
          };
        }
        try {
          added(await addCatalogue(layerName(file.name), await file.text()), file.name);
        } catch (error) {
          return { problem: error instanceof Error ? error.message : String(error) };
        }
      },
    },
  ];
}

/** What results call the layer: the file's name without its ending, as the command line does. */
function layerName(file: string): string {
  return file.replace(/(?<=.)\..*$/, "");
}
