// SPDX-License-Identifier: MIT
import {whole, wrongType} from './errors.js';
import {Resource, type View, type ViewType} from './heap.js';
import type {Module} from './module.js';

/** A typed array in the module's memory: calls do not copy it. */
export class Memory<V extends View> extends Resource {
  /** @internal */
  constructor(
    private readonly module: Module, private readonly type: ViewType<V>,
    /** The number of elements. */
    readonly length: number,
  ) {
    super(module.heap.allocate(bytesOf(type, length)), 'memory',
      (address) => module.release(() => module.heap.free(address)), true);
    this.view.fill(0);
  }

  /**
   * The array. Made at each call: when the module's memory grows, earlier views lose their
   * elements.
   */
  get view(): V {
    return this.module.heap.array(this.type, this.pointer, this.length);
  }
}

const kTypes: ReadonlySet<unknown> = new Set([Uint8Array, Uint32Array, Float32Array, Float64Array]);

function bytesOf(type: ViewType<View>, length: number): number {
  if (!kTypes.has(type)) throw wrongType('masu.allocate', 'type', type);
  return whole('masu.allocate', length, Number.MAX_SAFE_INTEGER) * type.BYTES_PER_ELEMENT;
}
