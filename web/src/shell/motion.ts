// SPDX-License-Identifier: MIT

/** Has the system been told that things are not to move by themselves? Then pages begin in a pause. */
export function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
