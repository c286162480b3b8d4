import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { writeFileAtomically } from "./atomic-file.js";
import { thisProcess } from "./process-identity.js";
import { withWriteLock } from "./write-lock.js";

/** The number of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid!;
}

test("of many that want to write at once, one at a time does, and the others are told who", async () => {
  const path = join(temporaryFolder(), "deep", "a.kb");
  let writers = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      withWriteLock(path, "kb add", async () => {
        expect(++writers).toBe(1);
        await new Promise((go) => setTimeout(go, 30));
        writers--;
      }),
    ),
  );
  const refused = results.filter((r) => r.status === "rejected").map((r) => r.reason as Error);
  expect(results.length - refused.length).toBeGreaterThan(0);
  for (const error of refused) {
    expect(error).toMatchObject({ code: "busy" });
    expect(error.message).toContain(`process ${process.pid}`);
    expect(error.message).toContain("mulrel kb add");
  }
  expect(readdirSync(join(path, ".."))).toEqual([]);
});

test("a holder that was killed holds nothing, even when its number was given anew", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "a.kb");
  const claim = { ...thisProcess(), work: "kb add" };
  writeFileSync(`${path}.lock-1`, JSON.stringify({ ...claim, pid: await deadProcess() }));
  writeFileSync(`${path}.lock-2`, JSON.stringify({ ...claim, started: `${claim.started}0` }));
  expect(await withWriteLock(path, "kb add", async () => "done")).toBe("done");
  expect(readdirSync(folder)).toEqual([]);
});

test("a holder on another machine holds the lock as long as it gives signs of life", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "a.kb");
  const other = `${path}.lock-1`;
  writeFileSync(other, JSON.stringify({ ...thisProcess(), machine: "ffffffff", host: "far", work: "make" }));
  await expect(withWriteLock(path, "make", async () => {})).rejects.toThrow(/on far \(mulrel make\)/);
  const anHourAgo = Date.now() / 1000 - 3600;
  utimesSync(other, anHourAgo, anHourAgo);
  await withWriteLock(path, "make", async () => {});
  expect(existsSync(other)).toBe(false);
});

test("what killed writers left under temporary names is removed by the next, a living one's is not", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "a.kb");
  const { machine } = thisProcess();
  mkdirSync(`${path}.${machine}-${await deadProcess()}-00000000.tmp`);
  writeFileSync(`${path}.${machine}-${await deadProcess()}-00000001.tmp`, "half");
  const living = `a.kb.${machine}-${process.ppid}-00000002.tmp`;
  writeFileSync(join(folder, living), "half");
  await writeFileAtomically(path, "whole");
  expect(readdirSync(folder)).toEqual(["a.kb", living]);
});
