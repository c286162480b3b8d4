// Prints `N passed, N failed` from vitest's JSON report; without a failed test, a failed lint, type check or run counts as one.
import { readFileSync } from "node:fs";

const [report, otherFailures] = process.argv.slice(2);
let passed = 0;
let failed = 0;
try {
  const summary = JSON.parse(readFileSync(report, "utf8"));
  passed = summary.numPassedTests;
  failed = summary.numFailedTests + (summary.numPendingTests ?? 0);
} catch {
  failed = 1;
}
if (failed === 0 && Number(otherFailures) > 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
