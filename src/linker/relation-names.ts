/** What each latent relation connects, found out by looking at whom names listen to: the kinds of things at its two ends. */
import type { Entity } from "../types.js";
import type { Link } from "./link.js";

/** A kind of pair must have at least this share of a relation's weight to name it. */
const LEAST_SHARE = 0.08;
const SAME = "the same thing again";
const NOBODY = "nobody in particular";
/** Above this share of its weight on nobody a relation is called so. */
const MOSTLY = 0.8;

/** Counts links with explanations, as many as there are, and then says what the relations are. */
export class RelationNamer {
  /** By relation: weight by kind of pair. */
  readonly #weights: Map<string, number>[] = [];

  add(links: readonly Link[]): void {
    for (const { entity, explanation } of links) {
      if (!entity || !explanation) continue;
      for (const voice of explanation.voices) {
        const kind = voice.mention < 0 ? NOBODY : voice.entity && kindOf(entity, voice.entity);
        if (!kind) continue;
        voice.relations.forEach(({ alpha }, k) => {
          this.#weights[k] ??= new Map();
          this.#weights[k].set(kind, (this.#weights[k].get(kind) ?? 0) + alpha);
        });
      }
    }
  }

  /** One name a relation; those that connect the same are told apart by a number. */
  names(): string[] {
    const all = shares(sumOf(this.#weights));
    const names = this.#weights.map((weights) => nameOf(weights, all));
    return names.map((name, k) => {
      const before = names.slice(0, k).filter((other) => other === name).length;
      return before === 0 ? name : `${name} (${before + 1})`;
    });
  }
}

function kindOf(from: Entity, to: Entity): string | undefined {
  if (from.id === to.id) return SAME;
  return from.type && to.type ? `${from.type} to ${to.type}`.replaceAll("-", " ") : undefined;
}

function sumOf(maps: Map<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const map of maps) for (const [kind, weight] of map) sum.set(kind, (sum.get(kind) ?? 0) + weight);
  return sum;
}

function shares(weights: Map<string, number>): Map<string, number> {
  const total = [...weights.values()].reduce((a, b) => a + b, 0) || 1;
  return new Map([...weights].map(([kind, weight]) => [kind, weight / total]));
}

/** The kind of pair that has most more of this relation's weight than of all relations'. */
function nameOf(weights: Map<string, number>, all: Map<string, number>): string {
  const own = shares(weights);
  if ((own.get(NOBODY) ?? 0) > MOSTLY) return NOBODY;
  const lifts = [...own]
    .filter(([kind, share]) => kind !== NOBODY && share >= LEAST_SHARE)
    .map(([kind, share]): [string, number] => [kind, share / (all.get(kind) ?? 1)])
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return lifts[0]?.[0] ?? "names of all kinds";
}
