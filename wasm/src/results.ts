// SPDX-License-Identifier: MIT
import {MasuError} from './errors.js';
import {Resource} from './heap.js';
import {u32, type Struct} from './layout.js';
import type {Module} from './module.js';
import type {Rows} from './rows.js';

/** Memory for the results of batches, kept from call to call. */
export class Results extends Resource {
  // An object of its own, so that the function that frees it does not refer to this.
  private readonly own: {block: number; capacity: number; busy: boolean};

  constructor(private readonly module: Module) {
    const space = {block: 0, capacity: 0, busy: false};
    super(create(module), 'results', (address) => {
      module.run('results_destroy', address);
      if (space.block !== 0) module.heap.free(space.block);
    });
    this.own = space;
  }

  /** Runs a batch. Its callbacks may call the library, but no batch that writes to the same results. */
  alone<R>(call: string, batch: () => R): R {
    if (this.own.busy) throw new MasuError('busy', call, 'called by the predicate of another batch of this world');
    this.own.busy = true;
    try {
      return batch();
    } finally {
      this.own.busy = false;
    }
  }

  /** The address for a batch, whose results replace those of the last one. */
  get replaced(): number {
    ++this.epoch;
    return this.pointer;
  }

  /** Returns space for results that the caller provides; those of the last call are lost. */
  space(size: number): number {
    void this.pointer;  // throws if it has been freed: nothing would free the space
    ++this.epoch;
    const {own} = this;
    if (size > own.capacity) {
      if (own.block !== 0) this.module.heap.free(own.block);
      own.block = own.capacity = 0;
      own.block = this.module.heap.allocate(size);
      own.capacity = size;
    }
    return own.block;
  }

  rows<T extends object>(layout: Struct<T>, name: string, retained?: object): Rows<T> {
    return this.module.rows(layout, this, (count) =>
      this.module.call(name, this.pointer, count) as number, retained);
  }

  /** Returns the address of the array with the start of each query's results. */
  first(): number {
    return this.module.heap.call('masu.first', (args) =>
      (this.module.call('results_first', this.pointer, args.space(u32)) as number) >>> 0);
  }
}

/** Returns what `make` makes; frees what was made before if there is no memory for it. */
export function orFree<T>(make: () => T, free: () => void): T {
  try {
    return make();
  } catch (error) {
    free();
    throw error;
  }
}

/**
 * Returns the function that frees an object by `masu_NAME` and its results. A function of its own:
 * closures of a constructor that refers to `this` in another one would keep the object.
 */
export function releaseWith(module: Module, name: string, results: Results) {
  return (address: number): void => {
    module.run(name, address);
    results.free();
  };
}

function create(module: Module): number {
  return module.heap.call('masu.results', (args) => {
    const made = args.space(u32);
    module.run('results_create', 0, made);
    return u32.read(module.heap.view, made);
  });
}
