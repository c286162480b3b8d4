/** What is odd about layers of own entities, told once by whoever starts others that load them. */
import type { OnWarning } from "../corpus/page.js";
import { unknownWordsSentence } from "../layers/unknown-words.js";
import { shippedModel } from "./load-linker.js";
import { openModelWords } from "./model-words.js";
import { openLayer } from "./open-layer.js";

/** Entries that come twice, columns that are not read, words that the model does not know. */
export async function warnOfLayers(
  { model = shippedModel(), add = [] }: { model?: string; add?: readonly string[] },
  onWarning: OnWarning,
): Promise<void> {
  if (add.length === 0) return;
  const words = await openModelWords(model);
  for (const path of add) {
    const { name, kb, words: own } = await openLayer(path, { onWarning });
    const rowOf = (word: string) => Math.max(words.rowOf(word), own?.rowOf(word) ?? -1);
    const sentence = unknownWordsSentence(name, kb, { rowOf });
    if (sentence !== undefined) onWarning(sentence);
    kb.close();
  }
}
