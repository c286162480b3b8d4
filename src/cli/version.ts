/** `mulrel version`: what is installed, for a bug report. */
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { printJson } from "./terminal.js";

export function packageVersion(): string {
  const manifest = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}

export function createCommand(): Command {
  return new Command()
    .description("Prints the versions of mulrel and Node.js, and what the engine can do.")
    .option("--json", "print JSON")
    .action((options: { json?: boolean }) => {
      const versions = {
        mulrel: packageVersion(),
        node: process.versions.node,
        v8: process.versions.v8,
        platform: `${process.platform}-${process.arch}`,
      };
      if (options.json) printJson(versions);
      else for (const [name, value] of Object.entries(versions)) process.stdout.write(`${name} ${value}\n`);
    });
}
