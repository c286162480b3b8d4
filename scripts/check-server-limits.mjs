// Attacks a server of its own as clients do that mean no good or know no better, and says whether others notice.
import { parseArgs } from "node:util";
import { startServer } from "../bench/support/running-server.mjs";
import { checkGreedyClients } from "./server-limits/greedy-clients.mjs";
import { checkShutdowns } from "./server-limits/shutdowns.mjs";
import { checkSilentConnections } from "./server-limits/silent-connections.mjs";
import { checkUnreadAnswers } from "./server-limits/unread-answers.mjs";

const { values } = parseArgs({
  options: {
    model: { type: "string" },
    only: { type: "string", multiple: true },
    seconds: { type: "string", default: "10" },
    trials: { type: "string", default: "8" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  console.log(
    "node scripts/check-server-limits.mjs [--model FOLDER] [--only silent|unread|greedy|shutdown] [--seconds 10] [--trials 8] [--seed 1]",
  );
  process.exit(0);
}
const args = values.model ? ["--model", values.model] : [];

async function withServer(check, more = []) {
  const server = await startServer([...args, ...more]);
  try {
    return await check(server);
  } finally {
    await server.stop();
  }
}

const checks = {
  silent: () => withServer(checkSilentConnections),
  // reasons of many names take long where the machine is busy
  unread: () => withServer(checkUnreadAnswers, ["--time-limit", "60"]),
  greedy: () => withServer((server) => checkGreedyClients(server, { seconds: Number(values.seconds) })),
  shutdown: () => checkShutdowns({ args, trials: Number(values.trials), seed: Number(values.seed) }),
};
for (const [name, check] of Object.entries(checks)) {
  if (values.only && !values.only.includes(name)) continue;
  for (const { name: title, told, holds, wanted } of [await check()].flat()) {
    console.log(`${holds ? "holds" : "DOES NOT HOLD"}: ${title}: ${told} (wanted: ${wanted}).`);
    if (!holds) process.exitCode = 1;
  }
}
