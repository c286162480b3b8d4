/** Keeps the page for visits without a network; the model's files are kept by the page itself, under their checksums. */
const SHELL = "mulrel-page";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(["./", "./icon.svg"])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The network first, so that a new page is seen at once; what was kept when there is none. */
async function answer(request) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isModel = /\/model\/(?!index\.json)/.test(pathname);
  if (request.method !== "GET" || origin !== self.location.origin || isModel) return;
  event.respondWith(answer(request));
});
