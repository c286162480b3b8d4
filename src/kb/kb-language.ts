/** The language that a knowledge base was built in. */
import type { Language } from "../languages/language.js";
import { languageOf } from "../languages/languages.js";
import type { KnowledgeBase } from "./knowledge-base.js";

/** English where nothing is said. */
export function languageOfKb({ info }: Partial<Pick<KnowledgeBase, "info">>): Language {
  return languageOf(info?.settings.language as string | undefined);
}
