// SPDX-License-Identifier: MIT
import {wrongType} from './errors.js';
import type {Struct} from './layout.js';

/**
 * Identifies an object of a world; refused (`stale_handle`) once the object is removed. A world has
 * one handle for each of its objects: compare them by `===`, use them as keys of a Map.
 */
export interface Handle {
  readonly index: number;
  readonly generation: number;
  /**
   * What the program keeps with the object: `ObjectOptions.data`. Not part of the world's state:
   * `save()` and `hash()` leave it out.
   */
  data?: any;
}

/** The index of an empty handle. */
export const noIndex = 0xffffffff;

const isWord = (value: unknown) => typeof value === 'number' && value === value >>> 0;

function check(call: string, value: Handle): void {
  if (!isWord(value?.index) || !isWord(value.generation)) throw wrongType(call, 'handle', value);
}

/** A handle in memory, as an object that is made by `make`. */
export const handleBy = (make: (index: number, generation: number) => Handle): Struct<Handle> => ({
  size: 8,
  align: 4,
  offsets: {index: 0, generation: 4},
  read: (memory, at) => make(memory.getUint32(at, true), memory.getUint32(at + 4, true)),
  write: (memory, at, {index, generation}) => {
    memory.setUint32(at, index, true);
    memory.setUint32(at + 4, generation, true);
  },
  check,
});
export const handle = handleBy((index, generation) => ({index, generation}));

/** The handles of the objects of a world. */
export class Handles {
  private now: (Handle | undefined)[] = [];
  // Of objects that were removed, by slot: since the last update, and before it, which ended()
  // reports.
  private removed = new Map<number, Handle[]>();
  private ended = new Map<number, Handle[]>();

  constructor(private readonly exists: (object: Handle) => boolean) {}

  /** Returns the handle with these numbers. */
  of(index: number, generation: number): Handle {
    const known = this.now[index];
    if (known?.generation === generation) return known;
    const same = (object: Handle) => object.generation === generation;
    const old = this.removed.get(index)?.find(same) ?? this.ended.get(index)?.find(same);
    if (old !== undefined) return old;
    const made: Handle = {index, generation, data: undefined};
    if (index !== noIndex && (known === undefined || !this.exists(known))) this.now[index] = made;
    return made;
  }

  remove({index, generation}: Handle): void {
    const known = this.now[index];
    if (known?.generation !== generation) return;
    const others = this.removed.get(index);
    if (others === undefined) this.removed.set(index, [known]);
    else others.push(known);
    this.now[index] = undefined;
  }
  clear(): void {
    for (const object of this.now) if (object !== undefined) this.remove(object);
    this.now = [];
  }
  updated(): void {
    this.ended = this.removed;
    this.removed = new Map();
  }
}
