// Holds a process to a share of a core: by a control group where this may make one, which is exact, else by cpulimit, which stops and continues it.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Microseconds; short, so that nobody waits long for its next turn. */
const PERIOD = 10_000;
const OLD = "/sys/fs/cgroup/cpu";
const NEW = "/sys/fs/cgroup";

/** @param {number} pid @param {number} share percent of a core */
function holdByGroup(pid, share) {
  const quota = Math.round((PERIOD * share) / 100);
  const isOld = existsSync(join(OLD, "cpu.cfs_quota_us"));
  const group = join(isOld ? OLD : NEW, `mulrel-bench-${pid}`);
  mkdirSync(group);
  try {
    if (isOld) {
      writeFileSync(join(group, "cpu.cfs_period_us"), String(PERIOD));
      writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
    } else writeFileSync(join(group, "cpu.max"), `${quota} ${PERIOD}`);
    writeFileSync(join(group, "cgroup.procs"), String(pid));
  } catch (error) {
    rmdirSync(group);
    throw error;
  }
  const release = () => {
    try {
      rmdirSync(group);
    } catch {
      // the process has not gone yet
      setTimeout(release, 100);
    }
  };
  return release;
}

function holdByStopping(pid, share) {
  const brake = spawn("cpulimit", ["-l", String(share), "-p", String(pid)], { stdio: "ignore" });
  return () => {
    brake.kill("SIGINT");
    try {
      process.kill(pid, "SIGCONT");
    } catch {
      // it has ended
    }
  };
}

/** How processes can be held here; undefined where they cannot. */
export function findHold() {
  const probe = spawn("sleep", ["10"], { stdio: "ignore" });
  try {
    const release = holdByGroup(/** @type {number} */ (probe.pid), 50);
    probe.kill();
    release();
    return { name: "a control group", hold: holdByGroup };
  } catch {
    probe.kill();
  }
  try {
    execFileSync("sh", ["-c", "command -v cpulimit"], { stdio: "ignore" });
    return { name: "cpulimit", hold: holdByStopping };
  } catch {
    return undefined;
  }
}
