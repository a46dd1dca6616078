// SPDX-License-Identifier: MIT
// The state of a world as bytes, and its hash.
import {u32} from './layout.js';
import type {Module} from './module.js';

/** Returns the state as a copy. */
export function save(module: Module, world: number): Uint8Array {
  return module.heap.call('world.save', (args) => {
    const at = args.space({size: 8});
    module.run('world_save', world, at, at + 4);
    const view = module.heap.view;
    const size = u32.read(view, at + 4);
    return module.heap.array(Uint8Array, u32.read(view, at), size).slice();
  });
}

export function restore(module: Module, world: number, bytes: Uint8Array): void {
  module.heap.call('world.restore', (args) =>
    module.run('world_restore', world, args.numbers(Uint8Array, bytes), bytes.length));
}

export function hash(module: Module, world: number): bigint {
  return BigInt.asUintN(64, module.call('world_hash', world) as bigint);
}
