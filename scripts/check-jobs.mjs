// A batch on BullMQ with the shipped model under trouble: workers killed with SIGKILL, Redis gone for a while, everything submitted again
// meanwhile; a full disk (where this may mount one), an input that vanishes, a worker with another model, Redis gone.
// node scripts/check-jobs.mjs [--only soak,disk,input,model,redis] [--documents 20000] [--shards 200] [--kills 10]
// [--workers 3] [--away 30] [--lock 45] [--seed 1] (needs `npm run build` and redis-server)
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkFullDisk } from "./jobs/full-disk.mjs";
import { runSoak } from "./jobs/soak.mjs";
import { checkOtherModel, checkRedisAway, checkVanishedInput } from "./jobs/troubles.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "soak,disk,input,model,redis" },
    documents: { type: "string", default: "20000" },
    shards: { type: "string", default: "200" },
    kills: { type: "string", default: "10" },
    workers: { type: "string", default: "3" },
    away: { type: "string", default: "30" },
    lock: { type: "string", default: "45" },
    seed: { type: "string", default: "1" },
  },
});

const scratch = mkdtempSync(join(tmpdir(), "mulrel-check-jobs-"));
const away = Number(values.away) * 1000;
const began = Date.now();
const say = (line) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`);

/** What does not hold of the soak. */
async function soak() {
  const result = await runSoak({
    folder: join(scratch, "soak"),
    documents: Number(values.documents),
    shards: Number(values.shards),
    workers: Number(values.workers),
    kills: Number(values.kills),
    away,
    lock: Number(values.lock),
    seed: Number(values.seed),
    say,
  });
  const { first, verified, status, repeated } = result;
  say(`${verified.good} of ${first.shards} shards whole, ${verified.rows} lines, ${verified.errors} errors`);
  say(
    `${result.kills} kills; ${result.extraStarts} shards begun again, ${result.unexplained.length} of them unexplained`,
  );
  say(`submitted again ${repeated.length} times: ${repeated.map((r) => r.added).join(" and ")} shards added`);
  say(`merged: ${result.isEqual ? "the same bytes as one process writes" : "DIFFERENT bytes"}`);
  return [
    verified.good !== first.shards && "shards are missing",
    verified.rows !== Number(values.documents) && "lines are missing",
    status.failed > 0 && "shards were set aside",
    repeated.some((r) => r.added > 0) && "a second submission added shards",
    result.unexplained.length > 0 && "shards were linked again for no reason",
    !result.isEqual && "the merged file differs",
    result.graceful.some((code) => code !== 0) && "a worker did not end in order",
  ];
}

const place = (name) => join(scratch, name);
/** @type {Record<string, () => Promise<(string | false)[]>>} */
const parts = {
  soak,
  disk: async () => [(await checkFullDisk(place("disk"), say)) === false && "a full disk was not survived"],
  input: async () => [
    !(await checkVanishedInput(place("input"), say)) && "a vanished input was not survived",
  ],
  model: async () => [!(await checkOtherModel(place("model"), say)) && "another model was not refused"],
  redis: async () => [!(await checkRedisAway(place("redis"), say, away)) && "Redis away was not survived"],
};

try {
  const wrong = [];
  for (const name of values.only.split(",")) {
    if (!parts[name]) throw new Error(`--only ${name}: there are ${Object.keys(parts).join(", ")}.`);
    wrong.push(...(await parts[name]()).filter(Boolean));
  }
  for (const sentence of wrong) console.log(`Does not hold: ${sentence}.`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
