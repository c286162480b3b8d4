// What npm runs after `npm ci` in a checkout: builds, unless the tools for it were left out (--omit=dev).
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const tools = ["typescript", "assemblyscript", "vite"];
const missing = tools.filter((name) => !existsSync(at(`node_modules/${name}/package.json`)));

if (missing.length === 0) await import("./build.mjs");
else {
  const state = existsSync(at("dist/cli/main.js"))
    ? "What was built before is kept."
    : "Nothing is built yet: run `npm ci` with development dependencies, or install the package mulrel from npm.";
  console.log(`mulrel is not built, because ${missing.join(", ")} are not installed (--omit=dev). ${state}`);
}
