/** mulrel's linking core: runs in Node and in browsers, needs no Node API. Re-exports only. */
export { candidatesInDocument } from "./candidates/document-candidates.js";
export { type FoundName, lookUpName } from "./candidates/look-up-name.js";
export { formsOfName, type NameForm } from "./candidates/name-forms.js";
export { type ErrorCode, LinkingError } from "./errors.js";
export { maskHtml } from "./formats/links/html-text.js";
export { linkedPage, linkedText } from "./formats/links/linked-html.js";
export type { KnowledgeBase, KnowledgeBaseInfo, NameCandidate, SurfaceInfo } from "./kb/knowledge-base.js";
export { describeNameSources, type NameSource, nameSources } from "./kb/name-sources.js";
export {
  createKnowledgeBase,
  createKnowledgeBaseBytes,
  type EntityInput,
  type KnowledgeBaseInput,
  type NameInput,
  type SurfaceStatistics,
} from "./kb/stores/create-knowledge-base.js";
export { openKnowledgeBaseBytes } from "./kb/stores/file-store.js";
export type { Calibration } from "./linker/calibration.js";
export type {
  AttendedWord,
  ExplainedCandidate,
  LinkExplanation,
  RelationShare,
  Voice,
} from "./linker/explanation.js";
export type { Link, LinkCandidate, LinkedDocument, LinkInput, LinkOptions } from "./linker/link.js";
export { Linker, type LinkerParts, type LinkerSettings } from "./linker/linker.js";
export {
  type LinkerManifest,
  type OpenLinkerOptions,
  openLinker,
  type ReadModelFile,
} from "./loading/open-linker.js";
export { type Address, type KernelBuild, type Kernels, NONE } from "./math/kernels.js";
export { createPlainKernels } from "./math/plain-kernels.js";
export { Random, type RandomState } from "./math/random.js";
export { isBuildSupported, type KernelOptions, loadKernels } from "./math/wasm-kernels.js";
export { loadKernelsSync } from "./math/wasm-kernels-sync.js";
export {
  createMentionFinder,
  defaultMentionSettings,
  type MentionSettings,
} from "./mentions/find-mentions.js";
export type { MentionFinder } from "./mentions/mention-finder.js";
export { createConfig, defaultConfig, type ModelConfig, type Normalization } from "./model/config.js";
export type { ModelDocument, ModelMention } from "./model/document.js";
export { createModel, type Model, type Prediction } from "./model/model.js";
export {
  createModelFrom,
  formatModel,
  type ModelOrigin,
  parseModel,
  type StoredModel,
} from "./model/model-format.js";
export type { ModelTables, RowSource } from "./model/tables.js";
export type { ModelTrace } from "./model/trace.js";
export { type AnalysedText, analyseText } from "./text/analysed-text.js";
export {
  contextTokens,
  isContentWord,
  normalizeWord,
  type RelationContext,
  readWordRows,
  relationContext,
  type Vocabulary,
  type WordRows,
} from "./text/content-words.js";
export { sentenceStarts } from "./text/sentences.js";
export { isStopWord } from "./text/stop-words.js";
export { foldSurface, isAllCapitals, stripPossessive, titleCase, unifySigns } from "./text/surfaces.js";
export { TokenKind, type Tokens, tokenAt, tokenize, tokenText } from "./text/tokens.js";
export type { Candidate, Entity, Mention, OnProgress, Progress, Span } from "./types.js";
export { type Composer, createComposer, type EntityDescription } from "./vectors/compose.js";
export { gatherRows, makeResident } from "./vectors/gather-rows.js";
export { Names } from "./vectors/names.js";
export { findNearest, type Neighbour } from "./vectors/nearest.js";
export { parseVectorTable } from "./vectors/table-format.js";
export {
  convertStorage,
  RowFlag,
  type VectorStorage,
  VectorTable,
  type VectorTableParts,
} from "./vectors/vector-table.js";
