// SPDX-License-Identifier: MIT
import {MasuError} from './errors.js';
import {Resource, type Arguments, type Numbers} from './heap.js';
import {bits64, u32} from './layout.js';
import type {Kind, Module} from './module.js';
import {poseOf, rawShape, vectorOf, type Place, type Shape, type Vector} from './shapes.js';
import type {Scalar} from './structs.js';

/** Of what a body is. */
export interface BodyOptions {
  dimension: 2 | 3;
  /** `'float'` by default. */
  scalar?: Scalar;
}

/** A number of one's own for each piece of a body, such as its material. */
export type UserData = ArrayLike<bigint | number>;

/** Cells of tile grids; in space only the first two. */
export const tiles = {
  empty: 0, solid: 1, floorRising: 2, floorFalling: 3, ceilingRising: 4, ceilingFalling: 5, oneWay: 6,
} as const;

/**
 * A polygon, polyhedron, mesh, height field, tile grid or compound. Objects and compounds that have
 * one hold it: after `free()` it lasts as long as they do. Of a change objects must be told by
 * `World.setShape()`.
 */
export class Body extends Resource {
  /** @internal */
  constructor(
    private readonly module: Module,
    /** @internal */
    readonly kind: Kind,
    name: string,
    fill: (args: Arguments, kind: Kind) => number[],
  ) {
    super(
      module.heap.call((args) => {
        const made = args.room(u32);
        module.run(`${name}_create_${kind.suffix}`, ...fill(args, kind), 0, made);
        return u32.read(module.heap.view, made);
      }),
      'body');
  }

  protected destroy(address: number): void {
    this.module.run('body_release', address);
  }

  /** What objects are given. */
  get shape(): Shape {
    void this.pointer;  // refuses what has been freed
    return {kind: 'body', radius: 0, p: [], body: this};
  }

  /** Other places for all vertices of a mesh. O(vertices). */
  setVertices(vertices: Numbers): void {
    this.change('mesh_set_vertices', (args) =>
      [args.numbers(this.kind.reals, vertices), countOf(vertices, this.kind.dimension)]);
  }
  /** Heights of a block of samples of a height field, from `first` on. */
  setHeights(first: Vector, samples: Vector, heights: Numbers): void {
    const axes = this.kind.dimension - 1;
    this.change('height_field_set_heights', (args) => [
      ...args.arrays([Uint32Array, vectorOf(first, axes)], [Uint32Array, vectorOf(samples, axes)],
        [this.kind.reals, heights]), heights.length,
    ]);
  }
  /** Whether a cell of a height field has no ground. */
  setHole(cell: Vector, hole: boolean): void {
    this.change('height_field_set_hole', (args) =>
      [args.numbers(Uint32Array, vectorOf(cell, this.kind.dimension - 1)), hole ? 1 : 0]);
  }
  /** Another tile for a cell of a grid. */
  setTile(cell: Vector, tile: number): void {
    this.change('tile_grid_set', (args) =>
      [args.numbers(Uint32Array, vectorOf(cell, this.kind.dimension)), tile]);
  }
  /** Another place for a child of a compound. */
  moveChild(child: number, to: Place): void {
    this.change('compound_move', (args) =>
      [child, args.struct(this.kind.structs.pose, poseOf(to, this.kind.dimension))]);
  }

  /**
   * A number for each triangle (in 2D segment) of a mesh or child of a compound: `World.userData()`
   * of a hit's object and piece gives it back. None: they have none. `'size_mismatch'`.
   */
  setUserData(userData: UserData): void {
    this.module.heap.call((args) => {
      const at = args.room({size: 8 * userData.length});
      for (let i = 0; i < userData.length; ++i) {
        bits64.write(this.module.heap.view, at + 8 * i, BigInt.asUintN(64, BigInt(userData[i]!)));
      }
      this.module.run('body_set_user_data', this.pointer, at, userData.length);
    });
  }

  private change(name: string, fill: (args: Arguments) => number[]): void {
    this.module.heap.call((args) =>
      this.module.run(`${name}_${this.kind.suffix}`, this.pointer, ...fill(args)));
  }
}

/** Makes bodies. All copy what they are given. */
export class Bodies {
  /** @internal */
  constructor(private readonly module: Module) {}

  /** The convex hull of points in a row. O(n log n). */
  hull(points: Numbers, options: BodyOptions): Body {
    return this.make('hull', options, (args, kind) =>
      [args.numbers(kind.reals, points), countOf(points, kind.dimension)]);
  }
  /** Corners counter-clockwise, in a row. */
  polygon(corners: Numbers, scalar: Scalar = 'float'): Body {
    return this.make('polygon', {dimension: 2, scalar}, (args, kind) =>
      [args.numbers(kind.reals, corners), countOf(corners, 2)]);
  }
  /** Faces as places in `points`, counter-clockwise from outside. */
  polyhedron(points: Numbers, faces: readonly Vector[], scalar: Scalar = 'float'): Body {
    const loops = faces.flatMap((face) => Array.from(face));
    return this.make('polyhedron', {dimension: 3, scalar}, (args, kind) => [
      args.numbers(kind.reals, points), countOf(points, 3), args.numbers(Uint32Array, loops),
      loops.length, args.numbers(Uint32Array, faces.map((face) => face.length)), faces.length,
    ]);
  }
  /** Triangles, in the plane segments: each the next corners, places in `vertices`. */
  mesh(
    vertices: Numbers, corners: Numbers, options: BodyOptions & {userData?: UserData},
  ): Body {
    return withUserData(this.make('mesh', options, (args, kind) => {
      const [points, places] = args.arrays([kind.reals, vertices], [Uint32Array, corners]);
      return [points, countOf(vertices, kind.dimension), places, corners.length];
    }), options.userData);
  }
  /**
   * Ground above an axis, in space above two: `samples` and `spacing` have an element for each of
   * them; heights[i + k * samples[0]].
   */
  heightField(samples: Vector, spacing: Vector, heights: Numbers, scalar: Scalar = 'float'): Body {
    const dimension = samples.length === 1 ? 2 : 3;
    vectorOf(samples, dimension - 1);
    return this.make('height_field', {dimension, scalar}, (args, kind) => [
      ...args.arrays([Uint32Array, samples], [kind.reals, vectorOf(spacing, dimension - 1)],
        [kind.reals, heights]), heights.length,
    ]);
  }
  /** A tile for each cell, axis 0 fastest; all empty if left out. */
  tileGrid(size: Vector, cellSize: Vector, tiles?: Numbers, scalar: Scalar = 'float'): Body {
    const dimension = size.length === 2 ? 2 : 3;
    vectorOf(size, dimension);
    return this.make('tile_grid', {dimension, scalar}, (args, kind) => {
      const [cells, filled] = args.arrays([Uint32Array, size], [Uint8Array, tiles ?? []]);
      const edges = args.struct(kind.structs.vec, vectorOf(cellSize, dimension));
      return [cells, edges, tiles === undefined ? 0 : filled, tiles?.length ?? 0];
    });
  }
  /** Convex children, each at its place; bodies among them are held. */
  compound(
    children: readonly {readonly shape: Shape; readonly at: Place}[],
    options: BodyOptions & {userData?: UserData},
  ): Body {
    return withUserData(this.make('compound', options, (args, kind) => {
      const {child} = kind.structs;
      const at = args.room({size: child.size * children.length});
      children.forEach(({shape, at: place}, i) =>
        child.write(this.module.heap.view, at + i * child.size, {
          shape: rawShape(shape, kind), place: poseOf(place, kind.dimension),
        }));
      return [at, children.length];
    }), options.userData);
  }

  private make(
    name: string, options: BodyOptions, fill: (args: Arguments, kind: Kind) => number[],
  ): Body {
    return new Body(this.module, this.module.kind(options.dimension, options.scalar), name, fill);
  }
}

/** The body with it, or none. */
function withUserData(body: Body, userData: UserData | undefined): Body {
  try {
    if (userData !== undefined) body.setUserData(userData);
    return body;
  } catch (error) {
    body.free();
    throw error;
  }
}

function countOf(numbers: Numbers, dimension: number): number {
  if (numbers.length % dimension === 0) return numbers.length / dimension;
  throw new MasuError('size_mismatch', 'points', `${numbers.length} numbers are no points`);
}
