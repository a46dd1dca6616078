// SPDX-License-Identifier: MIT
// masu: everything. Loads its module from the folder of this file; bundlers get
// compat.ts.
import {Masu} from './library.js';
import {initOf} from './start.js';

export * from './library.js';
export const init = initOf(
  (module, simd) => new Masu(module, simd),
  // Written out so that bundlers find the names.
  (simd) => (simd
    ? new URL('./masu-simd.wasm', import.meta.url)
    : new URL('./masu.wasm', import.meta.url)));
