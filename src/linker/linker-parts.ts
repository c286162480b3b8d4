/** What a linker is made of and set to. */
import type { ContextSettings } from "../features/read-features.js";
import type { SelectionSettings } from "../features/selection.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Layers } from "../layers/layers.js";
import type { NameSettings } from "../mentions/create-finder.js";
import type { NameScorerData } from "../mentions/scorer-weights.js";
import type { Model } from "../model/model.js";
import type { EntityVectors, VectorTable } from "../vectors/vector-table.js";
import type { Calibration } from "./calibration.js";

export interface LinkerSettings {
  candidates: SelectionSettings;
  context: ContextSettings;
  /** Links less likely than this are NIL, unless a call says otherwise. */
  nil: number;
  /** The same for names that the caller gives, which somebody vouches for; `nil` when left out. */
  nilGiven?: number;
  /** Mentions that the model looks at together. */
  mentionsTogether: number;
  /** How names are found; by capitals when left out. */
  names?: NameSettings;
  /** What log p̂ counts beside the model's own final score; 0 when left out. */
  priorWeight?: number;
}

export interface LinkerParts {
  kb: KnowledgeBase;
  /** Rows by word, lengths as they come. */
  words: VectorTable;
  /** Unit rows in the order of the knowledge base. */
  entities: EntityVectors;
  /** Own entities above the knowledge base; `kb` and `entities` are theirs then. */
  layers?: Layers;
  /** Takes over what others changed in the layers; called before each text. */
  catchUp?: (layers: Layers) => void;
  model: Model;
  calibration: Calibration;
  settings: LinkerSettings;
  /** Scores stretches of text as names; the package's own when left out. */
  nameScorer?: NameScorerData;
  /** What the model's relations connect, one name each; explanations use them. */
  relationNames?: readonly string[];
  /** What the linker tells of itself: name, sizes, settings. */
  description?: Record<string, unknown>;
  /** Closes the files that vectors are read from as they are needed. */
  close?: () => void;
}
