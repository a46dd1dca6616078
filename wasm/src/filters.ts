// SPDX-License-Identifier: MIT
import {sameSize} from './errors.js';
import type {Arguments} from './heap.js';
import {filter, type Filter} from './structs.js';

/** Of all bits. */
export const allBits = 0xffffffffffffffffn;

/** The category of objects in no layer, and of a filter that names none: bit 63, which no layer has. */
export const defaultCategory = 1n << 63n;

/** A filter of which what is left out meets all. */
export const meetsAll = (given: Partial<Filter> | undefined): Filter =>
  ({category: defaultCategory, mask: allBits, ...given});

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
