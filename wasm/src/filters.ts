// SPDX-License-Identifier: MIT
import {MasuError} from './errors.js';
import type {Arguments} from './heap.js';
import {filter, type Filter} from './structs.js';

/** Of all bits. */
export const allBits = 0xffffffffffffffffn;

/** A filter of which what is left out meets all. */
export const meetsAll = (given: Partial<Filter> | undefined): Filter =>
  ({category: 1n, mask: allBits, ...given});

/** Its address, or null where none is wanted. */
export function maybeFilter(args: Arguments, wanted: Partial<Filter> | undefined): number {
  return wanted === undefined ? 0 : args.struct(filter, meetsAll(wanted));
}

/** A category and a mask for each of `count`, one after the other, as bytes; none of none. */
export function filterBytes(from: BigUint64Array | undefined, count: number): Uint8Array {
  if (from === undefined) return new Uint8Array(0);
  if (from.length !== 2 * count) {
    throw new MasuError('size_mismatch', 'filters', `${from.length} where ${2 * count} are wanted`);
  }
  return new Uint8Array(from.buffer, from.byteOffset, from.byteLength);
}
