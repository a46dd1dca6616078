// SPDX-License-Identifier: MIT
// Walls in the plane, and those who move among them.
import {MasuError, type Status} from './errors.js';
import {Resource, type Arguments, type Numbers} from './heap.js';
import {
  array, bits64, count64, f64, flag, struct, u32, u8, type Layout, type Struct,
} from './layout.js';
import {indexOf, type Kind, type Module} from './module.js';
import {Rows} from './rows.js';
import {Results} from './results.js';
import {vectorOf, type Vector} from './shapes.js';
import {
  filter, stats, statusCode, type Filter, type QueryStats, type Scalar,
} from './structs.js';

/** Vertices first to first + count - 1; the last of a loop equals its first. */
export interface WallChain {
  first: number;
  count: number;
  /** 0 open, 1 an outline, 2 a hole. */
  kind: number;
  /** Of a loop: how many others it lies in. */
  depth: number;
}
const wallChain = struct<WallChain>({first: u32, count: u32, kind: u8, depth: u32});

/** How often, and the lowest walls that have it. */
export interface ChainFault {
  count: number;
  walls: number[];
  named: number;
}
const fault = struct<ChainFault>({count: count64, walls: array(u32, 8), named: u32});

/** What was dropped, mended and left when loose walls were put in order. */
export interface ChainReport {
  /** Given. */
  walls: number;
  /** Of these, but for those dropped whole. */
  kept: number;
  /** Walls of the chains. */
  pieces: number;
  /** Dropped: with a number that is none. */
  notFinite: ChainFault;
  /** Dropped: both ends are one vertex. */
  zeroLength: ChainFault;
  /** Dropped: between the vertices of a lower one. */
  duplicates: ChainFault;
  /** Dropped: pieces on which a lower wall lies too. */
  overlaps: ChainFault;
  /** Mended: ends moved to others within the weld. */
  welded: ChainFault;
  /** Mended: places where a vertex lies in a wall, which ends there. */
  cuts: ChainFault;
  /** Left: such places. */
  unsplit: ChainFault;
  /** Left: pieces that cross where neither ends. */
  crossings: ChainFault;
  /** Left: vertices of one wall. */
  openEnds: ChainFault;
  /** Left: vertices of three walls or more. */
  junctions: ChainFault;
  openChains: number;
  outlines: number;
  holes: number;
  crossingLoops: number;
}
const chainReport = struct<ChainReport>({
  walls: count64, kept: count64, pieces: count64,
  notFinite: fault, zeroLength: fault, duplicates: fault, overlaps: fault, welded: fault,
  cuts: fault, unsplit: fault, crossings: fault, openEnds: fault, junctions: fault,
  openChains: u32, outlines: u32, holes: u32, crossingLoops: u32,
});

const chainOptions = struct<{size: number; splitJunctions: boolean; reserved: number[]; weld: number}>(
  {size: u32, splitJunctions: flag, reserved: array(u8, 3), weld: f64});
const corridorOptions = struct<{size: number; reserved: number; reach: number; skin: number}>(
  {size: u32, reserved: u32, reach: f64, skin: f64});
const moveOptions = struct<{
  size: number; response: number; restitution: number; maxContacts: number; reserved: number;
}>({size: u32, response: u32, restitution: f64, maxContacts: u32, reserved: u32});

/** The first wall on a way; the normal points to what met it. */
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

/** `wall` is `noWall` if there is none within the distance. */
export interface NearestWall {
  status: Status;
  stats: QueryStats;
  wall: number;
  distance: number;
  point: number[];
}
export const noWall = 0xffffffff;

/** How a mover went. */
export interface MoveResult {
  status: Status;
  stats: QueryStats;
  contacts: number;
  /** As walls have turned it. */
  displacement: number[];
  /** How deep it still is in walls: there was no room to leave them. */
  overlap: number;
}

interface RawMover {
  position: number[];
  radius: number;
  halfAxis: number[];
  filter: Filter;
  passing: number[];
  passingCount: number;
}

/** What a moving wall did to a mover. */
export interface PushResult {
  status: Status;
  pushed: boolean;
  /** There was no room left between it and others. */
  crushed: boolean;
  displacement: number[];
  overlap: number;
}

/** What walls are like. Movers meet walls that their filters accept. */
export interface WallKind {
  filter?: Partial<Filter>;
  /** Who goes along this direction passes; others are stopped. */
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
    mover: struct<RawMover>({
      position: vec, radius: real, halfAxis: vec, filter, passing: array(u32, 8), passingCount: u8,
    }),
    wallKind: struct<{
      filter: Filter; openAlong: number[]; material: number; userData: bigint;
    }>({filter, openAlong: vec, material: u32, userData: bits64}),
  };
}

const kMeetsAll: Filter = {category: 1n, mask: 0xffffffffffffffffn};

/** Chains in order: their vertices in a row, x and y of each. */
export interface Chains {
  vertices: Float32Array | Float64Array;
  chains: WallChain[];
  report: ChainReport;
}

/**
 * Loose walls in any order become chains; x and y of both ends of each in a row. `weld`: end points
 * this near become one. Walls are cut where others end in them, unless it is said.
 */
export function chainsOf(
  module: Module, walls: Numbers,
  options: {scalar?: Scalar; weld?: number; splitJunctions?: boolean} = {},
): Chains {
  const kind = module.kind(2, options.scalar);
  if (walls.length % 4 !== 0) {
    throw new MasuError('size_mismatch', 'walls', `${walls.length} numbers are no walls of 4`);
  }
  return module.heap.call((args) => {
    const made = args.room(u32);
    const report = args.room(chainReport);
    module.run(`wall_chains_create_${kind.suffix}`, args.numbers(kind.reals, walls),
      walls.length / 4, args.struct(chainOptions, {
        size: chainOptions.size,
        splitJunctions: options.splitJunctions ?? true,
        reserved: [0, 0, 0],
        weld: options.weld ?? 0,
      }), 0, report, made);
    const chains = u32.read(module.heap.view, made);
    try {
      const list = module.rows(wallChain, (count) =>
        module.call('wall_chains_list', chains, count) as number).toArray();
      const count = args.room(u32);
      const at = (module.call(`wall_chains_vertices_${kind.suffix}`, chains, count) as number) >>> 0;
      const numbers = 2 * u32.read(module.heap.view, count);
      return {
        vertices: module.heap.array(kind.reals, at, numbers).slice(),
        chains: list,
        report: chainReport.read(module.heap.view, report),
      };
    } finally {
      module.run('wall_chains_destroy', chains);
    }
  });
}

export interface CorridorOptions {
  scalar?: Scalar;
  /** A mover's radius and the length of its usual way; 0: questions begin at the root. */
  reach?: number;
  /** How far off walls movers stay; 0: as little as rounding allows. */
  skin?: number;
  /** Wall w is of kinds[kindOf[w]]; without kinds all stop everybody. */
  kinds?: readonly WallKind[];
  /** One for each vertex; all of kinds[0] if left out. */
  kindOf?: Numbers;
}

export interface MoverOptions {
  /** From its middle to the ends of a capsule's axis; a circle if left out. */
  halfAxis?: Vector;
  filter?: Partial<Filter>;
}

export type Response = 'slide' | 'bounce' | 'stop';

export interface MoveOptions {
  /** `'slide'` by default. */
  response?: Response;
  /** The share of what leads into a wall that a bounce gives back: 1 by default. */
  restitution?: number;
  /** Then the way ends: `'not_converged'`. */
  maxContacts?: number;
}

/** Walls that let nobody through. Made by `Masu.corridor()`. */
export class Corridor extends Resource {
  private readonly kind: Kind;
  private readonly structs: ReturnType<typeof wallStructs>;
  private readonly results: Results;

  /** @internal */
  constructor(
    private readonly module: Module, vertices: Numbers, chains: readonly WallChain[],
    options: CorridorOptions,
  ) {
    const kind = module.kind(2, options.scalar);
    const structs = wallStructs(kind);
    super(create(module, kind, vertices, chains, options), 'corridor');
    this.kind = kind;
    this.structs = structs;
    this.results = new Results(module);
  }

  protected destroy(address: number): void {
    this.module.run('corridor_destroy', address);
    this.results.free();
  }

  /** How many walls there are. */
  get wallCount(): number {
    return this.module.call('chain_tree_wall_count', this.walls) >>> 0;
  }

  /** Movers at points in a row, all alike: circles unless they have an axis. */
  movers(points: Numbers, radius: number, options: MoverOptions = {}): Movers {
    void this.pointer;
    return new Movers(this.module, this.kind, this.structs.mover, points, {
      position: [0, 0],
      radius,
      halfAxis: vectorOf(options.halfAxis ?? [0, 0], 2),
      filter: {...kMeetsAll, ...options.filter},
      passing: [0, 0, 0, 0, 0, 0, 0, 0],
      passingCount: 0,
    });
  }

  /**
   * Each by its displacement, x and y of each in a row, as walls let it; movers do not meet each
   * other. What is wrong with one is in its answer. Answers are valid until the next call.
   */
  move(movers: Movers, displacements: Numbers, options: MoveOptions = {}): Rows<MoveResult> {
    const {length} = movers;
    const at = this.mine(movers);
    if (displacements.length !== 2 * length) {
      throw new MasuError('size_mismatch', 'move', `${displacements.length} for ${length} movers`);
    }
    const {response = 'slide', restitution = 1, maxContacts = 256} = options;
    return this.module.heap.call((args) => {
      const ways = args.numbers(this.kind.reals, displacements);
      const moved = this.results.room(length * this.structs.moved.size);
      this.run('corridor_move_many', this.pointer, at, ways, length,
        args.struct(moveOptions, {
          size: moveOptions.size,
          response: indexOf(['slide', 'bounce', 'stop'], response, 'move'),
          restitution,
          maxContacts,
          reserved: 0,
        }), 0, 0, 0, this.results.pointer, moved);
      return new Rows(this.module.heap, this.structs.moved, moved, length);
    });
  }

  /** Moves a chain, or a stretch of one, and pushes movers out of its way. */
  moveWalls(chain: WallChain, translation: Vector, movers?: Movers): PushResult[] {
    const at = movers === undefined ? 0 : this.mine(movers);
    return this.module.heap.call((args) => {
      const count = movers?.length ?? 0;
      const pushed = args.room({size: count * this.structs.pushed.size});
      this.run('corridor_move_walls', this.pointer, args.struct(wallChain, chain),
        this.vector(args, translation), at, count, pushed);
      return new Rows(this.module.heap, this.structs.pushed, pushed, count).toArray();
    });
  }
  /** Other places for vertices, from number `first` on; movers learn of it when they move. */
  setVertices(first: number, vertices: Numbers): void {
    const count = pointsIn('setVertices', vertices);
    this.module.heap.call((args) =>
      this.run('corridor_set_vertices', this.pointer, first,
        args.numbers(this.kind.reals, vertices), count));
  }

  /** The nearest wall; distances count in. */
  nearest(point: Vector, maxDistance = Infinity): NearestWall {
    return this.module.heap.call((args) => {
      const found = args.room(this.structs.nearest);
      this.run('chain_tree_nearest', this.walls, this.vector(args, point), maxDistance, found);
      return this.structs.nearest.read(this.module.heap.view, found);
    });
  }
  /** Every wall within a radius. */
  within(point: Vector, radius: number): WallWithin[] {
    return this.module.gather(wallWithin, 'wall', (args, visit, into) =>
      this.run('chain_tree_within', this.walls, this.vector(args, point), radius, visit, into));
  }
  /** Points in a row; of each the nearest wall. Valid until the next call. */
  nearestMany(points: Numbers, maxDistance = Infinity): Rows<NearestWall> {
    return this.many(this.structs.nearest, 2, [points], ([at], count, found) =>
      this.run('chain_tree_nearest_many', this.walls, at!, count, maxDistance, 0,
        this.results.pointer, found));
  }
  /** Rays in a row: origin, direction, maxT. Of each the first wall. Valid until the next call. */
  rayCastMany(rays: Numbers): Rows<WallHit> {
    return this.many(wallHit, 5, [rays], ([at], count, found) =>
      this.run('chain_tree_ray_cast_many', this.walls, at!, count, 0, this.results.pointer, found));
  }
  /** Circles at points in a row, each on its way; of each the first wall. */
  circleCastMany(points: Numbers, radius: number, translations: Numbers): Rows<WallHit> {
    return this.many(wallHit, 2, [points, translations], ([at, ways], count, found) =>
      this.run('chain_tree_circle_cast_many', this.walls, at!, radius, ways!, count, 0,
        this.results.pointer, found));
  }

  private mine(movers: Movers): number {
    if (movers.kind === this.kind) return movers.pointer;
    throw new MasuError('wrong_format', 'movers', 'they are of another module or number type');
  }
  private get walls(): number {
    return this.module.call('corridor_walls', this.pointer) as number;
  }
  private run(name: string, ...values: number[]): void {
    this.module.run(`${name}_${this.kind.suffix}`, ...values);
  }
  private vector(args: Arguments, v: Vector): number {
    return args.struct(this.kind.structs.vec, vectorOf(v, 2));
  }
  private many<T extends object>(
    layout: Struct<T>, each: number, given: readonly Numbers[],
    ask: (places: readonly number[], count: number, found: number) => void,
  ): Rows<T> {
    const count = given[0]!.length / each;
    if (!Number.isInteger(count) || given.some(({length}) => length !== count * each)) {
      const lengths = given.map(({length}) => length).join(' and ');
      throw new MasuError('size_mismatch', 'batch', `${lengths} numbers, ${each} of each`);
    }
    return this.module.heap.call((args) => {
      const places = args.arrays(...given.map((from) => [this.kind.reals, from] as const));
      const found = this.results.room(count * layout.size);
      ask(places, count, found);
      return new Rows(this.module.heap, layout, found, count);
    });
  }
}

/** How many points these numbers are. */
function pointsIn(call: string, points: Numbers): number {
  if (points.length % 2 === 0) return points.length / 2;
  throw new MasuError('size_mismatch', call, `${points.length} numbers are no points`);
}

/** Circles or capsules that move among walls. Made by `Corridor.movers()`. */
export class Movers extends Resource {
  /** How many there are. */
  readonly length: number;

  /** @internal */
  constructor(
    private readonly module: Module,
    /** @internal */
    readonly kind: Kind,
    private readonly layout: Struct<RawMover>, points: Numbers, like: RawMover,
  ) {
    const count = pointsIn('movers', points);
    // Before memory grows, which ends views of it.
    const places = Float64Array.from(points);
    super(module.heap.allocate(count * layout.size), 'movers');
    this.length = count;
    for (let i = 0; i < count; ++i) {
      const position = [places[2 * i]!, places[2 * i + 1]!];
      layout.write(module.heap.view, this.pointer + i * layout.size, {...like, position});
    }
  }

  protected destroy(address: number): void {
    this.module.heap.free(address);
  }

  /** Where mover i is. */
  position(i: number): number[] {
    return this.layout.read(this.module.heap.view, this.place(i)).position;
  }
  /** Puts mover i elsewhere. */
  put(i: number, position: Vector): void {
    this.kind.structs.vec.write(this.module.heap.view, this.place(i), vectorOf(position, 2));
  }
  /**
   * All as numbers, where they lie: x of mover i is numbers[i * stride], y the next. Taken anew at
   * each call, since memory may have grown.
   */
  get numbers(): Float32Array | Float64Array {
    const size = (this.length * this.layout.size) / this.kind.reals.BYTES_PER_ELEMENT;
    return this.module.heap.array(this.kind.reals, this.pointer, size);
  }
  /** Numbers from one mover to the next. */
  get stride(): number {
    return this.layout.size / this.kind.reals.BYTES_PER_ELEMENT;
  }

  private place(i: number): number {
    if (!(i >= 0 && i < this.length)) throw new MasuError('bad_index', 'movers', `there is no ${i}`);
    return this.pointer + i * this.layout.size;
  }
}

function create(
  module: Module, kind: Kind, vertices: Numbers, chains: readonly WallChain[],
  options: CorridorOptions,
): number {
  const {wallKind} = wallStructs(kind);
  const {kinds = [], kindOf} = options;
  const count = pointsIn('corridor', vertices);
  if (kindOf !== undefined && kindOf.length !== count) {
    throw new MasuError('size_mismatch', 'corridor', `${kindOf.length} kinds for ${count} vertices`);
  }
  return module.heap.call((args) => {
    const [points, kindAt] = args.arrays([kind.reals, vertices], [Uint32Array, kindOf ?? []]);
    const rows = <T>(layout: Layout<T>, values: readonly T[]): number => {
      const at = args.room({size: layout.size * values.length});
      values.forEach((value, i) => layout.write(module.heap.view, at + i * layout.size, value));
      return at;
    };
    const made = args.room(u32);
    module.run(`corridor_create_${kind.suffix}`, points, count, rows(wallChain, chains),
      chains.length,
      rows(wallKind, kinds.map((k) => ({
        filter: {...kMeetsAll, ...k.filter},
        openAlong: vectorOf(k.openAlong ?? [0, 0], 2),
        material: k.material ?? 0,
        userData: k.userData ?? 0n,
      }))), kinds.length, kindOf === undefined ? 0 : kindAt,
      args.struct(corridorOptions, {
        size: corridorOptions.size, reserved: 0, reach: options.reach ?? 0, skin: options.skin ?? 0,
      }), 0, made);
    return u32.read(module.heap.view, made);
  });
}
