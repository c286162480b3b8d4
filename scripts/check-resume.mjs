// Kills `mulrel train` with SIGKILL at random moments, resumes it each time, and compares the bytes of the model with those of a
// run that was never stopped. node scripts/check-resume.mjs [--data PREPARED] [--kills 20] [--epochs 2] (needs `npm run build`)
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: join(process.env.MULREL_DATA ?? "../shared/data", "aida-features") },
    kills: { type: "string", default: "20" },
    epochs: { type: "string", default: "2" },
  },
});
if (!existsSync(values.data)) {
  console.error(
    `There is no folder ${values.data}: name a prepared folder with --data, or the data folder with MULREL_DATA.`,
  );
  process.exit(1);
}
const scratch = mkdtempSync(join(tmpdir(), "mulrel-check-resume-"));
const cli = new URL("../dist/cli/main.js", import.meta.url).pathname;
const settings = ["--most-epochs", values.epochs, "--evaluate-every", "1", "--seed", "7"];

/** Runs the command; with `killAfter` milliseconds it is killed then. Resolves to true when it ended by itself. */
function mulrel(args, killAfter) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, "train", ...args], { stdio: ["ignore", "ignore", "pipe"] });
    let complaint = "";
    child.stderr.on("data", (text) => (complaint += text));
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(true);
      else if (signal === "SIGKILL") resolve(false);
      else reject(new Error(complaint));
    });
  });
}

const began = Date.now();
await mulrel([values.data, join(scratch, "whole"), ...settings]);
const whole = Date.now() - began;
const wanted = readFileSync(join(scratch, "whole", "model.safetensors"));
console.log(`the run that is never stopped: ${(whole / 1000).toFixed(1)} s`);

let kills = 0;
let different = 0;
for (let attempt = 1; kills < Number(values.kills); attempt++) {
  const run = join(scratch, `run${attempt}`);
  let isDone = false;
  let killedHere = 0;
  while (!isDone) {
    const isStarted = existsSync(join(run, "plan.json"));
    const args = isStarted ? ["--resume", run] : [values.data, run, ...settings];
    const killAfter = kills < Number(values.kills) ? Math.random() * whole : undefined;
    isDone = await mulrel(args, killAfter);
    if (!isDone) {
      kills++;
      killedHere++;
    }
  }
  const same = readFileSync(join(run, "model.safetensors")).equals(wanted);
  if (!same) different++;
  console.log(`run ${attempt}: killed ${killedHere} times, ${same ? "the same bytes" : "DIFFERENT bytes"}`);
}
rmSync(scratch, { recursive: true });
console.log(`${kills} kills, ${different} runs with different bytes`);
process.exit(different > 0 ? 1 : 0);
