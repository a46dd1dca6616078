// SPDX-License-Identifier: MIT
// A finger on a canvas drags what it touches, and scrolls the page elsewhere.

/**
 * Lets a finger scroll the page where `grabs` says no; two fingers belong to the canvas. The style
 * `touch-action: pan-y` allows scrolling unless the first event of a touch forbids it. `grabs` is
 * called after that touch's pointerdown.
 */
export function leaveScrolling(canvas: HTMLElement, grabs: (x: number, y: number) => boolean): void {
  canvas.addEventListener('touchstart', (event) => {
    const [first] = event.touches;
    if (first === undefined) return;
    const box = canvas.getBoundingClientRect();
    const here = () => grabs(first.clientX - box.left, first.clientY - box.top);
    if (event.touches.length > 1 || here()) event.preventDefault();
  }, {passive: false});
}
