/** What a data set holds, counted in one pass. */
import type { AnnotatedDocument, DatasetProblem } from "./annotated-document.js";

export interface DatasetInfo {
  documents: number;
  mentions: number;
  /** Mentions annotated as outside the knowledge base. */
  nil: number;
  nilShare: number;
  characters: number;
  distinctEntities: number;
  /** Documents of each named part. */
  splits: Record<string, number>;
  /** Mentions that come with candidates, and the share of those with a gold entity that is among them. */
  withCandidates: number;
  candidateRecall: number | null;
  /** The first problems; the count of all is `problemCount`. */
  problems: DatasetProblem[];
  problemCount: number;
  lost: { mentions: number; documents: number };
}

const FIRST_PROBLEMS = 10;

export class DatasetCounter {
  #info: DatasetInfo = {
    documents: 0,
    mentions: 0,
    nil: 0,
    nilShare: 0,
    characters: 0,
    distinctEntities: 0,
    splits: {},
    withCandidates: 0,
    candidateRecall: null,
    problems: [],
    problemCount: 0,
    lost: { mentions: 0, documents: 0 },
  };
  #entities = new Set<string>();
  #listed = 0;
  #found = 0;

  add(doc: AnnotatedDocument): void {
    const info = this.#info;
    info.documents++;
    info.characters += doc.text.length;
    info.mentions += doc.mentions.length;
    if (doc.split !== undefined) info.splits[doc.split] = (info.splits[doc.split] ?? 0) + 1;
    for (const m of doc.mentions) {
      if (m.entity === null) info.nil++;
      else this.#entities.add(m.entity);
      if (!m.candidates) continue;
      info.withCandidates++;
      if (m.entity === null) continue;
      this.#listed++;
      if (m.candidates.some((c) => c.title === m.entity)) this.#found++;
    }
  }

  addProblem(problem: DatasetProblem): void {
    const info = this.#info;
    info.problemCount++;
    if (info.problems.length < FIRST_PROBLEMS) info.problems.push(problem);
    if (problem.lost === "mention") info.lost.mentions++;
    if (problem.lost === "document") info.lost.documents++;
  }

  get info(): DatasetInfo {
    return {
      ...this.#info,
      nilShare: this.#info.mentions === 0 ? 0 : this.#info.nil / this.#info.mentions,
      distinctEntities: this.#entities.size,
      candidateRecall: this.#listed === 0 ? null : this.#found / this.#listed,
    };
  }
}
