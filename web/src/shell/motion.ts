// SPDX-License-Identifier: MIT

/** Returns whether the system asks for reduced motion. Then pages start paused. */
export function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
