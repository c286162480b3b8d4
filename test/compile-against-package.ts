/** Compiles a user's program against the package alone, as strictly as a user might. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { temporaryFolder } from "./temporary-folder.js";

const root = resolve(import.meta.dirname, "..");

/** What the compiler says of the files (name → source); "" when nothing is wrong. `types`: packages of global types. */
export function compileAgainstPackage(files: Record<string, string>, types: string[] = []): string {
  const folder = temporaryFolder();
  for (const name of ["dist", "package.json"])
    link(join(root, name), join(folder, "node_modules/mulrel", name));
  for (const name of ["@types/node", "undici-types"]) {
    link(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  // what a bundler makes of an asset, as its own types say
  writeFileSync(
    join(folder, "assets.d.ts"),
    'declare module "*?url" { const address: string; export default address; }\n',
  );
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    module: "nodenext",
    moduleResolution: "nodenext",
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    noEmit: true,
    types,
    preserveSymlinks: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8", cwd: folder }).stdout;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
