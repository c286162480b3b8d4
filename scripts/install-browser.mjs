// Makes sure that the browser tests have their browser: Debian's chromium, installed when this is root on such a system.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const known = [
  process.env.MULREL_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

if (!known.some((path) => path && existsSync(path))) {
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (canInstall) {
    console.log("Installing Debian's chromium for the browser tests.");
    const options = {
      stdio: /** @type {const} */ ("inherit"),
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    execFileSync("apt-get", ["update", "-qq"], options);
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], options);
  } else {
    console.error(
      "The browser tests need chromium and will fail without it: install it (Debian: apt-get install chromium), or name one in MULREL_CHROMIUM.",
    );
  }
}
