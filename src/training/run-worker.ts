/** Worker side of several training runs at once: a task is a run. */
import type { WorkerTask } from "../workers/worker-pool.js";
import { carryOn, type RunPlan, type RunResult } from "./train-run.js";

export interface RunTask {
  folder: string;
  plan: RunPlan;
}

/** Seconds from any fixed moment: workers may look at the clock, the core may not. */
const now = () => performance.now() / 1000;

export default function setUp(): WorkerTask<RunTask, RunResult> {
  return ({ folder, plan }) => carryOn(folder, plan, { now });
}
