/** What a relation is called and which colour is its own, whatever their number. */
import { type PageState, relationCount } from "./state.js";

/** The golden angle: neighbours in number are far apart in hue, and no two are alike. */
const GOLDEN = 137.508;
const FIRST_HUE = 245;

/** Hues go round by the golden angle; every second one is a step lighter, for readers who see hues badly. */
export function relationColour(relation: number): string {
  if (relation < 0) return "var(--ink-soft)";
  const hue = (FIRST_HUE + relation * GOLDEN) % 360;
  const lightness =
    relation % 2 === 0
      ? "var(--relation-lightness)"
      : "calc(var(--relation-lightness) + var(--relation-step))";
  return `oklch(${lightness} 0.13 ${hue.toFixed(1)})`;
}

/** What it connects, as the model says; its number otherwise. */
export function relationName({ model }: Pick<PageState, "model">, relation: number): string {
  if (relation < 0) return "all relations";
  const name = model.relations?.[relation];
  return name ? `${relation + 1} · ${name}` : `relation ${relation + 1}`;
}

export function relationNumbers(state: PageState): number[] {
  return Array.from({ length: relationCount(state) }, (_, k) => k);
}
