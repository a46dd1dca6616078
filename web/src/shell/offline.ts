// SPDX-License-Identifier: MIT
// A page that was opened once also works offline: public/sw.js keeps its files.

let kept = false;

/** Registers the service worker, and hands it what the first page has loaded before. */
export function keepOffline(): void {
  if (kept || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  kept = true;
  const keep = async () => {
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI));
    const {active} = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({name}) => name);
    active?.postMessage([location.href.split('#', 1)[0]!, ...loaded]);
  };
  // Only a convenience: where it fails, as in private windows, the page works online.
  keep().catch(() => undefined);
}
