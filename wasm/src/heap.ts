// SPDX-License-Identifier: MIT
// The memory of a module. Views of it are made again whenever it has grown.
import {MasuError} from './errors.js';
import {roundUp, type Layout} from './layout.js';

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
  private readonly stack: number;
  private top = 0;

  constructor(exports: WebAssembly.Exports) {
    this.memory = exports['memory'] as WebAssembly.Memory;
    this.malloc = exports['malloc'] as (size: number) => number;
    this.release = exports['free'] as (at: number) => void;
    this.data = new DataView(this.memory.buffer);
    this.stack = this.allocate(kStack);
  }

  /** A view of all memory; do not keep it over calls. */
  get view(): DataView {
    if (this.data.buffer !== this.memory.buffer) this.data = new DataView(this.memory.buffer);
    return this.data;
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
    if (from instanceof type && from.buffer === this.memory.buffer) return from.byteOffset;
    // A detached view has lost even its length, and no elements would be searched.
    if (from.length === 0 && ended(from.buffer)) {
      throw new MasuError('freed', 'view', 'memory has grown since it was read: read it again');
    }
    return undefined;
  }

  text(at: number): string {
    const bytes = new Uint8Array(this.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** Calls `body` with memory for arguments, which is freed when it returns or throws. */
  call<R>(body: (args: Arguments) => R): R {
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
        const at = reserve(from.length * type.BYTES_PER_ELEMENT);
        const copy = this.array<Float64Array>(type, at, from.length);
        copy.set(from);
        refuseChanged(copy, from);
        return at;
      }) as {[K in keyof A]: number};
    };
    try {
      return body({
        struct: (layout, value) => {
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
function refuseChanged(copy: View, from: Numbers): void {
  if (copy instanceof Float32Array || copy instanceof Float64Array) return;
  if (from.constructor === copy.constructor) return;
  for (let i = 0; i < copy.length; ++i) {
    if (copy[i] === from[i]) continue;
    throw new MasuError('out_of_range', 'numbers', `${from[i]} is not a whole number of this size`);
  }
}

/** Returns whether a buffer is detached. */
function ended(buffer: ArrayBufferLike): boolean {
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

/** An object that must be freed by `free()`; using it afterwards throws. */
export abstract class Resource {
  private address: number;

  constructor(address: number, private readonly what: string) {
    this.address = address;
  }

  /** Whether it has been freed. */
  get freed(): boolean {
    return this.address === 0;
  }

  /** Frees its memory; calling it again has no effect. */
  free(): void {
    if (this.address === 0) return;
    this.destroy(this.address);
    this.address = 0;
  }

  /** Its address, for calls of the module. */
  get pointer(): number {
    if (this.address === 0) {
      throw new MasuError('freed', this.what, 'the object has been freed by free()');
    }
    return this.address;
  }

  protected abstract destroy(address: number): void;
}
