// SPDX-License-Identifier: MIT

/**
 * Calls the function when most of an element comes into view and when it leaves. Returns a function
 * that ends this.
 */
export function onVisible(element: Element, changed: (visible: boolean) => void, share = 0.5): () => void {
  let visible = false;
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1)!;
    // An element higher than the window never shows its share: half of the window does as well.
    const is = last.intersectionRatio >= share || last.intersectionRect.height > 0.5 * innerHeight;
    if (is !== visible) changed(visible = is);
  }, {threshold: [0, 0.1, 0.2, 0.3, share, 0.75]});
  observer.observe(element);
  return () => observer.disconnect();
}
