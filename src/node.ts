/** mulrel for Node: everything of the core, and what needs files, threads or sockets. Re-exports only. */

export { compareDatasets } from "./evaluation/compare-datasets.js";
export { loadForEvaluation, openEvaluationSet, outcomesOf } from "./evaluation/evaluate-models.js";
export { type Interval, meanWithInterval } from "./evaluation/intervals.js";
export { computeMetrics, documentCounts, type Metrics } from "./evaluation/metrics.js";
export type { DocumentOutcome, ErrorKind, MentionOutcome } from "./evaluation/outcome.js";
export { type BootstrapResult, pairedBootstrap } from "./evaluation/paired-bootstrap.js";
export { analyseRelations, type RelationAnalysis } from "./evaluation/relation-analysis.js";
export { computeReliability, type Reliability } from "./evaluation/reliability.js";
export { type ModelDocumentSettings, toModelDocuments } from "./features/model-documents.js";
export { type PrepareParts, Preparer } from "./features/prepare-documents.js";
export {
  createPreparedWriter,
  loadPreparedDocuments,
  type PreparedDocument,
  type PreparedMention,
  readPreparedDocuments,
} from "./features/prepared-document.js";
export { openPreparedTables, preparedPart } from "./features/prepared-set.js";
export type {
  AnnotatedDocument,
  AnnotatedMention,
  DatasetProblem,
  DatasetWriter,
  ListedCandidate,
  ReadOptions,
} from "./formats/annotated/annotated-document.js";
export {
  type ConvertOptions,
  type ConvertResult,
  convertDataset,
} from "./formats/annotated/convert-dataset.js";
export {
  type DatasetFormat,
  datasetFormats,
  detectFormat,
  readDataset,
} from "./formats/annotated/dataset-formats.js";
export { DatasetCounter, type DatasetInfo } from "./formats/annotated/dataset-info.js";
export { goldRows } from "./formats/annotated/gold-rows.js";
export type {
  BatchAnswer,
  BatchRequest,
  ErrorAnswer,
  LinkAnswer,
  LinkRequest,
} from "./formats/links/wire.js";
export * from "./index.js";
export { type AddResult, addToKnowledgeBase } from "./kb/build/add-entities.js";
export { type BuildOptions, buildKnowledgeBase } from "./kb/build/build-knowledge-base.js";
export {
  type EntityText,
  type EntityTexts,
  type EntityTextsInput,
  openEntityTexts,
  writeEntityTexts,
} from "./kb/entity-texts.js";
export { type ExportOptions, exportKnowledgeBase } from "./kb/stores/export-knowledge-base.js";
export { openKnowledgeBase } from "./kb/stores/open-knowledge-base.js";
export { type LinkAllOptions, linkAll } from "./loading/link-all.js";
export { loadLinker, shippedModel } from "./loading/load-linker.js";
export { enableRelaxedSimd } from "./math/enable-relaxed-simd.js";
export { loadModel, saveModel } from "./model/model-file.js";
export type { ServiceSource } from "./server/answer-worker.js";
export {
  createServer,
  defaultServerSettings,
  type InjectedAnswer,
  type InjectedRequest,
  type LinkServer,
  type ServerApp,
  type ServerSettings,
} from "./server/create-server.js";
export type { LinkService } from "./server/link-service.js";
export { createTrainingSettings, type TrainingInput, type TrainingSettings } from "./training/settings.js";
export { type AllResult, type PlannedRun, planRuns, resumeAll, startAll } from "./training/train-all.js";
export { type RunPlan, type RunResult, resumeRun, startRun } from "./training/train-run.js";
export type { EntityTrainingSettings } from "./vectors/entity-trainer.js";
export { type ImportOptions, importVectors, type VectorFormat } from "./vectors/import-vectors.js";
export { evaluateRelatedness, type RelatednessScores, tfIdfCentroids } from "./vectors/relatedness.js";
export { readRelatednessQueries } from "./vectors/relatedness-queries.js";
export {
  type TrainEntitiesOptions,
  type TrainedEntities,
  trainEntityVectors,
} from "./vectors/train-entities.js";
export {
  type TrainWordsOptions,
  trainWordVectors,
  type WordTrainingSettings,
} from "./vectors/train-words.js";
export { openVectorTable, readNpyTable, writeVectorTable } from "./vectors/vector-file.js";
export { workerFile } from "./workers/worker-file.js";
export {
  type MapOptions,
  WorkerPool,
  type WorkerPoolOptions,
  type WorkerSetUp,
  type WorkerTask,
} from "./workers/worker-pool.js";
