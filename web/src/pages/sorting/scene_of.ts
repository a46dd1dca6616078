// SPDX-License-Identifier: MIT

/** Returns the minimum and maximum corner of all boxes, with a margin. */
export function domainOf(boxes: Float32Array): number[] {
  const domain = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < boxes.length; i += 4) {
    for (const axis of [0, 1]) {
      domain[axis] = Math.min(domain[axis]!, boxes[i + axis]!);
      domain[axis + 2] = Math.max(domain[axis + 2]!, boxes[i + axis + 2]!);
    }
  }
  const air = 0.03 * Math.max(domain[2]! - domain[0]!, domain[3]! - domain[1]!);
  return domain.map((v, k) => (k < 2 ? v - air : v + air));
}

/** Returns whether all lists hold the same pairs in any order. */
export function samePairs(lists: readonly (readonly (readonly [number, number])[])[]): boolean {
  const names = lists.map((list) => list.map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`).sort().join());
  return names.every((name) => name === names[0]);
}
