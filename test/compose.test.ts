/** compose.yaml as far as it can be had without containers: it is what Compose wants, and its commands run as written but for addresses. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { writeDocuments } from "../scripts/jobs/make-documents.mjs";
import { mulrel } from "../scripts/jobs/processes.mjs";
import { startRedis } from "../scripts/jobs/redis-server.mjs";
import { temporaryFolder } from "./temporary-folder.js";

const root = resolve(import.meta.dirname, "..");
const source = readFileSync(join(root, "compose.yaml"), "utf8");

interface Service {
  image?: string;
  build?: string;
  entrypoint?: string[];
  command: string[];
  working_dir?: string;
  environment?: Record<string, string>;
  volumes: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: Record<string, unknown>;
}

const compose = parse(source) as { services: Record<string, Service>; volumes: Record<string, unknown> };
const { redis, ...own } = compose.services;

/** A command of a service where the container's folder and Redis are ours. */
function local(service: Service, folder: string, url: string) {
  const [program, script] = service.entrypoint!;
  expect(program).toBe("node");
  const args = service.command.map((word) => word.replace("/data", folder).replace("0.0.0.0:9100", "0"));
  const variables = Object.entries(service.environment!).map(([name, value]) => [
    name,
    value.replace("redis://redis:6379", url),
  ]);
  return {
    script: script.replace("/mulrel", root),
    args,
    options: { cwd: service.working_dir!.replace("/data", folder), env: Object.fromEntries(variables) },
  };
}

test("every service has an image or the Dockerfile, every folder and every other service that it names is there", () => {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  expect(Object.keys(own)).toEqual(["submit", "worker"]);
  for (const { image, build, volumes, depends_on = {} } of Object.values(compose.services)) {
    expect(image === undefined).toBe(build !== undefined);
    for (const volume of volumes) {
      expect(volume).toMatch(/^(\$\{MULREL_FOLDER:-\.\}|[a-z]+):\/data$/);
      if (/^[a-z]/.test(volume)) expect(compose.volumes).toHaveProperty(volume.split(":")[0]);
    }
    for (const [name, { condition }] of Object.entries(depends_on)) {
      expect(compose.services[name].healthcheck).toBeDefined();
      expect(condition).toBe("service_healthy");
    }
  }
  for (const { entrypoint } of Object.values(own)) {
    expect(entrypoint![1]).toBe("/mulrel/dist/cli/main.js");
    expect(existsSync(entrypoint![1].replace("/mulrel", root))).toBe(true);
  }
  expect(dockerfile).toContain("WORKDIR /mulrel");
  expect(dockerfile).toContain("COPY --from=build /mulrel/dist dist");
});

test("a batch goes through the commands as they stand there", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "corpus"));
  await writeDocuments(join(folder, "corpus", "documents.jsonl"), 4);
  const [program, ...settings] = redis.command;
  expect(program).toBe("redis-server");
  const server = await startRedis(settings);
  const started = Object.values(own).map((service) => {
    const { script, args, options } = local(service, folder, server.url);
    const child = spawn(process.execPath, [script, ...args], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    const ended = new Promise((done) => child.once("close", done));
    return { child, ended, said: () => said };
  });
  const [submit, worker] = started;
  try {
    expect(await submit.ended, submit.said()).toBe(0);
    while (!/shard \w+ done/.test(worker.said())) {
      expect(worker.child.exitCode, worker.said()).toBeNull();
      expect(worker.said()).not.toMatch(/shard \w+ failed/);
      await new Promise((next) => setTimeout(next, 50));
    }
    worker.child.kill("SIGTERM");
    expect(await worker.ended, worker.said()).toBe(0);
    // the last line of the file's own instructions
    const merge = /run --rm worker (jobs merge .*)/.exec(source)![1].replaceAll("/data", folder).split(" ");
    await mulrel(merge);
    expect(existsSync(join(folder, "links.jsonl.gz"))).toBe(true);
  } finally {
    for (const { child } of started) if (child.exitCode === null) child.kill("SIGKILL");
    await server.stop();
  }
}, 120_000);
