/** Which methods an address takes, for 405: an address that is there but not by this method. */
import type { FastifyInstance } from "fastify";

/** Listens to the routes as they are added; the function gives the methods of a path, none for one that is not there. */
export function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:\w+/g, "[^/]+");
    routes.push({ pattern: new RegExp(`^${escaped}$`), methods: [method].flat() });
  });
  return (path) => [
    ...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
  ];
}
