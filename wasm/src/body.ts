// SPDX-License-Identifier: MIT
import {checkNumbers, checkOptions, lengthOf, listOf, MasuError, truth, whole, wrongType} from './errors.js';
import {Resource, type Arguments, type Numbers} from './heap.js';
import {bits64, u32} from './layout.js';
import {callName, type Kind, type Module} from './module.js';
import {poseOf, rawShape, vectorOf, type PoseLike, type Shape, type Vector} from './shapes.js';
import type {Scalar} from './structs.js';
import {userBits} from './world_options.js';
import type {AnyVector, Dimension, DimensionOf} from './vectors.js';

/** Options of `Bodies`. */
export interface BodyOptions<D extends Dimension = Dimension> {
  dimension: D;
  /** `'float'` by default. */
  scalar?: Scalar;
}

const kOptions = new Set(['dimension', 'scalar', 'userData']);

/** A number for each sub-shape of a body, such as its material. */
export type UserData = ArrayLike<bigint | number>;

/** Tiles: the kinds of cells of tile grids; in 3D only the first two. */
export const tiles = {
  empty: 0, solid: 1, floorRising: 2, floorFalling: 3, ceilingRising: 4, ceilingFalling: 5, oneWay: 6,
} as const;

/**
 * A polygon, polyhedron, mesh, height field, tile grid or compound. Objects and compounds made of
 * it hold it: after `free()` it lasts as long as they do. After a change call `World.setShape()`
 * for its objects.
 */
export class Body<D extends Dimension = Dimension> extends Resource {
  /** @internal */
  constructor(
    private readonly module: Module,
    /** @internal */
    readonly kind: Kind<D>,
    name: string,
    fill: (args: Arguments, kind: Kind<D>) => number[],
  ) {
    super(
      module.heap.call(callName(`${name}_create`), (args) => {
        const made = args.space(u32);
        module.run(`${name}_create_${kind.suffix}`, ...fill(args, kind), 0, made);
        return u32.read(module.heap.view, made);
      }),
      'body', (address) => module.release(() => module.run('body_release', address)));
  }

  /** The shape to be given to objects. */
  get shape(): Shape<D> {
    void this.pointer;  // throws if it has been freed
    return {kind: 'body', radius: 0, p: [], body: this};
  }

  /** Sets new positions for all vertices of a mesh. O(vertices). */
  setVertices(vertices: Numbers): void {
    this.change('mesh_set_vertices', (args) =>
      [args.numbers(this.kind.reals, vertices), countOf(vertices, this.kind.dimension)]);
  }
  /** Sets the heights of a block of samples of a height field, from `first` on. */
  setHeights(first: Vector, samples: Vector, heights: Numbers): void {
    const axes = this.kind.dimension - 1;
    this.change('height_field_set_heights', (args) => [
      ...args.arrays([Uint32Array, vectorOf(args.call, 'first', first, axes)],
        [Uint32Array, vectorOf(args.call, 'samples', samples, axes)],
        [this.kind.reals, heights]), heights.length,
    ]);
  }
  /** Sets whether a cell of a height field has no ground. */
  setHole(cell: Vector, hole: boolean): void {
    this.change('height_field_set_hole', (args) =>
      [args.numbers(Uint32Array, vectorOf(args.call, 'cell', cell, this.kind.dimension - 1)),
        truth(args.call, 'hole', hole) ? 1 : 0]);
  }
  /** Sets the tile of a cell of a tile grid. */
  setTile(cell: Vector, tile: number): void {
    this.change('tile_grid_set', (args) =>
      [args.numbers(Uint32Array, vectorOf(args.call, 'cell', cell, this.kind.dimension)),
        whole(`${args.call}: tile`, tile, 0xff)]);
  }
  /** Sets the pose of a child of a compound. */
  moveChild(child: number, pose: PoseLike): void {
    this.change('compound_move', (args) =>
      [whole(`${args.call}: child`, child), args.struct(this.kind.structs.pose, poseOf(args.call, pose, this.kind.dimension))]);
  }

  /**
   * Sets a number for each triangle (2D: segment) of a mesh or child of a compound;
   * `World.userData()` returns it for a hit's object and sub-shape. An empty list removes them.
   * `'size_mismatch'`: another number of values than sub-shapes.
   */
  setUserData(userData: UserData): void {
    this.module.heap.call('body.setUserData', (args) => {
      const count = lengthOf(args.call, 'userData', userData);
      const address = args.space({size: 8 * count});
      for (let i = 0; i < count; ++i) {
        bits64.write(this.module.heap.view, address + 8 * i, userBits(args.call, userData[i]!));
      }
      this.module.run('body_set_user_data', this.pointer, address, count);
    });
  }

  private change(name: string, fill: (args: Arguments) => number[]): void {
    this.module.heap.call(callName(name), (args) =>
      this.module.run(`${name}_${this.kind.suffix}`, this.pointer, ...fill(args)));
  }
}

/** Makes bodies. All copy their arguments. */
export class Bodies {
  /** @internal */
  constructor(private readonly module: Module) {}

  /** The convex hull of consecutive points. O(n log n). */
  hull<D extends Dimension>(points: Numbers, options: BodyOptions<D>): Body<D> {
    return this.make('hull', options, (args, kind) =>
      [args.numbers(kind.reals, points), countOf(points, kind.dimension)]);
  }
  /** A polygon of consecutive corners in counter-clockwise order. */
  polygon(corners: Numbers, scalar: Scalar = 'float'): Body<2> {
    return this.make('polygon', {dimension: 2, scalar}, (args, kind) =>
      [args.numbers(kind.reals, corners), countOf(corners, 2)]);
  }
  /** A polyhedron; its faces are indices into `points`, counter-clockwise from outside. */
  polyhedron(points: Numbers, faces: readonly Vector[], scalar: Scalar = 'float'): Body<3> {
    const loops = listOf('bodies.polyhedron', 'faces', faces).flatMap((face) => {
      checkNumbers('bodies.polyhedron', 'a face', face);
      return Array.from(face);
    });
    return this.make('polyhedron', {dimension: 3, scalar}, (args, kind) => [
      args.numbers(kind.reals, points), countOf(points, 3), args.numbers(Uint32Array, loops),
      loops.length, args.numbers(Uint32Array, faces.map((face) => face.length)), faces.length,
    ]);
  }
  /** A mesh of triangles (2D: segments); each has the next corners as indices into `vertices`. */
  mesh<D extends Dimension>(
    vertices: Numbers, corners: Numbers, options: BodyOptions<D> & {userData?: UserData},
  ): Body<D> {
    return withUserData(this.make('mesh', options, (args, kind) => {
      const [points, indices] = args.arrays([kind.reals, vertices], [Uint32Array, corners]);
      return [points, countOf(vertices, kind.dimension), indices, corners.length];
    }), options.userData);
  }
  /**
   * A height field over one axis (3D: two): `samples` and `spacing` have an element for each of
   * them; heights[i + k * samples[0]].
   */
  heightField(
    samples: Vector, spacing: Vector, heights: Numbers, scalar: Scalar = 'float',
  ): Body<any> {
    checkNumbers('bodies.heightField', 'samples', samples);
    const dimension = samples.length === 1 ? 2 : 3;
    vectorOf('bodies.heightField', 'samples', samples, dimension - 1);
    return this.make('height_field', {dimension, scalar}, (args, kind) => [
      ...args.arrays([Uint32Array, samples],
        [kind.reals, vectorOf(args.call, 'spacing', spacing, dimension - 1)], [kind.reals, heights]), heights.length,
    ]);
  }
  /** A grid with a tile for each cell, axis 0 fastest; all empty if left out. */
  tileGrid<const V extends AnyVector>(
    size: V, cellSize: Vector, tiles?: Numbers, scalar: Scalar = 'float',
  ): Body<DimensionOf<V>> {
    checkNumbers('bodies.tileGrid', 'size', size);
    const dimension = size.length === 2 ? 2 : 3;
    vectorOf('bodies.tileGrid', 'size', size, dimension);
    return this.make<any>('tile_grid', {dimension, scalar}, (args, kind) => {
      const [cells, filled] = args.arrays([Uint32Array, size], [Uint8Array, tiles ?? []]);
      const edges = args.struct(kind.structs.vec, vectorOf(args.call, 'cellSize', cellSize, dimension));
      return [cells, edges, tiles === undefined ? 0 : filled, tiles?.length ?? 0];
    });
  }
  /** Convex children, each at its pose; it holds bodies among them. */
  compound<D extends Dimension>(
    children: readonly {readonly shape: Shape<D>; readonly pose: PoseLike<D>}[],
    options: BodyOptions<D> & {userData?: UserData},
  ): Body<D> {
    return withUserData(this.make('compound', options, (args, kind) => {
      const {child} = kind.structs;
      listOf(args.call, 'children', children);
      const address = args.space({size: child.size * children.length});
      children.forEach((each, i) => {
        if (typeof each !== 'object' || each === null) throw wrongType(args.call, 'a child', each);
        child.write(this.module.heap.view, address + i * child.size, {
          shape: rawShape(args.call, each.shape, kind), pose: poseOf(args.call, each.pose, kind.dimension),
        });
      });
      return [address, children.length];
    }), options.userData);
  }

  private make<D extends Dimension>(
    name: string, options: BodyOptions<D>, fill: (args: Arguments, kind: Kind<D>) => number[],
  ): Body<D> {
    checkOptions(callName(`${name}_create`), options, kOptions);
    return new Body(this.module, this.module.kind(options.dimension, options.scalar), name, fill);
  }
}

/** Returns the body with user data, if there is any. */
function withUserData<D extends Dimension>(
  body: Body<D>, userData: UserData | undefined,
): Body<D> {
  try {
    if (userData !== undefined) body.setUserData(userData);
    return body;
  } catch (error) {
    body.free();
    throw error;
  }
}

function countOf(numbers: Numbers, dimension: number): number {
  checkNumbers('bodies', 'points', numbers);
  if (numbers.length % dimension === 0) return numbers.length / dimension;
  throw new MasuError('size_mismatch', 'points',
                      `${numbers.length} numbers are not a whole number of points`);
}
