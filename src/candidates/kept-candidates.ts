/** Candidates of a name while nobody needs them as objects: numbers in one array take less than half as much. */
import type { NameCandidate } from "../kb/knowledge-base.js";
import type { Candidate } from "../types.js";

/** Numbers of a candidate: row, prior, count, sources. */
const WIDTH = 4;

export class KeptCandidates implements CandidateView {
  readonly #numbers: readonly number[];

  constructor(candidates: readonly NameCandidate[]) {
    const numbers: number[] = [];
    for (const { entity, prior, count, sources } of candidates) numbers.push(entity, prior, count, sources);
    // lists that grew have room for more, copies have not
    this.#numbers = numbers.slice();
  }

  get length(): number {
    return this.#numbers.length / WIDTH;
  }

  entity(i: number): number {
    return this.#numbers[WIDTH * i];
  }

  prior(i: number): number {
    return this.#numbers[WIDTH * i + 1];
  }

  /** The i-th as an object, with another prior where one is given. */
  read(i: number, prior = this.prior(i)): NameCandidate {
    const numbers = this.#numbers;
    const at = WIDTH * i;
    return { entity: numbers[at], prior, count: numbers[at + 2], sources: numbers[at + 3] };
  }

  /** The first ones as objects, all when left out. */
  readAll(most = this.length): NameCandidate[] {
    const candidates: NameCandidate[] = [];
    for (let i = 0; i < most && i < this.length; i++) candidates.push(this.read(i));
    return candidates;
  }
}

/** Candidates one by one, whatever they are kept as. */
export interface CandidateView {
  readonly length: number;
  entity(i: number): number;
  prior(i: number): number;
  read(i: number, prior: number): Candidate;
  readAll(most: number): Candidate[];
}

/** Objects seen like those that are kept. */
class ListedCandidates implements CandidateView {
  constructor(readonly list: Candidate[]) {}

  get length(): number {
    return this.list.length;
  }

  entity(i: number): number {
    return this.list[i].entity;
  }

  prior(i: number): number {
    return this.list[i].prior;
  }

  read(i: number, prior: number): Candidate {
    return { ...this.list[i], prior };
  }

  readAll(most: number): Candidate[] {
    return this.list.slice(0, most);
  }
}

export function viewOf(list: OwnCandidates): CandidateView {
  return list instanceof KeptCandidates ? list : new ListedCandidates(list);
}

/** Candidates in either form, best first. */
export type OwnCandidates = Candidate[] | KeptCandidates;

export function asObjects(list: OwnCandidates): Candidate[] {
  return list instanceof KeptCandidates ? list.readAll() : list;
}

/** The best one's row; there must be one. */
export function bestEntity(list: OwnCandidates): number {
  return viewOf(list).entity(0);
}
