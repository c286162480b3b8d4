/** The page's built files, held in memory: a fixed list, so that no address can reach anything else on the disk. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Where the build puts the page, seen from the sources and from dist/ alike. */
function pageFolder(): string {
  return fileURLToPath(new URL("../../dist/web", import.meta.url));
}

export function addPageFiles(app: FastifyInstance, folder = pageFolder()): void {
  if (!existsSync(folder)) return;
  const config = { open: true };
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const type = types[extname(name)];
    if (!type) continue;
    const bytes = readFileSync(join(folder, name));
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    // the names under assets/ carry a hash of their content
    const cache = name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    const path = name === "index.html" ? "/" : `/${name.replace(/\.html$/, "")}`;
    app.get(path, { config, schema: { hide: true } }, (request, reply) => {
      reply.header("etag", etag).header("cache-control", cache);
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type(type).send(bytes);
    });
  }
}
