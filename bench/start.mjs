// How long `mulrel --help` takes to start, compared with Node doing nothing.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { measureInTurns, printTable } from "./support/measure.mjs";

export const summary = "start-up of `mulrel --help` as a multiple of `node -e 0` (at most 3)";

const MOST = 3;

export async function run() {
  const cli = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
  const start = (args) => () => {
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  };
  const ms = measureInTurns(
    { nothing: start(["-e", "0"]), help: start([cli, "--help"]), version: start([cli, "--version"]) },
    { clock: "wall", rounds: 21, limitMs: 20_000 },
  );
  const times = (time) => `${(time / ms.nothing).toFixed(2)}×`;
  printTable([
    ["start-up", "ms", "node -e 0"],
    ["node -e 0", ms.nothing.toFixed(1), "1.00×"],
    ["mulrel --help", ms.help.toFixed(1), times(ms.help)],
    ["mulrel --version", ms.version.toFixed(1), times(ms.version)],
  ]);
  if (ms.help / ms.nothing > MOST) {
    console.log(`mulrel --help may take at most ${MOST} times as long as node -e 0.`);
    process.exitCode = 1;
  }
}
