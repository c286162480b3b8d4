/** mulrel: links text in any runtime, Node and browsers alike; needs no Node API. Re-exports only. */
export { type ErrorCode, LinkingError } from "./errors.js";
export type { ContextSettings } from "./features/read-features.js";
export type { SelectionSettings } from "./features/selection.js";
export { maskHtml } from "./formats/links/html-text.js";
export {
  type CandidateJson,
  type EntityJson,
  type ExplanationJson,
  type LinkJson,
  type LinkJsonOptions,
  linkJson,
} from "./formats/links/link-json.js";
export { linkedPage, linkedText } from "./formats/links/linked-html.js";
export { type RelAnnotation, relList } from "./formats/links/rel-list.js";
export type { KnowledgeBase, KnowledgeBaseInfo, NameCandidate, SurfaceInfo } from "./kb/knowledge-base.js";
export type { NameSource } from "./kb/name-sources.js";
export {
  createKnowledgeBase,
  type EntityInput,
  type KnowledgeBaseInput,
  type NameInput,
  type SurfaceStatistics,
} from "./kb/stores/create-knowledge-base.js";
export { openKnowledgeBaseBytes } from "./kb/stores/file-store.js";
export type { FormPatterns, Language } from "./languages/language.js";
export type { HiddenEntity } from "./layers/change.js";
export type { Layer, LayerOptions } from "./layers/layers.js";
export type { OwnEntity } from "./layers/own-entity.js";
export type {
  AttendedWord,
  ExplainedCandidate,
  ExplanationStep,
  LinkExplanation,
  RelationShare,
  Voice,
} from "./linker/explanation.js";
export type { Link, LinkCandidate, LinkedDocument, LinkInput, LinkOptions } from "./linker/link.js";
export type { Linker } from "./linker/linker.js";
export type { LinkerSettings } from "./linker/linker-parts.js";
export type { ScoreParts } from "./linker/score-parts.js";
export type { ModelFile, ModelSource, ReadModelFile } from "./loading/model-source.js";
export { type OpenLinkerOptions, openLinker } from "./loading/open-linker.js";
export type { KernelBuild, Kernels } from "./math/kernels.js";
export { type KernelOptions, loadKernels } from "./math/wasm-kernels.js";
export { createMentionFinder, type MentionSettings } from "./mentions/find-mentions.js";
export type { FindOptions, FoundName, MentionFinder } from "./mentions/mention-finder.js";
export type { NameScorerData, WordVectors } from "./mentions/scorer-weights.js";
export type { AnalysedText } from "./text/analysed-text.js";
export type { Tokens } from "./text/tokens.js";
export { type Candidate, type Entity, type EntityType, entityTypes, type Span } from "./types.js";
export { parseVectorTable } from "./vectors/table-format.js";
export type { VectorStorage, VectorTable } from "./vectors/vector-table.js";
