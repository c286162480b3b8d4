// Kills `mulrel make` with SIGKILL at random moments, gives the same command again each time, and compares the linker's bytes with those of
// a call that was never stopped. node scripts/check-make-resume.mjs [--corpus FILE] [--language CODE] [--kills 20] (needs `npm run build`)
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const data = process.env.MULREL_DATA ?? "../shared/data";
const { values } = parseArgs({
  options: {
    corpus: { type: "string", default: join(data, "languages/nlwiki-sample.xml.gz") },
    language: { type: "string", default: "nl" },
    kills: { type: "string", default: "20" },
  },
});
if (!existsSync(values.corpus)) {
  console.error(
    `There is no ${values.corpus}: name a corpus with --corpus, or the data folder with MULREL_DATA.`,
  );
  process.exit(1);
}
const scratch = mkdtempSync(join(tmpdir(), "mulrel-check-make-"));
const cli = new URL("../dist/cli/main.js", import.meta.url).pathname;

/** Runs the command; with `killAfter` milliseconds it is killed then. Resolves to true when it ended by itself. */
function make(name, killAfter) {
  const args = [
    cli,
    "make",
    join(scratch, name),
    values.corpus,
    "--language",
    values.language,
    "--name",
    "same",
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
    let complaint = "";
    child.stderr.on("data", (text) => {
      complaint += text;
    });
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(true);
      else if (signal === "SIGKILL") resolve(false);
      else reject(new Error(complaint));
    });
  });
}

const bytesOf = (name) =>
  readdirSync(join(scratch, name))
    .sort()
    .map((file) => `${file}\n${readFileSync(join(scratch, name, file)).toString("base64")}`)
    .join("\n");

const began = Date.now();
await make("whole");
const whole = Date.now() - began;
const wanted = bytesOf("whole");
console.log(`the call that is never stopped: ${(whole / 1000).toFixed(1)} s`);

let kills = 0;
let different = 0;
for (let attempt = 1; kills < Number(values.kills); attempt++) {
  const name = `linker${attempt}`;
  let isDone = false;
  let killedHere = 0;
  while (!isDone) {
    const killAfter = kills < Number(values.kills) ? 200 + Math.random() * whole : undefined;
    isDone = await make(name, killAfter);
    if (!isDone) {
      kills++;
      killedHere++;
    }
  }
  const same = bytesOf(name) === wanted;
  if (!same) different++;
  console.log(
    `linker ${attempt}: killed ${killedHere} times, ${same ? "the same bytes" : "DIFFERENT bytes"}`,
  );
}
rmSync(scratch, { recursive: true });
console.log(`${kills} kills, ${different} linkers with different bytes`);
process.exit(different > 0 ? 1 : 0);
