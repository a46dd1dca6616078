// SPDX-License-Identifier: MIT
// A map prepared for moving: chains, masu's corridor, and the copy in the steps module that records
// its steps.
import type {Corridor, Masu, Response, WallChain} from 'masu';
import type {Steps} from '../../shell/steps';
import type {Walls} from './maps';

/** A box around consecutive walls, or on higher levels around boxes. */
export interface WallBox {
  /** 0 around walls; groups have no other level. */
  level: number;
  /** Its id in searches: a node of up to eight boxes, or the group itself. */
  node: number;
  least: [number, number];
  greatest: [number, number];
}

/** The path of a ball in one frame, and what was tested. */
export interface BallPath {
  end: [number, number];
  /** The wall, the point on it, and the position of the ball then. */
  contacts: {wall: number; point: [number, number]; position: [number, number]}[];
  nodes: Set<number>;
  measured: Set<number>;
}

const kResponses: readonly Response[] = ['slide', 'bounce'];

export class Room {
  readonly vertices: Float32Array;
  readonly chains: WallChain[];
  readonly bounds: {least: [number, number]; greatest: [number, number]};
  readonly corridor: Corridor;
  /** Whether the inside of the map is defined. */
  readonly closed: boolean;

  /** reach: a mover's radius plus its displacement per frame. */
  constructor(masu: Masu, private readonly steps: Steps, readonly walls: Walls, reach: number) {
    const {vertices, chains} = masu.chains(walls.ends);
    this.vertices = vertices as Float32Array;
    this.chains = chains;
    this.bounds = boundsOf(this.vertices);
    this.corridor = masu.corridor(vertices, chains, {reach});
    const [status, closed] = steps.call('corridor_open', [walls.closing, reach], walls.ends);
    if (status !== 0) throw new Error(`masu rejects these walls with status ${status}`);
    this.closed = closed !== 0;
  }

  /** The boxes of the tree. */
  treeBoxes(): WallBox[] {
    const numbers = this.steps.call('corridor_boxes', []);
    return rows(numbers, 0, 6, ([level, node, x0, y0, x1, y1]) =>
      ({level: level!, node: node!, least: [x0!, y0!], greatest: [x1!, y1!]}));
  }

  /** The paper's groups of k. */
  groups(k: number): {boxes: WallBox[]; runs: number} {
    const numbers = this.steps.call('corridor_groups', [k]);
    let node = 0;
    const boxes = rows(numbers, 1, 4, ([x0, y0, x1, y1]): WallBox =>
      ({level: 0, node: node++, least: [x0!, y0!], greatest: [x1!, y1!]}));
    return {boxes, runs: numbers[0] ?? 0};
  }

  /** Records what Corridor.move() does with a ball, step by step. */
  path(
    from: readonly number[], radius: number, displacement: readonly number[], response: Response,
    groups: boolean,
  ): BallPath {
    const numbers = this.steps.call('corridor_path', [
      from[0]!, from[1]!, radius, displacement[0]!, displacement[1]!, kResponses.indexOf(response),
      groups ? 1 : 0,
    ]);
    const [, x = 0, y = 0, contacts = 0, nodes = 0] = numbers;
    const after = 6 + 5 * contacts;
    return {
      end: [x, y],
      contacts: rows(numbers.subarray(0, after), 6, 5, ([wall, px, py, x, y]) =>
        ({wall: wall!, point: [px!, py!], position: [x!, y!]})),
      nodes: new Set(numbers.subarray(after, after + nodes)),
      measured: new Set(numbers.subarray(after + nodes)),
    };
  }

  /**
   * Returns positions with space around them, x and y of each: fewer where there is no more space.
   */
  positions(count: number, radius: number, seed: number): Float64Array {
    return this.steps.call('crowd_positions', [count, radius, seed]);
  }

  /** Returns how many of these positions are outside. */
  outside(positions: ArrayLike<number>): number {
    return this.steps.call('crowd_outside', [], positions)[0]!;
  }

  free(): void {
    this.corridor.free();
  }
}

function rows<R>(numbers: Float64Array, from: number, width: number, read: (row: Float64Array) => R) {
  const list: R[] = [];
  for (let offset = from; offset + width <= numbers.length; offset += width) {
    list.push(read(numbers.subarray(offset, offset + width)));
  }
  return list;
}

function boundsOf(vertices: Float32Array): Room['bounds'] {
  const bounds: Room['bounds'] = {least: [Infinity, Infinity], greatest: [-Infinity, -Infinity]};
  for (let i = 0; i < vertices.length; ++i) {
    const a = (i & 1) as 0 | 1;
    bounds.least[a] = Math.min(bounds.least[a], vertices[i]!);
    bounds.greatest[a] = Math.max(bounds.greatest[a], vertices[i]!);
  }
  return bounds;
}
