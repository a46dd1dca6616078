// SPDX-License-Identifier: MIT
// Keeps what pages load. Files whose names contain their hash never change and come from the cache;
// everything else comes from the network, and from the cache where there is none.
const kCache = 'masu-playground';
const isHashed = (url) => /\/assets\/[^/]+-[\w-]{8}\.\w+$/.test(new URL(url).pathname);
const isOurs = (url) => url.startsWith(new URL('./', self.location).href);

async function keep(request, response) {
  if (response.ok && response.type === 'basic') {
    const copy = response.clone();
    // Without space for it, the page has it all the same.
    await caches.open(kCache).then((cache) => cache.put(request, copy)).catch(() => undefined);
  }
  return response;
}

async function answer(request) {
  const cached = () => caches.match(request, {ignoreSearch: request.mode === 'navigate'});
  if (isHashed(request.url)) return (await cached()) ?? keep(request, await fetch(request));
  try {
    return await keep(request, await fetch(request));
  } catch (error) {
    const found = await cached();
    if (found === undefined) throw error;
    return found;
  }
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && isOurs(event.request.url)) event.respondWith(answer(event.request));
});
// What was loaded before this worker was there.
self.addEventListener('message', ({data}) => {
  const keepAll = async () => {
    const cache = await caches.open(kCache);
    for (const url of data.filter(isOurs)) {
      if (await cache.match(url) === undefined) await cache.add(url).catch(() => undefined);
    }
  };
  void keepAll();
});
