// SPDX-License-Identifier: MIT
// Chains: connects loose 2D walls into open chains and loops.
import {checkNumbers, checkOptions, MasuError, number, truth, whole, wrongType} from './errors.js';
import type {Numbers} from './heap.js';
import {array, count64, f64, flag, struct, u32, u8} from './layout.js';
import type {Module} from './module.js';
import {noIndex, type Scalar} from './structs.js';

/** A chain: vertices first to first + count - 1; the last of a loop equals its first. */
export interface WallChain {
  first: number;
  count: number;
  /** 0: open, 1: an outline, 2: a hole. */
  kind: number;
  /** For a loop: the number of other loops it lies in. */
  depth: number;
}
export const wallChain = struct<WallChain>({first: u32, count: u32, kind: u8, depth: u32});
const kOptions = new Set(['scalar', 'weld', 'splitJunctions']);

/** Throws unless all members are whole numbers. */
export function checkChain(call: string, chain: WallChain): void {
  if (typeof chain !== 'object' || chain === null) throw wrongType(call, 'chain', chain);
  const most = {first: noIndex, count: noIndex, kind: 0xff, depth: noIndex};
  for (const name of ['first', 'count', 'kind', 'depth'] as const) whole(`${call}: ${name}`, chain[name], most[name]);
}

/** How many faults of a kind there are, and the lowest indices of walls with it. */
export interface ChainFault {
  count: number;
  walls: number[];
  named: number;
}
const fault = struct<ChainFault>({count: count64, walls: array(u32, 8), named: u32});

/** What was dropped, repaired and left while loose walls were connected. */
export interface ChainReport {
  /** Number of walls given. */
  walls: number;
  /** Number of these that were not dropped as a whole. */
  retained: number;
  /** Number of walls in the chains. */
  pieces: number;
  /** Dropped: walls with a NaN or infinite coordinate. */
  notFinite: ChainFault;
  /** Dropped: walls whose two ends are one vertex. */
  zeroLength: ChainFault;
  /** Dropped: walls between the same vertices as one with a lower index. */
  duplicates: ChainFault;
  /** Dropped: pieces that coincide with a piece of a wall with a lower index. */
  overlaps: ChainFault;
  /** Repaired: end points moved to others within the weld. */
  welded: ChainFault;
  /** Repaired: positions where a vertex lies in a wall, which is split there. */
  cuts: ChainFault;
  /** Left: such positions that were not split. */
  unsplit: ChainFault;
  /** Left: pairs of pieces that cross where neither ends. */
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
  walls: count64, retained: count64, pieces: count64,
  notFinite: fault, zeroLength: fault, duplicates: fault, overlaps: fault, welded: fault,
  cuts: fault, unsplit: fault, crossings: fault, openEnds: fault, junctions: fault,
  openChains: u32, outlines: u32, holes: u32, crossingLoops: u32,
});

const chainOptions = struct<{size: number; splitJunctions: boolean; reserved: number[]; weld: number}>(
  {size: u32, splitJunctions: flag, reserved: array(u8, 3), weld: f64});

/** Chains and their vertices, x and y of each, consecutively. */
export interface Chains {
  vertices: Float32Array | Float64Array;
  chains: WallChain[];
  report: ChainReport;
}

/**
 * Connects loose walls in any order into chains; they are given by x and y of both ends of each,
 * consecutively. `weld`: end points this near become one. Walls are split where others end in them,
 * unless disabled.
 */
export function chainsOf(
  module: Module, walls: Numbers,
  options: {scalar?: Scalar; weld?: number; splitJunctions?: boolean} = {},
): Chains {
  checkOptions('masu.chains', options, kOptions);
  const kind = module.kind(2, options.scalar);
  checkNumbers('masu.chains', 'walls', walls);
  if (walls.length % 4 !== 0) {
    throw new MasuError('size_mismatch', 'masu.chains',
                        `${walls.length} numbers are not a multiple of 4`);
  }
  return module.heap.call('masu.chains', (args) => {
    const made = args.space(u32);
    const report = args.space(chainReport);
    module.run(`wall_chains_create_${kind.suffix}`, args.numbers(kind.reals, walls),
      walls.length / 4, args.struct(chainOptions, {
        size: chainOptions.size,
        splitJunctions: truth(args.call, 'splitJunctions', options.splitJunctions ?? true),
        reserved: [0, 0, 0],
        weld: number(args.call, 'weld', options.weld ?? 0),
      }), 0, report, made);
    const chains = u32.read(module.heap.view, made);
    try {
      const list = module.rows(wallChain, undefined, (count) =>
        module.call('wall_chains_list', chains, count) as number).toArray();
      const count = args.space(u32);
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
