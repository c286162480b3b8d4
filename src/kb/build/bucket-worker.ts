/** Groups the words of a bucket's rows and encodes their texts; in a thread. */
import type { WorkerTask } from "../../workers/worker-pool.js";
import { type EncodedTexts, encodeTexts } from "../entity-texts.js";
import { type BucketPlan, readBucket } from "./text-buckets.js";

export interface BucketWorkerData {
  plan: BucketPlan;
  /** Numbers of the writers of the buckets. */
  writers: number[];
}

/** The task is the number of a bucket. */
export default function setUp({ plan, writers }: BucketWorkerData): WorkerTask<number, EncodedTexts[]> {
  return (bucket) => [...encodeTexts(readBucket(plan, bucket, writers), plan.starts[bucket])];
}
