/** What kind of thing each entity of a build is, worked out by the first thread while the others count names. */
import { subjectPhrase } from "../../corpus/subject-phrase.js";
import { english } from "../../languages/english.js";
import type { Language } from "../../languages/language.js";
import { entityTypes } from "../../types.js";
import { loadTypeClassifier } from "../types/load-classifier.js";
import { type EntityKind, kindOf } from "./describe-entities.js";
import type { EntityPages } from "./entity-pages.js";
import type { Pauses } from "./pauses.js";
import type { Resolution } from "./resolve-titles.js";
import type { TitleFile } from "./title-file.js";

const PERSON = 0x80;

/** Its phrase is worked out again from the description, which takes less than remembering millions of them. */
export type KindOfEntity = (entity: number, description: string | undefined) => EntityKind;

export async function chooseKinds(
  { titles, resolution, pages }: { titles: TitleFile; resolution: Resolution; pages: EntityPages },
  language: Language,
  pauses: Pauses,
): Promise<KindOfEntity> {
  const classifier = await loadTypeClassifier();
  /** Number of the type, counted from 1, and whether it is a person. */
  const kinds = new Uint8Array(resolution.size);
  for (let e = 0; e < resolution.size; e++) {
    if (pauses.isDue) await pauses.take();
    const title = titles.at(resolution.titleOf[e]);
    const description = pages.descriptionOf(e);
    const { type, isPerson } = kindOf(
      { title, description, isPerson: pages.isPerson[e] === 1 },
      { classifier, language },
    );
    kinds[e] = (type === undefined ? 0 : entityTypes.indexOf(type) + 1) | (isPerson ? PERSON : 0);
  }
  return (entity, description) => {
    const type = entityTypes[(kinds[entity] & ~PERSON) - 1];
    const phrase = language === english && description ? subjectPhrase(description, language)?.phrase : "";
    const isPerson = (kinds[entity] & PERSON) !== 0;
    return { isPerson, ...(type && { type }), ...(phrase && { phrase }) };
  };
}
