/** `mulrel kb info`: what a knowledge base holds and what it was made from. */
import { Command } from "commander";
import { openStack } from "../loading/open-stack.js";
import { addStackFlags, type StackFlags } from "./layer-flags.js";
import { printJson, printLine, warn } from "./terminal.js";

export function createCommand(): Command {
  const command = new Command()
    .description("Prints what a knowledge base holds and what it was made from.")
    .argument("<kb>", "a knowledge base, a linker's folder or a catalogue");
  return addStackFlags(command)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  mulrel kb info products.kb\n  mulrel kb info our.linker --add products.csv\n",
    )
    .action(async (path: string, { json, ...flags }: StackFlags & { json?: boolean }) => {
      const { kb, layers } = await openStack(path, { ...flags, onWarning: warn });
      const { info } = kb;
      kb.close();
      const isStack = Object.keys(layers).length > 0;
      if (json) return printJson(isStack ? { ...info, layers } : info);
      printLine(`store       ${info.format}, version ${info.version}`);
      printLine(`entities    ${info.entities}`);
      printLine(`names       ${info.surfaces}`);
      printLine(`redirects   ${info.redirects}`);
      for (const s of info.sources) printLine(`made from   ${s.name}  sha256 ${s.sha256 || "unknown"}`);
      for (const [key, value] of Object.entries(info.settings))
        printLine(`${key.padEnd(11)} ${JSON.stringify(value)}`);
      for (const [layer, entities] of Object.entries(layers)) printLine(`layer       ${layer}  ${entities}`);
    });
}
