// SPDX-License-Identifier: MIT
// The memory of a module, of which views are taken anew whenever it has grown.
import {MasuError} from './errors.js';
import {roundUp, type Layout} from './layout.js';

/** Numbers for a call. Those that lie in the module's memory already are not copied. */
export type Numbers = ArrayLike<number>;

export type View = Uint8Array | Uint32Array | Float32Array | Float64Array;

/** The constructor of a typed array. */
export interface ViewType<V extends View> {
  new (buffer: ArrayBuffer, byteOffset: number, length: number): V;
  readonly BYTES_PER_ELEMENT: number;
}

/** Memory for the arguments of one call. */
export interface Arguments {
  /** A structure with these members. */
  struct<T>(layout: Layout<T>, value: T): number;
  /** Room for an answer: zeros. */
  room(layout: {readonly size: number}): number;
  /** Numbers one after the other; their address, which is theirs if they are in memory already. */
  numbers<V extends View>(type: ViewType<V>, from: Numbers): number;
  /**
   * Several of them. To be asked for all at once and before anything else that may take memory:
   * when that grows, views of it that are not yet asked for are gone.
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

  /** Of all memory; not to be kept over calls. */
  get view(): DataView {
    if (this.data.buffer !== this.memory.buffer) this.data = new DataView(this.memory.buffer);
    return this.data;
  }

  /** Elements of a typed array, where they lie. */
  array<V extends View>(type: ViewType<V>, at: number, length: number): V {
    return new type(this.memory.buffer, at, length);
  }

  bytes(): number {
    return this.memory.buffer.byteLength;
  }

  allocate(size: number): number {
    // Addresses have 32 bits, and larger sizes would lose theirs.
    const at = size > 0xffffffff ? 0 : this.malloc(Math.max(size, 1)) >>> 0;
    if (at === 0) throw new MasuError('out_of_memory', 'allocate', `${size} bytes are not to be had`);
    return at;
  }

  free(at: number): void {
    this.release(at);
  }

  /** Where numbers lie if they are in this memory already, as elements of this type. */
  private inside(type: ViewType<View>, from: Numbers): number | undefined {
    if (!ArrayBuffer.isView(from)) return undefined;
    if (from instanceof type && from.buffer === this.memory.buffer) return from.byteOffset;
    // Of a view that has ended not even the length is left, and nothing would be searched.
    if (from.length === 0 && ended(from.buffer)) {
      throw new MasuError('freed', 'view', 'memory has grown since it was taken: take it anew');
    }
    return undefined;
  }

  text(at: number): string {
    const bytes = new Uint8Array(this.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** Calls with memory for arguments, which is given back when it returns or throws. */
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
      const places = of.map(([type, from]) => this.inside(type, from));
      return of.map(([type, from], i) => {
        const place = places[i];
        if (place !== undefined) return place;
        const at = reserve(from.length * type.BYTES_PER_ELEMENT);
        const copy = this.array<Float64Array>(type, at, from.length);
        copy.set(from);
        refuseTurned(copy, from);
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
        room: ({size}) => {
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

/** Whole numbers are to arrive as they are: -1, 1.5 and NaN would be places of something else. */
function refuseTurned(copy: View, from: Numbers): void {
  if (copy instanceof Float32Array || copy instanceof Float64Array) return;
  if (from.constructor === copy.constructor) return;
  for (let i = 0; i < copy.length; ++i) {
    if (copy[i] === from[i]) continue;
    throw new MasuError('out_of_range', 'numbers', `${from[i]} is no whole number of this size`);
  }
}

/** Does nothing lie behind the views of a buffer any more? */
function ended(buffer: ArrayBufferLike): boolean {
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

/** What has to be given back by `free()`; asked afterwards it throws. */
export abstract class Resource {
  private address: number;

  constructor(address: number, private readonly what: string) {
    this.address = address;
  }

  /** Has it been given back? */
  get freed(): boolean {
    return this.address === 0;
  }

  /** Gives its memory back; once more does nothing. */
  free(): void {
    if (this.address === 0) return;
    this.destroy(this.address);
    this.address = 0;
  }

  /** Where it is, for calls of the module. */
  get pointer(): number {
    if (this.address === 0) throw new MasuError('freed', this.what, 'it has been given back by free()');
    return this.address;
  }

  protected abstract destroy(address: number): void;
}
