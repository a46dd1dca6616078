// SPDX-License-Identifier: MIT
// Two shapes and their poses: in the address, for the C++ steps, for the command line tool.
import {wordIn} from '../../shell/address';
import type {State} from '../../shell/page';
import type {Vector} from './records';
import {quaternion, rotated} from './rotation';
import {flatShapes, solidShapes, type Shape} from './shapes';

/** Positions in hundredths, rotations in degrees: one angle in 2D, about x, y, z in turn in 3D. */
export interface PosedShape {
  shape: Shape;
  position: number[];
  angles: number[];
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
  2: {
    a: {name: 'stone', position: [-1.3, -0.2], angles: [0]},
    b: {name: 'box', position: [1.4, 0.4], angles: [30]},
  },
  3: {
    a: {name: 'box', position: [-1.1, 0, 0], angles: [0, 20, 0]},
    b: {name: 'icosahedron', position: [1, 0.3, 0], angles: [10, 0, 0]},
  },
};

const overlapping = {
  2: {
    a: {name: 'stone', position: [-0.7, -0.2], angles: [0]},
    b: {name: 'box', position: [0.7, 0.3], angles: [20]},
  },
  3: {
    a: {name: 'box', position: [-0.2, -0.5, 0], angles: [0, 10, 0]},
    b: {name: 'box', position: [0.3, 0.45, 0.2], angles: [0, 40, 0]},
  },
};

export class Pair {
  readonly shapes: readonly Shape[];
  readonly a: PosedShape;
  readonly b: PosedShape;
  /** The shape that the keys move. */
  held: Side = 'b';

  constructor(readonly dimension: 2 | 3, state: State, private readonly options: PairOptions) {
    const all = dimension === 2 ? flatShapes : solidShapes;
    this.shapes = options.sharp === true ? all.filter((shape) => shape.sharp) : all;
    this.a = this.read(state, 'a');
    this.b = this.read(state, 'b');
  }

  private read(state: State, side: Side): PosedShape {
    const begin = (this.options.overlap === true ? overlapping : apart)[this.dimension][side];
    const names = this.shapes.map(({name}) => name);
    const name = wordIn(state, side, [begin.name, ...names]);
    const numbers = (state[`${side}p`] ?? '').split(',').map(Number);
    const angleCount = this.dimension === 2 ? 1 : 3;
    const valid =
      numbers.length === this.dimension + angleCount && numbers.every((x) => Math.abs(x) <= 1000);
    return {
      shape: this.shapes.find((shape) => shape.name === name)!,
      position: valid ? numbers.slice(0, this.dimension) : [...begin.position],
      angles: valid ? numbers.slice(this.dimension) : [...begin.angles],
    };
  }

  /** The state for the address. */
  state(): Record<string, string> {
    const poseOf = ({position, angles}: PosedShape) => [...position, ...angles].join(',');
    return {a: this.a.shape.name, ap: poseOf(this.a), b: this.b.shape.name, bp: poseOf(this.b)};
  }

  /** The input of the steps. */
  input(): number[] {
    return sides.flatMap((side) => {
      const {shape, position, angles} = this[side];
      const {kind, radius, points} = shape;
      return [kind, radius, points.length, ...points.flat(), ...position, ...quaternion(angles)];
    });
  }

  sharp(): boolean {
    return this.a.shape.sharp && this.b.shape.sharp;
  }

  move(side: Side, to: Vector): void {
    const most = this.dimension === 2 ? 2.6 : 2;
    this[side].position = to.map((x) => rounded(Math.min(most, Math.max(-most, x)), 100));
  }
  rotateTo(side: Side, degrees: Vector): void {
    this[side].angles = degrees.map((x) => rounded(((x % 360) + 540) % 360 - 180, 1));
  }

  toWorld(side: Side, p: Vector): Vector {
    const {position, angles} = this[side];
    return rotated(angles, p).map((x, i) => x + position[i]!);
  }

  /** Returns the shape as an argument of the command line tool. */
  words(side: Side): string {
    const {shape, position, angles} = this[side];
    const suffix = angles.length === 1 ? `${angles[0]}` :
      angles.map((degrees, i) => degrees === 0 ? '' : `${degrees}${'xyz'[i]}`).join('');
    return `${shape.words}@${position.join(',')}${suffix === '' || suffix === '0' ? '' : `~${suffix}`}`;
  }
  /** Returns the shape as JSON, exact to the last bit. */
  json(side: Side): string {
    const {shape, position, angles} = this[side];
    return JSON.stringify({...shape.fields, position, rotation: quaternion(angles)});
  }
}

function rounded(x: number, parts: number): number {
  return Math.round(x * parts) / parts + 0; // no -0
}
