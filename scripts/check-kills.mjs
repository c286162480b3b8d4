// Kills every command that writes artefacts at random moments, with SIGKILL: afterwards there is the old state or the new one, and the same
// command again ends in the same bytes as a call that was never stopped. With --writers it starts two writers at one place instead: one wins,
// the other waits or says so. node scripts/check-kills.mjs [--kills 200] [--only make,train] [--writers 50] [--seed 1]
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../dist/math/random.js";
import { makeMaterials } from "./kills/materials.mjs";
import { attempt, run } from "./kills/run-command.mjs";
import { tasks as all } from "./kills/tasks.mjs";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    writers: { type: "string" },
    only: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const random = new Random(Number(values.seed));
const scratch = mkdtempSync(join(tmpdir(), "mulrel-kills-"));
const materials = join(scratch, "materials");
mkdirSync(materials);
await makeMaterials(materials);
await run(["kb", "build", join(materials, "things.csv"), "-o", join(materials, "things.kb")]);
await run(["kb", "build", join(materials, "things.csv"), "-o", join(materials, "things"), "--store", "lmdb"]);
const tasks = all.filter(
  ({ name }) => !values.only || values.only.split(",").some((part) => name.startsWith(part)),
);

let folders = 0;
function begin(task) {
  const folder = join(scratch, String(folders++));
  mkdirSync(folder);
  task.begin?.(folder, materials);
  return folder;
}

/** Nothing but the artefacts may stay behind. */
const leftovers = (folder) => readdirSync(folder).filter((name) => /\.tmp$|\.lock-|\.replaced$/.test(name));

/** One that is never stopped: how long it takes, and what it gives. */
async function reference(task) {
  const folder = begin(task);
  const before = await task.result(folder);
  const began = performance.now();
  await run(task.args(folder, materials));
  return { before, wanted: await task.result(folder), milliseconds: performance.now() - began };
}

async function killOften(task, kills) {
  const { before, wanted, milliseconds } = await reference(task);
  let killed = 0;
  const wrong = [];
  while (killed < kills) {
    const folder = begin(task);
    const inTime = async () => attempt(task.args(folder, materials), random.uniform() * milliseconds);
    let outcome = await inTime();
    for (; outcome.killed && killed < kills; killed++) {
      const state = await task.result(folder);
      if (!task.again && state !== before && state !== wanted)
        wrong.push(`neither the old nor the new state: ${state}`);
      if (!task.again) break;
      outcome =
        killed + 1 < kills && random.uniform() < 0.5
          ? await inTime()
          : await attempt(task.args(folder, materials));
    }
    if (!task.again && outcome.killed) killed++;
    if (!outcome.killed && outcome.code !== 0) wrong.push(`exit ${outcome.code}: ${outcome.complaint}`);
    if (task.again && outcome.killed) outcome = await attempt(task.args(folder, materials));
    const state = await task.result(folder);
    if (task.again && state !== wanted) wrong.push(`other bytes: ${state}, wanted ${wanted}`);
    if (task.again && leftovers(folder).length > 0) wrong.push(`left behind: ${leftovers(folder)}`);
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `${task.name}: ${killed} kills within ${(milliseconds / 1000).toFixed(1)} s, ${wrong.length} wrong`,
  );
  return wrong;
}

async function writeTwice(task, trials) {
  const { wanted } = await reference(task);
  const rival = task.rival ?? task.args;
  const alone = begin(task);
  await run(rival(alone, materials));
  const rivalsWanted = await task.result(alone);
  const wrong = [];
  let refusals = 0;
  for (let trial = 0; trial < trials; trial++) {
    const folder = begin(task);
    const [first, second] = await Promise.all([
      attempt(task.args(folder, materials)),
      attempt(rival(folder, materials)),
    ]);
    const good = [first, second].filter(({ code }) => code === 0);
    const refused = [first, second].filter(({ code }) => code !== 0);
    refusals += refused.length;
    for (const { complaint } of refused) {
      if (!/is being written|holds a training run already/.test(complaint)) wrong.push(complaint);
    }
    if (good.length === 0) wrong.push("both were refused");
    const state = await task.result(folder);
    if (good.length === 1) {
      const expected = first.code === 0 ? wanted : rivalsWanted;
      if (state !== expected) wrong.push(`other bytes than those of the one that ended well`);
    } else if (state.startsWith("none")) wrong.push(`nothing is there: ${state}`);
    if (leftovers(folder).length > 0) wrong.push(`left behind: ${leftovers(folder)}`);
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${task.name}: ${trials} times two writers, ${refusals} told to wait, ${wrong.length} wrong`);
  return wrong;
}

const wrong = [];
const kills = Math.ceil(Number(values.kills) / tasks.length);
for (const task of tasks) {
  const found = values.writers
    ? await writeTwice(task, Number(values.writers))
    : await killOften(task, kills);
  for (const sentence of found.slice(0, 5)) console.log(`  Wrong: ${sentence}`);
  wrong.push(...found);
}
rmSync(scratch, { recursive: true, force: true });
console.log(`${wrong.length} wrong in all`);
process.exit(wrong.length > 0 ? 1 : 0);
