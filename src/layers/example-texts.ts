/** Texts to try a linker with own entities on, made of what the entities are called and said to be. */
import type { Entity } from "../types.js";

export interface ExampleText {
  name: string;
  text: string;
}

type Describable = Pick<Entity, "title" | "description">;

const TOGETHER = 3;
const MOST = 4;

/** How many entities the texts have at most. */
export const EXAMPLE_ENTITIES = TOGETHER * MOST;

/** A few entities a text, each with what its description says: words that the names are told by. */
export function exampleTexts(entities: readonly Describable[]): ExampleText[] {
  const texts: ExampleText[] = [];
  const told = entities.slice(0, EXAMPLE_ENTITIES);
  for (let i = 0; i < told.length; i += TOGETHER) {
    const together = told.slice(i, i + TOGETHER);
    texts.push({ name: together[0].title, text: together.map(sentenceOf).join(" ") });
  }
  return texts;
}

function sentenceOf({ title, description }: Describable): string {
  const said = description ? `${title}: ${description}` : title;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
