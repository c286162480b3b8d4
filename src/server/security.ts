/** Who may call, from where, and what a browser may do with the answer. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError } from "./http-errors.js";

/** Only from this server; the page's linker is WebAssembly. No inline script or style anywhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

export function addSecurityHeaders(app: FastifyInstance, corsAllowed: boolean): void {
  const all = { ...headers, "cross-origin-resource-policy": corsAllowed ? "cross-origin" : "same-origin" };
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(all);
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Needs no token: the page, its files, and what a supervisor asks. */
    open?: boolean;
    /** Needs no worker: let in however many texts are waiting. */
    isUnqueued?: boolean;
  }
}

/** Compares hashes, so that neither the time nor the length tells anything of the token. */
export function createTokenCheck(token: string): (request: FastifyRequest) => void {
  const hash = (value: string) => createHash("sha256").update(value).digest();
  const wanted = hash(token);
  return (request) => {
    if (request.routeOptions.config.open) return;
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (given !== undefined && timingSafeEqual(hash(given), wanted)) return;
    const [sentence, error] =
      given === undefined
        ? ['This server wants a token: send the header "Authorization: Bearer TOKEN".', ""]
        : ["The token is not the one this server wants.", ', error="invalid_token"'];
    throw new HttpError(401, "unauthorized", sentence, {
      "www-authenticate": `Bearer realm="mulrel"${error}`,
    });
  };
}
