/** Finds the compiled JavaScript of a worker, since worker threads cannot run TypeScript. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LinkingError } from "../errors.js";

/**
 * The address of the worker file `name` ("./x-worker.js") that lies beside the module with this `import.meta.url`. A module
 * that runs as TypeScript from src/ (under the test runner) is answered with the file of the same place in dist/.
 */
export function workerFile(name: string, moduleUrl: string): URL {
  const beside = new URL(name, moduleUrl).href;
  const source = beside.lastIndexOf("/src/");
  const href =
    moduleUrl.endsWith(".ts") && source >= 0
      ? `${beside.slice(0, source)}/dist/${beside.slice(source + "/src/".length)}`
      : beside;
  const url = new URL(href);
  if (!existsSync(fileURLToPath(url))) {
    throw new LinkingError(
      "not-found",
      `The worker file ${fileURLToPath(url)} is not there; build it with \`npm run build\`.`,
    );
  }
  return url;
}
