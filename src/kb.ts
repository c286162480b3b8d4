/** mulrel/kb: builds knowledge bases from corpora and own catalogues, opens them and looks into them. Re-exports only. */
export { type FoundName, lookUpName } from "./candidates/look-up-name.js";
export type { NameForm } from "./candidates/name-forms.js";
export type { OnWarning } from "./corpus/page.js";
export { type AddOptions, addToKnowledgeBase } from "./kb/build/add-entities.js";
export { type BuildOptions, buildKnowledgeBase } from "./kb/build/build-knowledge-base.js";
export type { AddResult } from "./kb/build/collect-additions.js";
export { type EntityText, type EntityTexts, openEntityTexts } from "./kb/entity-texts.js";
export type { KnowledgeBase, KnowledgeBaseInfo, NameCandidate, SurfaceInfo } from "./kb/knowledge-base.js";
export { describeNameSources, type NameSource } from "./kb/name-sources.js";
export {
  createKnowledgeBase,
  createKnowledgeBaseBytes,
  type EntityInput,
  type KnowledgeBaseInput,
  type NameInput,
  type SurfaceStatistics,
} from "./kb/stores/create-knowledge-base.js";
export {
  type ExportFormat,
  type ExportOptions,
  exportKnowledgeBase,
} from "./kb/stores/export-knowledge-base.js";
export { openKnowledgeBaseBytes } from "./kb/stores/file-store.js";
export type { LmdbOptions } from "./kb/stores/lmdb-options.js";
export { openKnowledgeBase } from "./kb/stores/open-knowledge-base.js";
export type { HiddenEntity } from "./layers/change.js";
export { removeFromKnowledgeBase } from "./loading/remove-entities.js";
export type { Candidate, Entity, EntityType, OnProgress, Progress } from "./types.js";
