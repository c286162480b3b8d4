// Builds the page twice from the same sources: for `mulrel serve` (dist/web) and, in mode "site", for any static host.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

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
