/** What each latent relation connects, found out by looking at whom names listen to: the kinds of things at its two ends. */
import type { Entity } from "../types.js";
import type { Link } from "./link.js";

/** A kind of pair must have at least this share of a relation's weight to name it. */
const LEAST_SHARE = 0.03;
const SAME = "the same thing again";
const NOBODY = "nobody in particular";
const UNNAMED = "names of all kinds";

/** What a relation is called, and why. */
export interface NamedRelation {
  name: string;
  /** Of its weight, the part on what it is named after; left out where it was not looked at. */
  share?: number;
  /** That part by the one of all relations together; above 1 it stands out by it. */
  lift?: number;
}

/** A name that a relation could have. */
export type Claim = Required<NamedRelation> & { relation: number };

/** By relation: weight by kind of pair. */
export type KindWeights = Map<string, number>[];

/** Counts links with explanations, as many as there are, and then says what the relations are. */
export class RelationNamer {
  readonly #weights: KindWeights = [];
  #hasKinds = false;

  add(links: readonly Link[]): void {
    for (const { entity, explanation } of links) {
      if (!entity || !explanation) continue;
      for (const voice of explanation.voices) {
        const other = voice.mention < 0 ? "nobody" : voice.entity;
        const alphas = voice.relations.map(({ alpha }) => alpha);
        this.hear(entity, other ?? undefined, alphas);
      }
    }
  }

  /** How much a name listens to another under each relation; who has no entity is not counted. */
  hear(entity: EntityEnd, other: EntityEnd | "nobody" | undefined, alphas: ArrayLike<number>): void {
    const kind = other === "nobody" ? NOBODY : other && kindOf(entity, other);
    if (!kind) return;
    this.#hasKinds ||= kind !== NOBODY && kind !== SAME;
    for (let k = 0; k < alphas.length; k++) {
      this.#weights[k] ??= new Map();
      this.#weights[k].set(kind, (this.#weights[k].get(kind) ?? 0) + alphas[k]);
    }
  }

  /** Every kind of pair that has more of a relation's weight than of all relations'. */
  claims(): Claim[] {
    return claimsOf(this.#weights);
  }

  /**
   * One name a relation, each name once: what stands out most over all relations is given out first. None where no entity has a
   * type: there is nothing to name them by.
   */
  named(): NamedRelation[] {
    if (!this.#hasKinds) return [];
    // who mostly listens to nobody is called so, whatever else stands out
    const rank = ({ name, share, lift }: Claim) => (name === NOBODY && share > 0.5 ? Number.MAX_VALUE : lift);
    const claims = this.claims().sort((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1));
    const given = new Map<number, NamedRelation>();
    const taken = new Set<string>();
    for (const { relation, ...claim } of claims) {
      if (given.has(relation) || taken.has(claim.name)) continue;
      given.set(relation, claim);
      taken.add(claim.name);
    }
    let unnamed = 0;
    return this.#weights.map((_, k) => {
      const own = given.get(k);
      if (own) return own;
      return { name: ++unnamed === 1 ? UNNAMED : `${UNNAMED} (${unnamed})` };
    });
  }

  names(): string[] {
    return this.named().map(({ name }) => name);
  }
}

/** What is asked of an entity here. */
export type EntityEnd = Pick<Entity, "id" | "type">;

function kindOf(from: EntityEnd, to: EntityEnd): string | undefined {
  if (from.id === to.id) return SAME;
  if (!from.type || !to.type) return undefined;
  const label = (type: string) => (type === "other" ? "thing" : type.replaceAll("-", " "));
  return `${label(from.type)} to ${label(to.type)}`;
}

/** What each relation could be called: kinds that have more of its weight than of all relations'. */
function claimsOf(weights: KindWeights): Claim[] {
  const all = sumOf(weights);
  return weights.flatMap((own, relation) =>
    [...own].flatMap(([name, weight]) => {
      // nobody is one voice among many: pairs are compared with pairs only
      const among = (sums: Map<string, number>) =>
        total(sums) - (name === NOBODY ? 0 : (sums.get(NOBODY) ?? 0));
      const share = weight / among(own);
      const lift = share / (all.get(name)! / among(all));
      return share >= LEAST_SHARE && lift > 1 ? [{ relation, name, share, lift }] : [];
    }),
  );
}

function sumOf(maps: KindWeights): Map<string, number> {
  const sum = new Map<string, number>();
  for (const map of maps) for (const [kind, weight] of map) sum.set(kind, (sum.get(kind) ?? 0) + weight);
  return sum;
}

function total(weights: Map<string, number>): number {
  let sum = 0;
  for (const weight of weights.values()) sum += weight;
  return sum;
}
