/** `mulrel kb info`: what a knowledge base holds and what it was made from. */
import { Command } from "commander";
import { openAnyKnowledgeBase } from "../loading/open-layer.js";
import { printJson, printLine } from "./terminal.js";

export function createCommand(): Command {
  return new Command()
    .description("Prints what a knowledge base holds and what it was made from.")
    .argument("<kb>", "a knowledge base, a linker's folder or a catalogue")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mulrel kb info products.kb\n")
    .action(async (path: string, options: { json?: boolean }) => {
      const kb = await openAnyKnowledgeBase(path);
      const { info } = kb;
      kb.close();
      if (options.json) return printJson(info);
      printLine(`store       ${info.format}, version ${info.version}`);
      printLine(`entities    ${info.entities}`);
      printLine(`names       ${info.surfaces}`);
      printLine(`redirects   ${info.redirects}`);
      for (const s of info.sources) printLine(`made from   ${s.name}  sha256 ${s.sha256 || "unknown"}`);
      for (const [key, value] of Object.entries(info.settings))
        printLine(`${key.padEnd(11)} ${JSON.stringify(value)}`);
    });
}
