/** A thread that links single records into lines: what `mulrel link -f jsonl` runs on several threads. */
import { loadFromSource, type SharingSource } from "../loading/linker-source.js";
import type { WorkerSetUp } from "../workers/worker-pool.js";
import { type LinkedRecord, linkRecord } from "./link-record.js";
import type { DocumentRecord } from "./records.js";
import type { ShardSettings } from "./shard.js";

export interface RecordTask {
  record: DocumentRecord;
  settings: ShardSettings;
}

const setUp: WorkerSetUp<SharingSource, RecordTask, LinkedRecord> = async (source) => {
  const linker = await loadFromSource(source);
  return ({ record, settings }) => linkRecord(linker, record, settings);
};

export default setUp;
