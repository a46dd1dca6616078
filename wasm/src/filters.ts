// SPDX-License-Identifier: MIT
import {checkOptions, sameSize} from './errors.js';
import type {Arguments} from './heap.js';
import type {Kind, Module} from './module.js';
import {
  filter, queryFilter, type Filter, type QueryCandidate, type QueryFilter,
} from './structs.js';
import type {Dimension, Vec} from './vectors.js';

const kQueryOptions = new Set(['category', 'mask', 'sensors', 'accept']);

/** A mask with all bits. */
export const allBits = 0xffffffffffffffffn;

/** The category of objects in no layer, and of a filter without one: bit 63, which no layer has. */
export const defaultCategory = 1n << 63n;

/** Returns a filter in which missing members accept everything. */
export const completeFilter = (partial: Partial<Filter> | undefined): Filter =>
  ({category: defaultCategory, mask: allBits, ...partial});

/** Returns its address, or null if no filter is given. */
export function maybeFilter(args: Arguments, partial: Partial<Filter> | undefined): number {
  return partial === undefined ? 0 : args.struct(filter, completeFilter(partial));
}

/** Returns a category and a mask for each of `count`, consecutively; empty if none are given. */
export function filterBytes(filters: BigUint64Array | undefined, count: number): Uint8Array {
  if (filters === undefined) return new Uint8Array(0);
  sameSize('filters', filters.length, 2 * count);
  return new Uint8Array(filters.buffer, filters.byteOffset, filters.byteLength);
}

/** Calls `search` with the address of a query's filter, or null if all objects count. */
export function withQueryFilter<D extends Dimension, R>(
  module: Module, {dimension, structs}: Kind<D>, args: Arguments, options: QueryFilter<D> | undefined,
  search: (filter: number) => R,
): R {
  if (options === undefined) return search(0);
  checkOptions(args.call, options, kQueryOptions);
  const {category, mask, sensors, accept} = options;
  const bits: Partial<Filter> = {};
  if (category !== undefined) bits.category = category;
  if (mask !== undefined) bits.mask = mask;
  const all = Object.keys(bits).length === 0;
  const at = args.struct(queryFilter, {
    size: queryFilter.size,
    sensors: sensors === undefined ? 0 : sensors ? 2 : 1,
    filter: all ? 0 : args.struct(filter, completeFilter(bits)),
    accept: accept === undefined ? 0 : module.call('js_accept') as number,
    context: 0,
  });
  const cut = (vector: Vec<D>) => vector.slice(0, dimension) as Vec<D>;
  const candidateAt = (address: number): QueryCandidate<D> => {
    const {object, subShape, t, point, normal} = structs.queryCandidate.read(module.heap.view, address);
    return {object, subShape, t, point: cut(point), normal: cut(normal)};
  };
  return module.withCallback(accept && ((address) => accept(candidateAt(address))),
    () => search(at));
}
