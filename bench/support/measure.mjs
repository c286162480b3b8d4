// Fair timing of several ways to do the same work: in turns, in short batches, judged by the median.

/** The middle of a list of numbers. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The clocks, in milliseconds: `processor` counts only this process's own time, so other work on the machine does not. */
const clocks = {
  wall: () => performance.now(),
  processor() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * Milliseconds of one call of each subject (`{name: function}`): the median over rounds in which every subject has one batch of
 * calls.
 */
export function measureInTurns(
  subjects,
  { clock = "processor", batchMs = 2, rounds = 101, limitMs = 3000 } = {},
) {
  const now = clocks[clock];
  const plans = Object.entries(subjects).map(([name, call]) => ({
    name,
    call,
    calls: callsIn(call, batchMs, now),
    times: /** @type {number[]} */ ([]),
  }));
  const start = performance.now();
  for (let round = 0; round < rounds; round++) {
    for (const plan of plans) plan.times.push(timeBatch(plan.call, plan.calls, now));
    if (round >= 6 && performance.now() - start > limitMs) break;
  }
  return Object.fromEntries(plans.map(({ name, times }) => [name, median(times)]));
}

function timeBatch(call, calls, now) {
  const start = now();
  for (let i = 0; i < calls; i++) call();
  return (now() - start) / calls;
}

/** How many calls fill a batch; finding out also warms the call up, so that the engine's best code runs. */
function callsIn(call, batchMs, now) {
  let fastest = Infinity;
  const start = performance.now();
  for (let tries = 0; tries < 3 || (performance.now() - start < 150 && tries < 20000); tries++) {
    fastest = Math.min(fastest, timeBatch(call, 1, now));
  }
  return Math.max(1, Math.round(batchMs / Math.max(fastest, 1e-3)));
}

/** Prints rows of cells in columns: the first left-aligned, the others right-aligned. */
export function printTable(rows) {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  for (const row of rows) {
    console.log(
      row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join("  "),
    );
  }
}

/** What runs a program, with all its threads, on the first processors only (Linux). */
export function onProcessors(count) {
  return ["taskset", "-c", `0-${count - 1}`];
}
