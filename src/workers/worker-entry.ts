/** What every thread of a pool runs: it loads the pool's worker file with the first task, then does task after task. */
import { workerData } from "node:worker_threads";
import type { move } from "piscina";
import { movedBuffers } from "./moved-buffers.js";
import { failureOf, type Outcome } from "./task-outcome.js";
import type { WorkerSetUp } from "./worker-pool.js";

/** What the pool hands to its threads. */
export interface EntryData {
  file: string;
  data: unknown;
  /** Bytes from which on an array is handed over; undefined: all are copied. */
  moves: number | undefined;
}

type Work = (task: unknown) => unknown;

let work: Promise<Work> | undefined;

async function setUp(): Promise<Work> {
  const { file, data } = workerData as EntryData;
  const module = (await import(file)) as { default: WorkerSetUp<unknown, unknown, unknown> };
  return module.default(data);
}

/** Tasks that were handed over together, one after the other; each has its own outcome. */
export default async function runTasks(tasks: readonly unknown[]): Promise<Outcome<unknown>[]> {
  const outcomes: Outcome<unknown>[] = [];
  for (const task of tasks) outcomes.push(await runTask(task));
  const { moves } = workerData as EntryData;
  return moves === undefined ? outcomes : handOver(outcomes, movedBuffers(outcomes, moves));
}

interface Mover {
  move: typeof move;
  transferableSymbol: symbol;
  valueSymbol: symbol;
}

let mover: Mover | undefined;

/** Tells the pool which memory goes with the outcomes. */
async function handOver(outcomes: Outcome<unknown>[], buffers: ArrayBuffer[]): Promise<Outcome<unknown>[]> {
  if (buffers.length === 0) return outcomes;
  mover ??= await import("piscina");
  const { move, transferableSymbol, valueSymbol } = mover;
  const moved = { [transferableSymbol]: buffers, [valueSymbol]: outcomes };
  // its declared type asks for symbols that it does not export the types of
  return move(moved as never) as never;
}

async function runTask(task: unknown): Promise<Outcome<unknown>> {
  try {
    work ??= setUp();
    // a set-up that failed is tried again with the next task
    work.catch(() => (work = undefined));
    return { result: await (await work)(task) };
  } catch (error) {
    return failureOf(error);
  }
}
