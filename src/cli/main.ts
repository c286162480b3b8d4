#!/usr/bin/env node
/** The command line: finds the command, loads only its file, and turns errors into sentences and exit codes. */
import { Command, CommanderError } from "commander";
import { LinkingError, messageOf } from "../errors.js";
import { printableLines } from "../text/safe-text.js";
import { type CommandEntry, commands } from "./commands.js";
import { abortOutput, closeOutput, openOutput } from "./output.js";
import { packageVersion } from "./package-version.js";
import { wasStopped } from "./terminal.js";
import { INTERRUPTED, isWorkThread, runInThread, STOPPED, tellEnd } from "./work-thread.js";

const WORK_FAILED = 1;
const CALL_WAS_WRONG = 2;
const VERSION_FLAGS = "-V, --version";

/** A stand-in that knows name and summary only; the real command is loaded when it is called. */
function addLazily(parent: Command, entry: CommandEntry): void {
  const stub = parent.command(entry.name).description(entry.summary);
  if (entry.commands) {
    stub.version(packageVersion(), VERSION_FLAGS);
    for (const child of entry.commands) addLazily(stub, child);
    return;
  }
  stub
    .helpOption(false)
    .allowUnknownOption()
    .argument("[arguments...]")
    .usage("[options]")
    .action(async (rest: string[], _options: unknown, self: Command) => {
      if (entry.isLong && !isWorkThread && !asksForHelp(rest)) {
        process.exitCode = await runInThread(new URL(import.meta.url), process.argv.slice(2));
        return;
      }
      const command = (await entry.load!()).createCommand();
      command.name(fullName(self)).version(packageVersion(), VERSION_FLAGS).exitOverride();
      if (entry.isData) takeOut(command);
      await command.parseAsync(rest, { from: "user" });
      await closeOutput();
    });
}

/** Every command that prints data can write it into a file instead. */
function takeOut(command: Command): void {
  command.option(
    "--out <file>",
    "write into this file what would be printed; it is there whole, or not at all",
  );
  command.hook("preAction", async (self) => {
    const { out } = self.opts<{ out?: string }>();
    if (out !== undefined) await openOutput(out);
  });
}

const asksForHelp = (args: string[]) => args.some((a) => a === "--help" || a === "-h");

function fullName(command: Command): string {
  const names: string[] = [];
  for (let c: Command | null = command; c; c = c.parent) names.unshift(c.name());
  return names.join(" ");
}

function createProgram(): Command {
  const program = new Command("mulrel")
    .description("Links the names in a text to the entries of a knowledge base.")
    .version(packageVersion(), VERSION_FLAGS)
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText(
      "after",
      "\nMore on each: mulrel COMMAND --help\nEnds with 0 when the work is done, 1 when it failed, 2 when the call was wrong, 130 when it was stopped.",
    );
  for (const entry of commands) addLazily(program, entry);
  forEachCommand(program, (c) => {
    c.exitOverride();
    c.configureHelp({ subcommandTerm: (child) => child.name() });
    c.passThroughOptions(c.commands.length === 0);
  });
  return program;
}

function forEachCommand(command: Command, visit: (c: Command) => void): void {
  visit(command);
  for (const child of command.commands) forEachCommand(child, visit);
}

/** `help link` and `kb help build` mean `link --help` and `kb build --help`, which load the real command. */
function askForHelp(argv: string[]): string[] {
  const isGroup = commands.some(({ name, commands }) => commands && name === argv[0]);
  const at = isGroup && argv[1] === "help" ? 1 : 0;
  if (argv[at] !== "help" || argv.length < at + 2) return argv;
  return [...argv.slice(0, at), ...argv.slice(at + 1), "--help"];
}

/** Exit code for anything thrown; prints the sentence that goes with it. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    // commander has printed its message already; help and version are not failures
    return error.exitCode === 0 ? 0 : CALL_WAS_WRONG;
  }
  if (wasStopped()) {
    process.stderr.write(`mulrel: ${STOPPED}\n`);
    return INTERRUPTED;
  }
  process.stderr.write(`mulrel: ${printableLines(messageOf(error))}\n`);
  if (process.env.MULREL_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return error instanceof LinkingError && error.code === "usage" ? CALL_WAS_WRONG : WORK_FAILED;
}

// A reader that stops early (`mulrel … | head`) is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  const full = error.code === "ENOSPC" ? " The disk is full: free some space." : "";
  process.stderr.write(`mulrel: What was to be printed could not be written: ${messageOf(error)}.${full}\n`);
  process.exit(WORK_FAILED);
});

try {
  const argv = askForHelp(process.argv.slice(2));
  const program = createProgram();
  if (argv.length === 0) program.outputHelp();
  else await program.parseAsync(argv, { from: "user" });
} catch (error) {
  await abortOutput();
  process.exitCode = report(error);
}
if (isWorkThread) tellEnd(Number(process.exitCode ?? 0));
