// SPDX-License-Identifier: MIT
import {Resource} from './heap.js';
import {u32, type Struct} from './layout.js';
import type {Module} from './module.js';
import {Rows} from './rows.js';

/** Memory for the results of batches, kept from call to call. */
export class Results extends Resource {
  private block = 0;
  private capacity = 0;

  constructor(private readonly module: Module) {
    super(create(module), 'results');
  }

  protected destroy(address: number): void {
    this.module.run('results_destroy', address);
    if (this.block !== 0) this.module.heap.free(this.block);
    this.block = 0;
  }

  /** Returns space for results that the caller provides; those of the last call are lost. */
  space(size: number): number {
    if (size > this.capacity) {
      if (this.block !== 0) this.module.heap.free(this.block);
      this.block = this.capacity = 0;
      this.block = this.module.heap.allocate(size);
      this.capacity = size;
    }
    return this.block;
  }

  rows<T extends object>(layout: Struct<T>, name: string): Rows<T> {
    return this.module.rows(layout, (count) =>
      this.module.call(name, this.pointer, count) as number);
  }

  /** Returns the address of the array with the start of each query's results. */
  first(): number {
    return this.module.heap.call((args) =>
      (this.module.call('results_first', this.pointer, args.space(u32)) as number) >>> 0);
  }
}

function create(module: Module): number {
  return module.heap.call((args) => {
    const made = args.space(u32);
    module.run('results_create', 0, made);
    return u32.read(module.heap.view, made);
  });
}
