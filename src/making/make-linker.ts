/** From corpora, a catalogue or a knowledge base to a linker's folder: the whole pipeline, step by step, each step only when needed. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { LinkingError } from "../errors.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import { withWriteLock } from "../files/write-lock.js";
import { chooseSteps, type MakeContext } from "./choose-steps.js";
import type { MakeOptions } from "./make-options.js";
import { makeReport } from "./make-report.js";
import { type PlannedStep, planSteps, runSteps, type Step, type StepRecord } from "./run-steps.js";

export interface MadeLinker {
  /** Folder of the linker. */
  out: string;
  /** Page with sizes, accuracy, calibration, errors and times. */
  report: string;
  steps: Record<string, StepRecord>;
}

/**
 * What `makeLinker` would do now, and how long each step took last time. Nothing is written.
 *
 * ```ts
 * import { planMake } from "mulrel/train";
 *
 * const steps = await planMake({ out: "products.linker", sources: { catalogue: ["products.csv"] } });
 * for (const { title, state } of steps) console.log(title, state);
 * ```
 */
export async function planMake(options: MakeOptions): Promise<PlannedStep[]> {
  const { context, steps } = await chooseSteps(options);
  return planSteps(steps, context.work, options.signal);
}

/**
 * Makes the linker, or what of it has changed. After a stop or a kill the same call goes on and ends in the same bytes.
 *
 * ```ts
 * import { loadLinker } from "mulrel/node";
 * import { makeLinker } from "mulrel/train";
 *
 * const { out, report } = await makeLinker({
 *   out: "diseases.linker",
 *   sources: { catalogue: ["mesh.csv"], annotated: ["train.pubtator"] },
 *   onStep: ({ title }) => console.error(title),
 * });
 * console.log(report, (await loadLinker(out)).kb.size);
 * ```
 */
export async function makeLinker(options: MakeOptions): Promise<MadeLinker> {
  const { context, steps } = await chooseSteps(options);
  refuseFile(context.out);
  refuseFile(context.work);
  return withWriteLock(context.out, "make", () =>
    withWriteLock(context.work, "make", () => carryOutSteps(options, context, steps)),
  );
}

/** Before hours of work, not after them. */
function refuseFile(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isFile()) return;
  throw new LinkingError("bad-input", `${folder} is a file; a linker is a folder: give another name.`);
}

async function carryOutSteps(options: MakeOptions, context: MakeContext, steps: Step[]): Promise<MadeLinker> {
  const { onProgress, onWarning, onStep, signal, now = () => 0 } = options;
  const records = await runSteps(steps, context.work, { onProgress, onWarning, onStep, signal, now });
  const report = join(context.work, "report.html");
  await writeFileAtomically(report, makeReport(context, steps, records));
  return { out: context.out, report, steps: records };
}
