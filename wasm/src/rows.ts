// SPDX-License-Identifier: MIT
import type {Heap, ViewType, View} from './heap.js';
import type {Struct} from './layout.js';

/**
 * Answers as they lie in memory, nothing copied: until the next update or search of what gave them.
 * `at(i)` makes an object of one; for many, `words` or `floats` with `stride` and `offset()`.
 */
export class Rows<T extends object> implements Iterable<T> {
  constructor(
    private readonly heap: Heap,
    private readonly layout: Struct<T>,
    private readonly address: number,
    /** How many there are. */
    readonly length: number,
  ) {}

  /** Number i; beyond the end undefined. */
  at(i: number): T | undefined {
    if (!(i >= 0 && i < this.length)) return undefined;
    return this.layout.read(this.heap.view, this.address + Math.floor(i) * this.layout.size);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let i = 0; i < this.length; ++i) yield this.at(i)!;
  }

  toArray(): T[] {
    return [...this];
  }

  /** A view of all as words of 32 bits; taken anew at each call, since memory may have grown. */
  get words(): Uint32Array {
    return this.view(Uint32Array);
  }
  /** The same as floats. */
  get floats(): Float32Array {
    return this.view(Float32Array);
  }
  /** The same as doubles. */
  get doubles(): Float64Array {
    return this.view(Float64Array);
  }
  /** Bytes from one row to the next. */
  get stride(): number {
    return this.layout.size;
  }
  /** Where a member begins in a row, in bytes. */
  offset(member: keyof T): number {
    return this.layout.offsets[member];
  }

  private view<V extends View>(type: ViewType<V>): V {
    const length = (this.length * this.layout.size) / type.BYTES_PER_ELEMENT;
    return this.heap.array(type, this.length === 0 ? 0 : this.address, Math.floor(length));
  }
}
