// SPDX-License-Identifier: MIT
// Loose walls in the plane, put in order.
import {MasuError} from './errors.js';
import type {Numbers} from './heap.js';
import {array, count64, f64, flag, struct, u32, u8} from './layout.js';
import type {Module} from './module.js';
import type {Scalar} from './structs.js';

/** Vertices first to first + count - 1; the last of a loop equals its first. */
export interface WallChain {
  first: number;
  count: number;
  /** 0 open, 1 an outline, 2 a hole. */
  kind: number;
  /** Of a loop: how many others it lies in. */
  depth: number;
}
export const wallChain = struct<WallChain>({first: u32, count: u32, kind: u8, depth: u32});

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
