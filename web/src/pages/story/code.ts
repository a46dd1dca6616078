// SPDX-License-Identifier: MIT
// Five lines of code for each method, and which of them makes a step.
import type {Step} from '../sorting/tape';

export const code: Record<string, readonly string[]> = {
  all_pairs: [
    'for (let i = 0; i < n; ++i)',
    '  for (let k = i + 1; k < n; ++k)',
    '    if (overlap(boxes[i], boxes[k]))',
    '      pairs.push([i, k]);',
    '// selection sort: swap the least to the front',
  ],
  sweep: [
    'insertionSort(boxes, (a, b) => a.min - b.min);',
    'for (let i = 0; i < n; ++i)',
    '  for (let k = i + 1; boxes[k]?.min <= boxes[i].max; ++k)',
    '    if (overlap(boxes[i], boxes[k]))',
    '      pairs.push([i, k]);',
  ],
  grid: [
    'for (const a of boxes) bucketOf(a.min).push(a);',
    'for (const a of boxes)',
    '  for (const bucket of bucketsNear(a))',
    '    for (const b of bucket) if (overlap(a, b))',
    '      pairs.push([a, b]);',
  ],
  kd_tree: [
    'const [less, pivot, more] = split(boxes, axis);',
    'build(less, other(axis)); build(more, other(axis));',
    'if (overlap(node.bounds, other.bounds))  // else skip both',
    '  for (const [a, b] of leaves(node, other)) if (overlap(a, b))',
    '    pairs.push([a, b]);',
  ],
  planes: [
    'const [front, on, behind] = split(edges, lineOf(edges[0]));',
    'build(front); build(behind);',
    'for (const a of boxes)',
    '  for (const b of search(root, a)) if (overlap(a, b))',
    '    pairs.push([a, b]);',
  ],
  tree: [
    'for (const a of boxes) a.key = mortonCode(smallestCell(a));',
    'radixSort(boxes, a => a.key);',
    'for (const a of boxes) { popUntilAncestor(stack, a);',
    '  for (const b of stack) if (overlap(a, b)) found(a, b);',
    '  stack.push(a); }',
  ],
};

/** For each kind of step the line that makes it; a test that finds a pair is the next line. */
const lines: Record<string, Partial<Record<Step['kind'], number>>> = {
  all_pairs: {select: 2, compare: 2, swap: 4},
  sweep: {elements: 0, move: 0, phase: 1, search: 1, visit: 1, compare: 3},
  grid: {cells: 0, insert: 0, phase: 1, search: 1, read: 2, compare: 3},
  kd_tree: {cut: 0, phase: 2, visit: 2, bounds: 2, compare: 3},
  planes: {plane: 0, phase: 2, query: 2, compare: 3},
  tree: {key: 0, phase: 1, enter: 2, pop: 2, push: 4, compare: 3},
};

/** Returns the line of a step; -1: none. */
export function lineOf(method: string, {kind, of}: Step): number {
  const line = kind === 'phase' && of[0] !== 1 ? -1 : lines[method]![kind] ?? -1;
  const hit = (kind === 'compare' || kind === 'select') && of[2] === 1;
  return hit && method !== 'tree' ? line + 1 : line;
}
