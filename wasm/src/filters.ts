// SPDX-License-Identifier: MIT
import {checkAttached, checkOptions, sameSize, truth, wrongType} from './errors.js';
import type {Arguments} from './heap.js';
import type {Kind, Module} from './module.js';
import {
  filter, queryFilter, type Filter, type QueryCandidate, type QueryFilter,
} from './structs.js';
import type {Dimension, Vec} from './vectors.js';

const kFilterOptions = new Set(['category', 'mask']);
const kQueryOptions = new Set(['category', 'mask', 'sensors', 'accept']);

/** A mask with all bits. */
export const allBits = 0xffffffffffffffffn;

/** The category of objects in no layer, and of a filter without one: bit 63, which no layer has. */
export const defaultCategory = 1n << 63n;

/** Returns a filter in which missing members accept everything. */
export function completeFilter(call: string, partial: Partial<Filter> = {}): Filter {
  checkOptions(call, partial, kFilterOptions);
  const {category = defaultCategory, mask = allBits} = partial;
  return {category: bitsOf(call, 'category', category), mask: bitsOf(call, 'mask', mask)};
}

/** Returns 64 bits; throws for what is no bigint. */
export function bitsOf(call: string, what: string, bits: bigint): bigint {
  if (typeof bits === 'bigint') return bits;
  throw wrongType(call, `${what}, which must be a bigint such as 1n,`, bits);
}

/** Returns its address, or null if no filter is given. */
export function maybeFilter(args: Arguments, partial: Partial<Filter> | undefined): number {
  return partial === undefined ? 0 : args.struct(filter, completeFilter(args.call, partial));
}

/** Returns a category and a mask for each of `count`, consecutively; empty if none are given. */
export function filterBytes(call: string, filters: BigUint64Array | undefined, count: number): Uint8Array {
  if (filters === undefined) return new Uint8Array(0);
  if (!(filters instanceof BigUint64Array)) throw wrongType(call, 'filters', filters);
  checkAttached(filters);
  sameSize(`${call}: filters`, filters.length, 2 * count);
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
  const all = category === undefined && mask === undefined;
  if (accept !== undefined && typeof accept !== 'function') throw wrongType(args.call, 'accept', accept);
  const at = args.struct(queryFilter, {
    size: queryFilter.size,
    sensors: sensors === undefined ? 0 : truth(args.call, 'sensors', sensors) ? 2 : 1,
    filter: all ? 0 : args.struct(filter, completeFilter(args.call, {category, mask})),
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
