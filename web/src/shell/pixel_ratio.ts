// SPDX-License-Identifier: MIT
// The pixel ratio changes without a change of size: by the browser's zoom, or on another screen.

/** Calls the function after each change. Returns a function that ends this. */
export function onPixelRatio(changed: () => void): () => void {
  let query: MediaQueryList;
  const listen = () => {
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', again, {once: true});
  };
  const again = () => {
    listen();
    changed();
  };
  listen();
  return () => query.removeEventListener('change', again);
}
