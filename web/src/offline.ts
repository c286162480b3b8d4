/** Lets the page work without a network after the first visit: a service worker, and what this visit has loaded given to it. */

/** The service worker's own cache. */
const SHELL = "mulrel-page";

export async function keepForOffline(): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return;
  await navigator.serviceWorker.register("./service-worker.js");
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const own = loaded.filter((address) => address.startsWith(location.origin) && !address.includes("/model/"));
  const cache = await caches.open(SHELL);
  await cache.addAll([...new Set(own), new URL("model/index.json", document.baseURI).href]);
}
