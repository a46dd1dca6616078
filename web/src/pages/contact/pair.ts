// SPDX-License-Identifier: MIT
// Two shapes and their poses: in the address, for the C++ steps, for the command line tool.
import {wordIn} from '../../shell/address';
import type {State} from '../../shell/page';
import type {Vector} from './records';
import {quaternion, turned} from './rotation';
import {flatShapes, solidShapes, type Shape} from './shapes';

/** Positions in hundredths, rotations in degrees: one angle in 2D, about x, y, z in turn in 3D. */
export interface Placed {
  shape: Shape;
  at: number[];
  turn: number[];
}
export type Side = 'a' | 'b';
export const sides: readonly Side[] = ['a', 'b'];

export interface PairOptions {
  /** Only shapes with corners. */
  sharp?: boolean;
  /** They overlap initially. */
  overlap?: boolean;
}

const apart = {
  2: {a: {name: 'stone', at: [-1.3, -0.2], turn: [0]}, b: {name: 'box', at: [1.4, 0.4], turn: [30]}},
  3: {
    a: {name: 'box', at: [-1.1, 0, 0], turn: [0, 20, 0]},
    b: {name: 'icosahedron', at: [1, 0.3, 0], turn: [10, 0, 0]},
  },
};

const inEachOther = {
  2: {a: {name: 'stone', at: [-0.7, -0.2], turn: [0]}, b: {name: 'box', at: [0.7, 0.3], turn: [20]}},
  3: {
    a: {name: 'box', at: [-0.2, -0.5, 0], turn: [0, 10, 0]},
    b: {name: 'box', at: [0.3, 0.45, 0.2], turn: [0, 40, 0]},
  },
};

export class Pair {
  readonly shapes: readonly Shape[];
  readonly a: Placed;
  readonly b: Placed;
  /** The shape that the keys move. */
  held: Side = 'b';

  constructor(readonly dimension: 2 | 3, state: State, private readonly options: PairOptions) {
    const all = dimension === 2 ? flatShapes : solidShapes;
    this.shapes = options.sharp === true ? all.filter((shape) => shape.sharp) : all;
    this.a = this.read(state, 'a');
    this.b = this.read(state, 'b');
  }

  private read(state: State, side: Side): Placed {
    const begin = (this.options.overlap === true ? inEachOther : apart)[this.dimension][side];
    const names = this.shapes.map(({name}) => name);
    const name = wordIn(state, side, [begin.name, ...names]);
    const numbers = (state[`${side}p`] ?? '').split(',').map(Number);
    const turns = this.dimension === 2 ? 1 : 3;
    const good = numbers.length === this.dimension + turns && numbers.every((x) => Math.abs(x) <= 1000);
    return {
      shape: this.shapes.find((shape) => shape.name === name)!,
      at: good ? numbers.slice(0, this.dimension) : [...begin.at],
      turn: good ? numbers.slice(this.dimension) : [...begin.turn],
    };
  }

  /** The state for the address. */
  state(): Record<string, string> {
    const poseOf = ({at, turn}: Placed) => [...at, ...turn].join(',');
    return {a: this.a.shape.name, ap: poseOf(this.a), b: this.b.shape.name, bp: poseOf(this.b)};
  }

  /** The input of the steps. */
  input(): number[] {
    return sides.flatMap((side) => {
      const {shape, at, turn} = this[side];
      const {kind, radius, points} = shape;
      return [kind, radius, points.length, ...points.flat(), ...at, ...quaternion(turn)];
    });
  }

  sharp(): boolean {
    return this.a.shape.sharp && this.b.shape.sharp;
  }

  move(side: Side, to: Vector): void {
    const most = this.dimension === 2 ? 2.6 : 2;
    this[side].at = to.map((x) => rounded(Math.min(most, Math.max(-most, x)), 100));
  }
  turnTo(side: Side, degrees: Vector): void {
    this[side].turn = degrees.map((x) => rounded(((x % 360) + 540) % 360 - 180, 1));
  }

  toWorld(side: Side, p: Vector): Vector {
    const {at, turn} = this[side];
    return turned(turn, p).map((x, i) => x + at[i]!);
  }

  /** Returns the shape as an argument of the command line tool. */
  words(side: Side): string {
    const {shape, at, turn} = this[side];
    const turns = turn.length === 1 ? `${turn[0]}` :
      turn.map((degrees, i) => degrees === 0 ? '' : `${degrees}${'xyz'[i]}`).join('');
    return `${shape.words}@${at.join(',')}${turns === '' || turns === '0' ? '' : `~${turns}`}`;
  }
  /** Returns the shape as JSON, exact to the last bit. */
  json(side: Side): string {
    const {shape, at, turn} = this[side];
    return JSON.stringify({...shape.fields, position: at, rotation: quaternion(turn)});
  }
}

function rounded(x: number, parts: number): number {
  return Math.round(x * parts) / parts + 0; // no -0
}
