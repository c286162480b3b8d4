/** `mulrel version`: what is installed, for a bug report. */
import { Command } from "commander";
import type { KernelBuild } from "../math/kernels.js";
import { isBuildSupported } from "../math/wasm-kernels.js";
import { packageVersion } from "./package-version.js";
import { printJson } from "./terminal.js";

const BUILDS: KernelBuild[] = ["simd", "relaxed-simd"];

export function createCommand(): Command {
  return new Command()
    .description("Prints the versions of mulrel and Node.js, and which fast kernels the engine runs.")
    .option("--json", "print JSON")
    .action((options: { json?: boolean }) => {
      const versions = {
        mulrel: packageVersion(),
        node: process.versions.node,
        v8: process.versions.v8,
        platform: `${process.platform}-${process.arch}`,
        kernels: BUILDS.filter(isBuildSupported).join(" ") || "plain",
      };
      if (options.json) printJson(versions);
      else for (const [name, value] of Object.entries(versions)) process.stdout.write(`${name} ${value}\n`);
    });
}
