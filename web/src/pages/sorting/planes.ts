// SPDX-License-Identifier: MIT
// The edges of all boxes in the order of the BSP tree: in front of a plane, in it, behind.
import type {PlaneNode, Step} from './tape';

export interface Span {
  readonly parent: number;
  /**
   * The start of its range of edges, the start of those in its plane, and the number of its edges.
   */
  start: number;
  own: number;
  size: number;
}

/** Ranges by node, from the steps that made them, in the same order. */
export function spansOf(nodes: readonly PlaneNode[], steps: readonly Step[]): Span[] {
  const made = steps.filter(({kind}) => kind === 'plane');
  const open: number[] = [];
  const spans = nodes.map(({depth, boxes}, k): Span => {
    open.length = depth;
    open[depth] = k;
    return {parent: depth === 0 ? -1 : open[depth - 1]!, start: 0, own: 0, size: boxes.length};
  });
  for (let k = spans.length; k-- > 1;) spans[spans[k]!.parent]!.size += spans[k]!.size;
  // A node's first child is in front of it, if there is anything in front.
  const entered = new Set<number>();
  for (const span of spans) {
    const above = spans[span.parent];
    if (above !== undefined) {
      const inFront = made[span.parent]!.of[6]! > 0 && !entered.has(span.parent);
      entered.add(span.parent);
      span.start = inFront ? above.start : above.start + above.size - span.size;
      if (inFront) above.own = span.start + span.size;
    }
    span.own = span.start;
  }
  return spans;
}

/** Returns the boxes in the order of their first edge. */
export function orderOf(nodes: readonly PlaneNode[], spans: readonly Span[]): number[] {
  const edges: number[] = [];
  nodes.forEach(({boxes}, k) => boxes.forEach((box, i) => { edges[spans[k]!.own + i] = box; }));
  return [...new Set(edges)];
}
