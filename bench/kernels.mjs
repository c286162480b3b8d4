// Medians of every kernel on the plain float32 twin, SIMD and relaxed SIMD, side by side in one run.
import { loadKernelsSync } from "../dist/math/wasm-kernels-sync.js";
import { enableRelaxedSimd } from "../dist/node.js";
import { kernelCases } from "./support/kernel-cases.mjs";
import { measureInTurns, printTable } from "./support/measure.mjs";

export const summary =
  "plain twin, SIMD and relaxed SIMD side by side: GFLOP/s or microseconds, and how many times the twin";

/** `args`: only cases whose name contains one of them; none for all. */
export async function run(args) {
  /** @type {import("../dist/math/kernels.js").KernelBuild[]} */
  const builds = ["plain-float32", "simd"];
  try {
    enableRelaxedSimd();
    builds.push("relaxed-simd");
  } catch (error) {
    console.log(String(error));
  }
  const cases = kernelCases.filter(
    ({ name }) => args.length === 0 || args.some((part) => name.includes(part)),
  );
  const rows = [["kernel", "unit", "plain", "SIMD", "relaxed", "SIMD/plain", "relaxed/plain", "wanted"]];
  let missed = 0;
  for (const { name, flop, wanted, prepare } of cases) {
    const subjects = {};
    for (const build of builds) subjects[build] = prepare(loadKernelsSync({ build }));
    const ms = measureInTurns(subjects);
    const show = (time) =>
      time === undefined ? "–" : flop ? (flop / time / 1e6).toFixed(1) : (time * 1000).toFixed(1);
    const ratio = ms["plain-float32"] / ms.simd;
    const relaxedRatio = ms["relaxed-simd"]
      ? `${(ms["plain-float32"] / ms["relaxed-simd"]).toFixed(1)}×`
      : "–";
    const verdict = wanted === undefined ? "" : `≥ ${wanted}× ${ratio >= wanted ? "✓" : "✗"}`;
    if (wanted !== undefined && ratio < wanted) missed++;
    rows.push([
      name,
      flop ? "GFLOP/s" : "µs",
      show(ms["plain-float32"]),
      show(ms.simd),
      show(ms["relaxed-simd"]),
      `${ratio.toFixed(1)}×`,
      relaxedRatio,
      verdict,
    ]);
  }
  printTable(rows);
  if (missed > 0) {
    console.log(`${missed} of the wanted ratios were missed.`);
    process.exitCode = 1;
  }
}
