// SPDX-License-Identifier: MIT
import {sides} from './pair';
import {inks} from './inks';

/** Explains the colours: names of style.css, and words. */
export function legend(
  parent: HTMLElement, entries: readonly (readonly [string, string])[], shapes = true,
): void {
  const root = document.createElement('p');
  root.className = 'legend';
  const all = [...(shapes ? sides.map((side) => [inks[side], side.toUpperCase()] as const) : []), ...entries];
  for (const [ink, text] of all) {
    const entry = document.createElement('span');
    const swatch = document.createElement('i');
    swatch.style.background = `var(--${ink})`;
    entry.append(swatch, text);
    root.append(entry);
  }
  parent.append(root);
}
