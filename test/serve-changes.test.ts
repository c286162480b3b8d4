/** Own entities over HTTP against the built command: with a token, with ETags, seen by other servers, and there after kill -9. */
import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveSmallLinker } from "./fixtures/small-linker.js";
import { temporaryFolder } from "./temporary-folder.js";

const root = resolve(import.meta.dirname, "..");
const model = temporaryFolder();
const changes = join(temporaryFolder(), "own.changes");
const token = "letmein";
/** Changes that are answered before the server is killed in the midst of the next. */
const ENOUGH = 40;
const running = new Set<ChildProcess>();

beforeAll(() => saveSmallLinker(model));
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** A server with the folder of changes; its address, and its process. */
async function serve(folder = changes): Promise<{ address: string; child: ChildProcess }> {
  const flags = ["serve", "--port", "0", "-m", model, "--changes", folder, "--workers", "1", "--quiet"];
  const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), ...flags], {
    env: { ...process.env, MULREL_TOKEN: token },
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let said = "";
  const address = await new Promise<string>((go, fail) => {
    child.stderr!.on("data", (data) => {
      said += data;
      const found = /(http:\S+)/.exec(said)?.[1];
      if (found) go(found);
    });
    child.once("exit", () => fail(new Error(said)));
  });
  return { address, child };
}

function ask(address: string, method: string, path: string, body?: object, headers = {}) {
  return fetch(address + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function linked(address: string, text: string): Promise<(string | undefined)[]> {
  const answer = await ask(address, "POST", "/v1/link", { text });
  expect(answer.status).toBe(200);
  const { links } = (await answer.json()) as { links: { entity: { id: string } | null }[] };
  return links.map((link) => link.entity?.id);
}

describe("own entities over HTTP", { timeout: 120_000 }, () => {
  test("are put, changed against an ETag, taken away, and seen by another server", async () => {
    const [one, other] = await Promise.all([serve(), serve()]);
    const at = "/v1/entities/Z-1";
    const made = await ask(one.address, "PUT", at, { title: "Zephyrion" });
    expect([made.status, made.headers.get("etag")]).toEqual([200, '"1"']);
    const text = "We met at Zephyrion today.";
    for (const { address } of [one, other]) expect(await linked(address, text)).toEqual(["Z-1"]);
    const read = await ask(other.address, "GET", at);
    expect([read.headers.get("etag"), ((await read.json()) as { layer: string }).layer]).toEqual([
      '"1"',
      "own",
    ]);
    const late = await ask(one.address, "PUT", at, { title: "Zephyrion 2" }, { "if-match": '"0"' });
    expect(late.status).toBe(412);
    const next = await ask(
      other.address,
      "PUT",
      at,
      { title: "Zephyrion", url: "https://example.org" },
      { "if-match": '"1"' },
    );
    expect(next.status).toBe(200);
    expect((await ask(one.address, "DELETE", "/v1/entities/Q5")).status).toBe(404);
    expect((await ask(one.address, "DELETE", at)).status).toBe(200);
    for (const { address } of [one, other]) expect(await linked(address, text)).not.toContain("Z-1");
    const same = { put: [{ id: "E-1", title: "Blighty", sameAs: "Nowhere" }] };
    expect((await ask(one.address, "POST", "/v1/entities", same)).status).toBe(400);
    const bare = await fetch(`${one.address}${at}`, { method: "PUT", body: "{}" });
    expect(bare.status).toBe(401);
    one.child.kill("SIGKILL");
    other.child.kill("SIGKILL");
  });

  test("that were answered with 200 are there after kill -9, while others link", async () => {
    const folder = join(temporaryFolder(), "killed.changes");
    const first = await serve(folder);
    const answered: string[] = [];
    const failed: unknown[] = [];
    let isOver = false;
    const put = async (writer: number) => {
      for (let i = 0; !isOver; i++) {
        const id = `W-${writer}-${i}`;
        const answer = await ask(first.address, "PUT", `/v1/entities/${id}`, { title: `Thing ${id}` });
        if (answer.status === 200) answered.push(id);
        else failed.push(answer.status);
      }
    };
    const link = async () => {
      while (!isOver) await linked(first.address, "England beat Germany on penalties.");
    };
    const gone = (error: unknown) => {
      if (!isOver) failed.push(error);
    };
    const work = [0, 1, 2, 3]
      .map((w) => put(w).catch(gone))
      .concat([0, 1, 2, 3].map(() => link().catch(gone)));
    while (answered.length < ENOUGH && failed.length === 0) await new Promise((go) => setTimeout(go, 20));
    isOver = true;
    first.child.kill("SIGKILL");
    await Promise.all(work);
    expect(failed).toEqual([]);
    const second = await serve(folder);
    for (const id of answered) {
      expect((await ask(second.address, "GET", `/v1/entities/${id}`)).status, id).toBe(200);
    }
    second.child.kill("SIGKILL");
  });
});
