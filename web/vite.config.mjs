// Builds the page twice from the same sources: for `mulrel serve` (dist/web) and, in mode "site", for any static host.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A static host sends no headers of ours, so the page brings the server's policy itself. */
function contentSecurityPolicy() {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";
  return {
    name: "content-security-policy",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: policy },
        injectTo: "head-prepend",
      },
    ],
  };
}

/** The fonts go with their licence. */
function fontLicences() {
  return {
    name: "font-licences",
    generateBundle() {
      for (const font of ["inter", "source-serif-4"]) {
        const source = readFileSync(at(`../node_modules/@fontsource-variable/${font}/LICENSE`), "utf8");
        this.emitFile({ type: "asset", fileName: `assets/${font}-LICENSE.txt`, source });
      }
    },
  };
}

export default defineConfig(({ mode }) => {
  const isSite = mode === "site";
  return {
    root: at("."),
    base: "./",
    logLevel: "warn",
    resolve: {
      alias: {
        "#backend": at(isSite ? "src/worker-backend.ts" : "src/server-backend.ts"),
        "@fontsource-variable": at("../node_modules/@fontsource-variable"),
      },
    },
    worker: { format: "es" },
    plugins: [fontLicences(), isSite && contentSecurityPolicy()],
    build: {
      outDir: at(isSite ? "../site" : "../dist/web"),
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: isSite ? [at("index.html")] : [at("index.html"), at("api.html")] },
    },
  };
});
