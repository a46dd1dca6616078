// SPDX-License-Identifier: MIT
/// <reference lib="esnext.disposable" preserve="true" />
// The memory of a module. Views of it are made again whenever it has grown.
import {checkNumbers, MasuError} from './errors.js';
import {roundUp, type Layout} from './layout.js';
import type {Exports} from './loader.js';

/** Numbers as arguments. Those that are already in the module's memory are not copied. */
export type Numbers = ArrayLike<number>;

export type View = Uint8Array | Uint32Array | Float32Array | Float64Array;

/** The constructor of a typed array. */
export interface ViewType<V extends View> {
  new (buffer: ArrayBuffer, byteOffset: number, length: number): V;
  readonly BYTES_PER_ELEMENT: number;
}

/** Memory for the arguments of one call. */
export interface Arguments {
  /** The name of the call, for errors. */
  readonly call: string;
  /** Writes a structure with these members and returns its address. */
  struct<T>(layout: Layout<T>, value: T): number;
  /** Returns the address of zeroed space for a result. */
  space(layout: {readonly size: number}): number;
  /** Returns the address of consecutive numbers: their own if they are in memory already. */
  numbers<V extends View>(type: ViewType<V>, from: Numbers): number;
  /**
   * Writes several of them. Call it once for all, before anything else that may allocate: when
   * memory grows, views that have not been read yet are lost.
   */
  arrays<A extends readonly (readonly [ViewType<any>, Numbers])[]>(...arrays: A): {[K in keyof A]: number};
}

const kStack = 1 << 16;

export class Heap {
  private readonly memory: WebAssembly.Memory;
  private readonly malloc: (size: number) => number;
  private readonly release: (at: number) => void;
  private data: DataView;
  private cells = new Uint32Array(0);
  private readonly stack: number;
  private top = 0;

  constructor(exports: Exports) {
    this.memory = exports['memory'];
    this.malloc = exports['malloc'];
    this.release = exports['free'];
    this.data = new DataView(this.memory.buffer);
    this.stack = this.allocate(kStack);
  }

  /** A view of all memory; do not keep it over calls. */
  get view(): DataView {
    if (this.data.buffer !== this.memory.buffer) this.data = new DataView(this.memory.buffer);
    return this.data;
  }

  /** All memory as words; do not keep it over calls. Without the buffer, which takes 0.1 µs to get. */
  get words(): Uint32Array {
    // A view of memory that has grown since has no elements.
    if (this.cells.length === 0) this.cells = new Uint32Array(this.memory.buffer);
    return this.cells;
  }

  /** Returns a view of elements at an address. */
  array<V extends View>(type: ViewType<V>, at: number, length: number): V {
    return new type(this.memory.buffer, at, length);
  }

  bytes(): number {
    return this.memory.buffer.byteLength;
  }

  allocate(size: number): number {
    // Addresses have 32 bits; larger sizes would be truncated.
    const at = size > 0xffffffff ? 0 : this.malloc(Math.max(size, 1)) >>> 0;
    if (at === 0) {
      throw new MasuError('out_of_memory', 'allocate', `${size} bytes could not be allocated`);
    }
    return at;
  }

  free(at: number): void {
    this.release(at);
  }

  /** Returns the address of numbers that are already in this memory as elements of this type. */
  private inside(type: ViewType<View>, from: Numbers): number | undefined {
    if (!ArrayBuffer.isView(from)) return undefined;
    return from instanceof type && from.buffer === this.memory.buffer ? from.byteOffset : undefined;
  }

  text(at: number): string {
    const bytes = new Uint8Array(this.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /**
   * Calls `body` with memory for the arguments of the call of this name, which is freed when it
   * returns or throws.
   */
  call<R>(call: string, body: (args: Arguments) => R): R {
    const top = this.top;
    const blocks: number[] = [];
    const reserve = (size: number): number => {
      const begin = roundUp(this.top, 16);
      if (begin + size <= kStack) {
        this.top = begin + size;
        return this.stack + begin;
      }
      const block = this.allocate(size);
      blocks.push(block);
      return block;
    };
    const arrays = <A extends readonly (readonly [ViewType<any>, Numbers])[]>(...of: A) => {
      const addresses = of.map(([type, from]) => this.inside(type, from));
      return of.map(([type, from], i) => {
        const inPlace = addresses[i];
        if (inPlace !== undefined) return inPlace;
        checkNumbers(call, 'numbers', from);
        const at = reserve(from.length * type.BYTES_PER_ELEMENT);
        const copy = this.array<Float64Array>(type, at, from.length);
        copy.set(from);
        refuseChanged(call, copy, from);
        return at;
      }) as {[K in keyof A]: number};
    };
    try {
      return body({
        call,
        struct: (layout, value) => {
          layout.check?.(call, value);
          const at = reserve(layout.size);
          layout.write(this.view, at, value);
          return at;
        },
        space: ({size}) => {
          const at = reserve(size);
          this.array(Uint8Array, at, size).fill(0);
          return at;
        },
        numbers: (type, from) => arrays([type, from])[0],
        arrays,
      });
    } finally {
      for (const block of blocks) this.free(block);
      this.top = top;
    }
  }
}

/**
 * Throws for whole numbers changed by the conversion: -1, 1.5 and NaN would be indices of something
 * else.
 */
function refuseChanged(call: string, copy: View, from: Numbers): void {
  if (copy instanceof Float32Array || copy instanceof Float64Array) return;
  if (from.constructor === copy.constructor) return;
  for (let i = 0; i < copy.length; ++i) {
    if (copy[i] === from[i]) continue;
    throw new MasuError('out_of_range', call, `${from[i]} is not a whole number of this size`);
  }
}

/** What was dropped without free(), and how to free it; undefined if views may still show it. */
interface Dropped {
  readonly what: string;
  readonly release: (() => void) | undefined;
}
let warned = false;
const dropped = new FinalizationRegistry<Dropped>(({what, release}) => {
  release?.();
  if (warned) return;
  warned = true;
  console.warn(`masu: a ${what} was dropped without free(): call free() on what you make, or use ` +
    '`using`. There is no further warning.');
});

/**
 * An object that must be freed by `free()`, or declared by `using`; using it afterwards throws.
 */
export abstract class Resource {
  private address: number;
  /** @internal How often its results have become invalid. */
  epoch = 0;

  /** @internal `shows`: programs have views of its memory, which may outlive it. */
  constructor(
    address: number,
    /** @internal What it is, in a word. */
    readonly what: string,
    private readonly release: (address: number) => void, shows = false,
  ) {
    this.address = address;
    // `release` must not refer to this, which would never be dropped then.
    dropped.register(this, {what, release: shows ? undefined : () => release(address)}, this);
  }

  /** Whether it has been freed. */
  get freed(): boolean {
    return this.address === 0;
  }

  /** Frees its memory; calling it again has no effect. */
  free(): void {
    if (this.address === 0) return;
    this.release(this.address);
    this.address = 0;
    ++this.epoch;
    dropped.unregister(this);
  }

  /** @internal Its address, for calls of the module. */
  get pointer(): number {
    if (this.address === 0) {
      throw new MasuError('freed', this.what, 'the object has been freed by free()');
    }
    return this.address;
  }
}

export interface Resource {
  /** As free(), for `using`. */
  [Symbol.dispose](): void;
}
// Engines without `using` have no such symbol.
if (Symbol.dispose !== undefined) Resource.prototype[Symbol.dispose] = Resource.prototype.free;

/** Throws if results of this epoch have been replaced or freed. */
export function checkEpoch(owner: Resource, epoch: number): void {
  if (owner.epoch === epoch) return;
  throw new MasuError('stale_rows', 'rows', 'they were valid until the next update, batch or free()');
}
