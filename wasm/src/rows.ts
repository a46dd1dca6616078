// SPDX-License-Identifier: MIT
import {MasuError, shown} from './errors.js';
import {checkEpoch, type Heap, type Resource, type View, type ViewType} from './heap.js';
import type {Struct} from './layout.js';

/**
 * Results in the module's memory, not copied: valid until the next update or search of the object
 * that returned them. `at(i)` makes an object of one; for many use `words` or `floats` with
 * `stride` and `offset()`.
 */
export class Rows<T extends object> implements Iterable<T> {
  private readonly epoch: number;

  /** @internal */
  constructor(
    private readonly heap: Heap,
    private readonly layout: Struct<T>,
    private readonly address: number,
    /** The number of rows. */
    readonly length: number,
    private readonly owner?: Resource,
    /** @internal What must not be dropped while they are in use. */
    readonly retained?: object,
  ) {
    this.epoch = owner?.epoch ?? 0;
  }

  /** @internal Throws if they have been replaced, or their owner has been freed. */
  check(): void {
    if (this.owner !== undefined) checkEpoch(this.owner, this.epoch);
  }

  /** Returns row i; undefined beyond the end. */
  at(i: number): T | undefined {
    this.check();
    if (!(typeof i === 'number' && i >= 0 && i < this.length)) return undefined;
    return this.layout.read(this.heap.view, this.address + Math.floor(i) * this.layout.size);
  }

  *[Symbol.iterator](): Iterator<T> {
    this.check();
    for (let i = 0; i < this.length; ++i) yield this.at(i)!;
  }

  toArray(): T[] {
    return [...this];
  }

  /** A view of all rows as 32-bit words; made at each call, since memory may have grown. */
  get words(): Uint32Array {
    return this.view(Uint32Array);
  }
  /** A view of all rows as floats. */
  get floats(): Float32Array {
    return this.view(Float32Array);
  }
  /** A view of all rows as doubles. `'out_of_range'`: rows of floats may lie between them. */
  get doubles(): Float64Array {
    return this.view(Float64Array);
  }
  /** Bytes from one row to the next. */
  get stride(): number {
    return this.layout.size;
  }
  /** Returns the offset of a member in a row, in bytes. */
  offset(member: keyof T): number {
    if (Object.keys(this.layout.offsets).includes(member as string)) return this.layout.offsets[member];
    throw new MasuError('out_of_range', 'rows.offset', `there is no member ${shown(member)}`);
  }

  private view<V extends View>(type: ViewType<V>): V {
    this.check();
    if (this.length > 0 && this.address % type.BYTES_PER_ELEMENT !== 0) {
      throw new MasuError('out_of_range', 'rows', `${this.address} is no address of numbers of 8 bytes`);
    }
    const length = (this.length * this.layout.size) / type.BYTES_PER_ELEMENT;
    return this.heap.array(type, this.length === 0 ? 0 : this.address, Math.floor(length));
  }
}
