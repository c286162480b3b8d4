// Makes sure that the tests of jobs have their Redis: Debian's redis-server, installed when this is root on such a system.
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { findRedis } from "./jobs/redis-server.mjs";

/** Debian asks this file before a package starts its service: the tests start a server of their own. */
const POLICY = "/usr/sbin/policy-rc.d";

if (!findRedis()) {
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (canInstall) {
    console.log("Installing Debian's redis-server for the tests of jobs.");
    const options = {
      stdio: /** @type {const} */ ("inherit"),
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    const isOurs = !existsSync(POLICY);
    if (isOurs) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
    try {
      execFileSync("apt-get", ["update", "-qq"], options);
      execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "redis-server"], options);
    } finally {
      if (isOurs) rmSync(POLICY, { force: true });
    }
  } else {
    console.error(
      "The tests of jobs need redis-server and will fail without it: install it (Debian: apt-get install redis-server), or name one in MULREL_REDIS_SERVER.",
    );
  }
}
