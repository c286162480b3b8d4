// A process that reads bent files, case by case: says which case it begins and what is wrong with how it ended. Started by fuzz.mjs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isLinkingError } from "../../dist/errors.js";
import { Random } from "../../dist/math/random.js";
import { bend } from "./bend.mjs";
import { seeds } from "./seeds.mjs";

const [seed, from, to] = process.argv.slice(2).map(Number);
const scratch = mkdtempSync(join(tmpdir(), "mulrel-fuzz-"));
const whole = [];
for (const [i, kind] of seeds.entries()) {
  const folder = join(scratch, String(i));
  mkdirSync(folder);
  await kind.write(folder);
  whole.push(readFileSync(join(folder, kind.file)));
  await kind.read(join(folder, kind.file), folder);
}

const tell = (message) => process.send?.(message);
for (let number = from; number < to; number++) {
  const place = number % seeds.length;
  const kind = seeds[place];
  const folder = join(scratch, String(place));
  const path = join(folder, kind.file);
  const bent = bend(whole[place], Random.derive(seed, number));
  writeFileSync(path, bent);
  tell({ begins: number, kind: kind.name });
  let wrong;
  let refused = false;
  try {
    await kind.read(path, folder);
    if (kind.sealed && !bent.equals(whole[place])) wrong = "a changed file was accepted";
  } catch (error) {
    refused = true;
    const names = [basename(path), kind.file.split("/")[0]];
    if (!isLinkingError(error))
      wrong = `no LinkingError: ${String(/** @type {any} */ (error)?.stack)
        .split("\n")
        .slice(0, 3)
        .join(" | ")}`;
    else if (!names.some((name) => error.message.includes(name)))
      wrong = `no file named: ${error.message.slice(0, 200)}`;
    else if (error.message.length > 2000) wrong = `a sentence of ${error.message.length} characters`;
  }
  tell({ ends: number, kind: kind.name, refused, wrong });
}
rmSync(scratch, { recursive: true, force: true });
process.disconnect?.();
