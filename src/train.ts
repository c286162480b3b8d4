/** mulrel/train: data sets, vectors, training and evaluation. Re-exports only. */
export { type CompareOptions, compareDatasets } from "./evaluation/compare-datasets.js";
export {
  type EvaluationSet,
  type LoadedModel,
  loadForEvaluation,
  openEvaluationSet,
  outcomesOf,
} from "./evaluation/evaluate-models.js";
export { computeMetrics, documentCounts, type Metrics } from "./evaluation/metrics.js";
export type { DocumentOutcome, ErrorKind, MentionOutcome } from "./evaluation/outcome.js";
export { type BootstrapResult, pairedBootstrap } from "./evaluation/paired-bootstrap.js";
export {
  analyseRelations,
  type RelationAnalysis,
  type RelationProfile,
} from "./evaluation/relation-analysis.js";
export { computeReliability, type Reliability, type ReliabilityBin } from "./evaluation/reliability.js";
export { type ImportedModel, importPublishedModel } from "./features/import-published.js";
export type { MissingGold } from "./features/model-documents.js";
export type { PrepareCounts } from "./features/prepare-documents.js";
export { type PrepareOptions, prepareFolder } from "./features/prepare-folder.js";
export type { SelectionSettings } from "./features/selection.js";
export type {
  AnnotatedDocument,
  AnnotatedMention,
  DatasetProblem,
  ListedCandidate,
  ReadOptions,
} from "./formats/annotated/annotated-document.js";
export {
  type ConvertOptions,
  type ConvertResult,
  convertDataset,
} from "./formats/annotated/convert-dataset.js";
export { type DatasetFormat, loadDataset, readDataset } from "./formats/annotated/dataset-formats.js";
export type { Calibration, ScoreBounds, ScoredLink } from "./linker/calibration.js";
export { evaluateLinker } from "./linker/evaluate-linker.js";
export { type CalibrationCase, fitCalibration, fitTemperature } from "./linker/fit-calibration.js";
export type { LinkerManifest } from "./loading/open-linker.js";
export { type LinkerAbout, type LinkerFiles, saveLinker } from "./loading/save-linker.js";
export { type CheckedArtefact, checkArtefacts } from "./making/check-artefacts.js";
export type { LinkerStorage } from "./making/choose-parts.js";
export { type MadeLinker, makeLinker, planMake } from "./making/make-linker.js";
export {
  defaultMakeSettings,
  type MakeOptions,
  type MakeSettings,
  type MakeSources,
} from "./making/make-options.js";
export type { PlannedStep, StepFacts, StepRecord } from "./making/run-steps.js";
export type { NameSettings } from "./mentions/create-finder.js";
export type { ModelConfig, Normalization } from "./model/config.js";
export type { StartValues } from "./model/layers/layer.js";
export type { ModelOrigin } from "./model/model-format.js";
export type { LinkCounts, Scores } from "./training/dev-score.js";
export type { Fold } from "./training/folds.js";
export type { OutsideScores } from "./training/outside.js";
export type { ScheduleSettings } from "./training/schedule.js";
export { createTrainingSettings, type TrainingInput, type TrainingSettings } from "./training/settings.js";
export { type AllResult, type PlannedRun, planRuns, resumeAll, startAll } from "./training/train-all.js";
export type { RunOptions, RunPlan, RunResult } from "./training/train-run.js";
export type { DataPlace } from "./training/training-data.js";
export type { Mention, OnProgress, Progress, Span } from "./types.js";
export type { EntityTrainingSettings } from "./vectors/entity-trainer.js";
export {
  type ImportedVectors,
  type ImportOptions,
  importVectors,
  type VectorFormat,
} from "./vectors/import-vectors.js";
export { findNearest, type NearestOptions, type Neighbour } from "./vectors/nearest.js";
export {
  evaluateRelatedness,
  type RelatednessOptions,
  type RelatednessQuery,
  type RelatednessScores,
} from "./vectors/relatedness.js";
export { readRelatednessQueries } from "./vectors/relatedness-queries.js";
export type { BuilderOptions } from "./vectors/table-builder.js";
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
export { type OpenOptions, openVectorTable, writeVectorTable } from "./vectors/vector-file.js";
export type { VectorStorage, VectorTable } from "./vectors/vector-table.js";
