// SPDX-License-Identifier: MIT
// Corridor: 2D walls, and circles and capsules that move among them.
import {checkChain, wallChain, type WallChain} from './chains.js';
import {
  checkNumbers, checkOptions, listOf, MasuError, number, whole, wrongType, type Status,
} from './errors.js';
import {bitsOf, completeFilter} from './filters.js';
import {Resource, type Arguments, type Numbers} from './heap.js';
import {array, bits64, f64, flag, struct, u32, type Layout, type Struct} from './layout.js';
import {indexOf, type Kind, type Module} from './module.js';
import {Movers, pointsIn, type MoverOptions} from './movers.js';
import {Rows} from './rows.js';
import {orFree, releaseWith, Results} from './results.js';
import {vectorOf, type Vector} from './shapes.js';
import {filter, stats, statusCode, type Filter, type QueryStats, type Scalar} from './structs.js';

const kMoveOptions = new Set(['response', 'restitution', 'maxContacts']);
const kOptions = new Set(['scalar', 'kinds', 'kindOf', 'reach', 'skin']);
const kKindOptions = new Set(['filter', 'openAlong', 'material', 'userData']);

const corridorOptions = struct<{size: number; reserved: number; reach: number; skin: number}>(
  {size: u32, reserved: u32, reach: f64, skin: f64});
const moveOptions = struct<{
  size: number; response: number; restitution: number; maxContacts: number; reserved: number;
}>({size: u32, response: u32, restitution: f64, maxContacts: u32, reserved: u32});

/** The first wall that a ray, circle or mover hits; the normal points from the wall. */
export interface WallHit {
  status: Status;
  stats: QueryStats;
  hit: boolean;
  wall: number;
  t: number;
  normal: number[];
}
const wallHit = struct<WallHit>(
  {status: statusCode, stats, hit: flag, wall: u32, t: f64, normal: array(f64, 2)});

/** A wall within a radius. */
export interface WallWithin {
  wall: number;
  distanceSquared: number;
}
const wallWithin = struct<WallWithin>({wall: u32, distanceSquared: f64});

/** The nearest wall; `wall` is `noWall` if there is none within the distance. */
export interface NearestWall {
  status: Status;
  stats: QueryStats;
  wall: number;
  distance: number;
  point: number[];
}
export const noWall = 0xffffffff;

/** Result of a move. */
export interface MoveResult {
  status: Status;
  stats: QueryStats;
  contacts: number;
  /** The displacement as the walls have redirected it. */
  displacement: number[];
  /** Remaining depth in walls, if there was no space to leave them; 0: none. */
  overlap: number;
}

/** The effect of a moving wall on a mover. */
export interface PushResult {
  status: Status;
  pushed: boolean;
  /** True if there was no space left between it and other walls. */
  crushed: boolean;
  displacement: number[];
  overlap: number;
}

/** Properties of walls. Movers collide with walls that their filters accept. */
export interface WallKind {
  filter?: Partial<Filter>;
  /** Movers in this direction pass through; others are stopped. */
  openAlong?: Vector;
  material?: number;
  userData?: bigint;
}

function wallStructs(kind: Kind) {
  const {real, vec} = kind.structs;
  return {
    nearest: struct<NearestWall>({status: statusCode, stats, wall: u32, distance: real, point: vec}),
    moved: struct<MoveResult>(
      {status: statusCode, stats, contacts: u32, displacement: vec, overlap: real}),
    pushed: struct<PushResult>(
      {status: statusCode, pushed: flag, crushed: flag, displacement: vec, overlap: real}),
    wallKind: struct<{
      filter: Filter; openAlong: number[]; material: number; userData: bigint;
    }>({filter, openAlong: vec, material: u32, userData: bits64}),
  };
}

export interface CorridorOptions {
  scalar?: Scalar;
  /** A mover's radius plus the length of its typical move; 0: queries start at the root. */
  reach?: number;
  /** The distance that movers keep from walls; 0: the least that rounding allows. */
  skin?: number;
  /** Wall w is of kinds[kindOf[w]]; without kinds all walls stop all movers. */
  kinds?: readonly WallKind[];
  /** One for each vertex; kinds[0] for all if left out. */
  kindOf?: Numbers;
}

export type Response = 'slide' | 'bounce' | 'stop';

export interface MoveOptions {
  /** `'slide'` by default. */
  response?: Response;
  /** The share of the velocity into a wall that a bounce returns: 1 by default. */
  restitution?: number;
  /** With more contacts the move ends with `'not_converged'`. */
  maxContacts?: number;
}

/** Walls that movers cannot pass. Made by `Masu.corridor()`. */
export class Corridor extends Resource {
  private readonly kind: Kind;
  private readonly structs: ReturnType<typeof wallStructs>;
  private readonly results: Results;

  /** @internal */
  constructor(
    private readonly module: Module, vertices: Numbers, chains: readonly WallChain[],
    options: CorridorOptions,
  ) {
    checkOptions('masu.corridor', options, kOptions);
    const kind = module.kind(2, options.scalar);
    const structs = wallStructs(kind);
    const address = create(module, kind, vertices, chains, options);
    const results = orFree(() => new Results(module), () => module.run('corridor_destroy', address));
    super(address, 'corridor', releaseWith(module, 'corridor_destroy', results));
    this.kind = kind;
    this.structs = structs;
    this.results = results;
  }

  /** The number of walls. */
  get wallCount(): number {
    return this.module.call('chain_tree_wall_count', this.walls) >>> 0;
  }

  /** Makes movers at consecutive points, all alike: circles, or capsules if `halfAxis` is given. */
  movers(points: Numbers, radius: number, options: MoverOptions = {}): Movers {
    void this.pointer;
    return new Movers(this.module, this.kind, points, radius, options);
  }

  /**
   * Moves each by its displacement (x and y of each, consecutively) as the walls allow; movers do
   * not collide with each other. Errors of a mover are in its result. Results are valid until the
   * next call.
   */
  move(movers: Movers, displacements: Numbers, options: MoveOptions = {}): Rows<MoveResult> {
    const at = this.addressOf('corridor.move', movers);
    const {length} = movers;
    checkNumbers('corridor.move', 'displacements', displacements);
    if (displacements.length !== 2 * length) {
      throw new MasuError('size_mismatch', 'corridor.move',
                          `${displacements.length} numbers for ${length} movers, expected 2 for each`);
    }
    checkOptions('corridor.move', options, kMoveOptions);
    const {response = 'slide', restitution = 1, maxContacts = 256} = options;
    return this.module.heap.call('corridor.move', (args) => {
      const displacementsAt = args.numbers(this.kind.reals, displacements);
      const moved = this.results.space(length * this.structs.moved.size);
      this.run('corridor_move_many', this.pointer, at, displacementsAt, length,
        args.struct(moveOptions, {
          size: moveOptions.size,
          response: indexOf(['slide', 'bounce', 'stop'], response, args.call),
          restitution: number(args.call, 'restitution', restitution),
          maxContacts: whole(args.call, maxContacts),
          reserved: 0,
        }), 0, 0, 0, this.results.pointer, moved);
      return new Rows(this.module.heap, this.structs.moved, moved, length, this.results, this);
    });
  }

  /** Moves a chain, or a part of one, and pushes movers out of its path. */
  moveWalls(chain: WallChain, translation: Vector, movers?: Movers): PushResult[] {
    const at = movers === undefined ? 0 : this.addressOf('corridor.moveWalls', movers);
    checkChain('corridor.moveWalls', chain);
    return this.module.heap.call('corridor.moveWalls', (args) => {
      const count = movers?.length ?? 0;
      const pushed = args.space({size: count * this.structs.pushed.size});
      this.run('corridor_move_walls', this.pointer, args.struct(wallChain, chain),
        this.vector(args, translation), at, count, pushed);
      return new Rows(this.module.heap, this.structs.pushed, pushed, count).toArray();
    });
  }
  /** Sets positions of vertices, from index `first` on; movers are affected when they move next. */
  setVertices(first: number, vertices: Numbers): void {
    whole('corridor.setVertices', first);
    const count = pointsIn('corridor.setVertices', vertices);
    this.module.heap.call('corridor.setVertices', (args) =>
      this.run('corridor_set_vertices', this.pointer, first,
        args.numbers(this.kind.reals, vertices), count));
  }

  /** Returns the nearest wall at a distance of at most `maxDistance`. */
  nearest(point: Vector, maxDistance = Infinity): NearestWall {
    number('corridor.nearest', 'maxDistance', maxDistance);
    return this.module.heap.call('corridor.nearest', (args) => {
      const found = args.space(this.structs.nearest);
      this.run('chain_tree_nearest', this.walls, this.vector(args, point), maxDistance, found);
      return this.structs.nearest.read(this.module.heap.view, found);
    });
  }
  /** Returns all walls within a radius. */
  within(point: Vector, radius: number): WallWithin[] {
    number('corridor.within', 'radius', radius);
    return this.module.gather('corridor.within', wallWithin, 'wall', (args, visit, into) =>
      this.run('chain_tree_within', this.walls, this.vector(args, point), radius, visit, into));
  }
  /** Returns the nearest wall for each of several consecutive points. Valid until the next call. */
  nearestMany(points: Numbers, maxDistance = Infinity): Rows<NearestWall> {
    number('corridor.nearestMany', 'maxDistance', maxDistance);
    return this.many('corridor.nearestMany', this.structs.nearest, 2, [points], ([at], count, found) =>
      this.run('chain_tree_nearest_many', this.walls, at!, count, maxDistance, 0,
        this.results.pointer, found));
  }
  /**
   * Returns the first wall on each of several consecutive rays (origin, direction, maxT). Valid
   * until the next call.
   */
  rayCastMany(rays: Numbers): Rows<WallHit> {
    return this.many('corridor.rayCastMany', wallHit, 5, [rays], ([at], count, found) =>
      this.run('chain_tree_ray_cast_many', this.walls, at!, count, 0, this.results.pointer, found));
  }
  /**
   * Returns for each of several circles at consecutive points the first wall it hits as it moves by
   * its translation.
   */
  circleCastMany(points: Numbers, radius: number, translations: Numbers): Rows<WallHit> {
    const inputs = [points, translations];
    number('corridor.circleCastMany', 'radius', radius);
    return this.many('corridor.circleCastMany', wallHit, 2, inputs, ([at, translationsAt], count, found) =>
      this.run('chain_tree_circle_cast_many', this.walls, at!, radius, translationsAt!, count, 0,
        this.results.pointer, found));
  }

  private addressOf(call: string, movers: Movers): number {
    if (!(movers instanceof Movers)) throw wrongType(call, 'movers', movers);
    if (movers.kind.key === this.kind.key) return movers.pointer;
    throw new MasuError('wrong_format', 'movers',
                        'the movers are of another module or number type');
  }
  private get walls(): number {
    return this.module.call('corridor_walls', this.pointer) as number;
  }
  private run(name: string, ...values: number[]): void {
    this.module.run(`${name}_${this.kind.suffix}`, ...values);
  }
  private vector(args: Arguments, v: Vector): number {
    return args.struct(this.kind.structs.vec, vectorOf(args.call, 'vector', v, 2));
  }
  private many<T extends object>(
    call: string, layout: Struct<T>, each: number, inputs: readonly Numbers[],
    search: (addresses: readonly number[], count: number, found: number) => void,
  ): Rows<T> {
    for (const from of inputs) checkNumbers(call, 'numbers', from);
    const count = inputs[0]!.length / each;
    if (!Number.isInteger(count) || inputs.some(({length}) => length !== count * each)) {
      const lengths = inputs.map(({length}) => length).join(' and ');
      throw new MasuError('size_mismatch', call,
                          `${lengths} numbers, expected ${each} for each query`);
    }
    return this.module.heap.call(call, (args) => {
      const addresses = args.arrays(...inputs.map((from) => [this.kind.reals, from] as const));
      const found = this.results.space(count * layout.size);
      search(addresses, count, found);
      return new Rows(this.module.heap, layout, found, count, this.results, this);
    });
  }
}

function create(
  module: Module, kind: Kind, vertices: Numbers, chains: readonly WallChain[],
  options: CorridorOptions,
): number {
  const {wallKind} = wallStructs(kind);
  const {kinds = [], kindOf} = options;
  const call = 'masu.corridor';
  const count = pointsIn(call, vertices);
  for (const chain of listOf(call, 'chains', chains)) checkChain(call, chain);
  for (const each of listOf(call, 'kinds', kinds)) checkOptions(call, each, kKindOptions);
  if (kindOf !== undefined) checkNumbers(call, 'kindOf', kindOf);
  if (kindOf !== undefined && kindOf.length !== count) {
    throw new MasuError('size_mismatch', call, `${kindOf.length} kinds for ${count} vertices`);
  }
  return module.heap.call(call, (args) => {
    const [points, kindIndices] = args.arrays([kind.reals, vertices], [Uint32Array, kindOf ?? []]);
    const rows = <T>(layout: Layout<T>, values: readonly T[]): number => {
      const at = args.space({size: layout.size * values.length});
      values.forEach((value, i) => layout.write(module.heap.view, at + i * layout.size, value));
      return at;
    };
    const made = args.space(u32);
    module.run(`corridor_create_${kind.suffix}`, points, count, rows(wallChain, chains),
      chains.length,
      rows(wallKind, kinds.map((k) => ({
        filter: completeFilter(call, k.filter),
        openAlong: vectorOf(call, 'openAlong', k.openAlong ?? [0, 0], 2),
        material: whole(`${call}: material`, k.material ?? 0),
        userData: bitsOf(call, 'userData', k.userData ?? 0n),
      }))), kinds.length, kindOf === undefined ? 0 : kindIndices,
      args.struct(corridorOptions, {
        size: corridorOptions.size, reserved: 0, reach: number(call, 'reach', options.reach ?? 0),
        skin: number(call, 'skin', options.skin ?? 0),
      }), 0, made);
    return u32.read(module.heap.view, made);
  });
}
