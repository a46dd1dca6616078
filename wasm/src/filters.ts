// SPDX-License-Identifier: MIT
import {sameSize} from './errors.js';
import type {Arguments} from './heap.js';
import type {Kind, Module} from './module.js';
import {
  filter, queryCandidate, queryFilter, type Filter, type QueryCandidate, type QueryFilter,
} from './structs.js';

/** Of all bits. */
export const allBits = 0xffffffffffffffffn;

/** A filter of which what is left out meets all. */
export const meetsAll = (given: Partial<Filter> | undefined): Filter =>
  ({category: 1n, mask: allBits, ...given});

/** Its address, or null where none is wanted. */
export function maybeFilter(args: Arguments, wanted: Partial<Filter> | undefined): number {
  return wanted === undefined ? 0 : args.struct(filter, meetsAll(wanted));
}

/** A category and a mask for each of `count`, one after the other; nothing where there are none. */
export function filterBytes(filters: BigUint64Array | undefined, count: number): Uint8Array {
  if (filters === undefined) return new Uint8Array(0);
  sameSize('filters', filters.length, 2 * count);
  return new Uint8Array(filters.buffer, filters.byteOffset, filters.byteLength);
}

/** Calls `search` with the address of a query's filter, or null where all objects count. */
export function withQueryFilter<R>(
  module: Module, {dimension}: Kind, args: Arguments, wanted: QueryFilter | undefined,
  search: (filter: number) => R,
): R {
  if (wanted === undefined) return search(0);
  const {category, mask, sensors, accept} = wanted;
  const bits: Partial<Filter> = {};
  if (category !== undefined) bits.category = category;
  if (mask !== undefined) bits.mask = mask;
  const all = Object.keys(bits).length === 0;
  const at = args.struct(queryFilter, {
    size: queryFilter.size,
    sensors: sensors === undefined ? 0 : sensors ? 2 : 1,
    filter: all ? 0 : args.struct(filter, meetsAll(bits)),
    accept: accept === undefined ? 0 : module.call('js_accept') as number,
    context: 0,
  });
  const candidateAt = (place: number): QueryCandidate => {
    const {object, piece, t, point, normal} = queryCandidate.read(module.heap.view, place);
    return {object, piece, t, point: point.slice(0, dimension), normal: normal.slice(0, dimension)};
  };
  return module.calledBack(accept && ((place) => accept(candidateAt(place))), () => search(at));
}
