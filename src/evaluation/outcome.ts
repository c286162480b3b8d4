/** What happened to every annotated mention: the common ground of all scores, whoever made the links. */

/** Why a link is wrong. The first that holds. */
export type ErrorKind =
  | "not-in-kb" // the gold entity is not in the knowledge base
  | "not-a-candidate" // it is, but not among the candidates the model saw
  | "local" // neither the local score nor the beliefs had it first
  | "turned" // the local score had it first, the beliefs did not
  | "final" // the beliefs had it first, the final score with the prior did not
  | "other"; // nothing is known of how the link was made

export const errorKinds: Record<ErrorKind, string> = {
  "not-in-kb": "gold not in the KB",
  "not-a-candidate": "gold not among the candidates",
  local: "lost by the local score",
  turned: "right locally, turned wrong globally",
  final: "lost by the global step's final score",
  other: "wrong",
};

export interface MentionOutcome {
  document: string;
  surface: string;
  /** The text around it, when it is known. */
  before: string;
  after: string;
  /** Gold entity; null: annotated as NIL. */
  gold: string | null;
  /** Can the gold entity be linked at all? */
  goldInKb: boolean;
  /** Unknown for other systems' output. */
  goldIsCandidate: boolean | undefined;
  link: string | null;
  /** 0 to 1, where there is one. */
  confidence: number | undefined;
  isRight: boolean;
  error: ErrorKind | undefined;
}

/** A document's outcomes, in text order. */
export interface DocumentOutcome {
  id: string;
  mentions: MentionOutcome[];
  /** Links where nothing is annotated; only other systems' output has them. */
  spurious: number;
}
