/** An empty project of somebody else's with mulrel installed from its tarball, as npm would install it. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../temporary-folder.js";

export const root = resolve(import.meta.dirname, "../..");

/** The npm that runs the tests, or the one on the path. */
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];

/** Runs npm; what it says on standard error comes back too. */
export function runNpm(folder: string, ...args: string[]): { stdout: string; warnings: string[] } {
  const [command, ...before] = npm;
  const { status, stdout, stderr } = spawnSync(command, [...before, ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    // settings of the machine and of an npm around this one are no concern of the project's
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name))),
  });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return { stdout, warnings: stderr.split("\n").filter((line) => line.startsWith("npm warn")) };
}

/** What npm tells of a tarball. */
export interface Packed {
  filename: string;
  size: number;
  files: { path: string; size: number }[];
}

export interface ConsumerProject {
  folder: string;
  packed: Packed;
  /** What npm warned of while it installed. */
  warnings: string[];
  /** Compiles with the project's own tsconfig.json; throws with the compiler's words. */
  compile(tsconfig: object): void;
  /** Runs a file with Node; gives what it printed. */
  run(file: string, ...args: string[]): string;
}

export function createConsumerProject(): ConsumerProject {
  const folder = temporaryFolder();
  const packed = packInto(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const { warnings } = runNpm(
    folder,
    "install",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    `./${packed.filename}`,
  );
  cpSync(join(folder, "node_modules/mulrel/examples"), join(folder, "examples"), { recursive: true });
  for (const tool of ["typescript", "@types/node", "undici-types", "vite"]) linkTool(folder, tool);
  return {
    folder,
    packed,
    warnings,
    compile(tsconfig) {
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
      const tsc = join(root, "node_modules/typescript/bin/tsc");
      const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
      if (status !== 0) throw new Error(stdout);
    },
    run: (file, ...args) =>
      execFileSync(process.execPath, [file, ...args], { cwd: folder, encoding: "utf8", stdio: "pipe" }),
  };
}

/** The tarball that `npm publish` would send, without building again. */
function packInto(folder: string): Packed {
  const { stdout } = runNpm(root, "pack", "--json", "--ignore-scripts", "--pack-destination", folder);
  return JSON.parse(stdout)[0] as Packed;
}

/** Tools of the project serve the consumer's, so that they need not be fetched again. */
function linkTool(folder: string, name: string): void {
  const target = join(folder, "node_modules", name);
  mkdirSync(resolve(target, ".."), { recursive: true });
  // a dependency may have brought it
  if (!existsSync(target)) symlinkSync(join(root, "node_modules", name), target);
}

export function readPackageFile(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
