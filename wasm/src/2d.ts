// SPDX-License-Identifier: MIT
// masu/2d: 2D. Loads its module from the folder of this file; bundlers get
// 2d.compat.ts.
import {Masu} from './library.js';
import {initOf} from './start.js';

export * from './library.js';
export const init = initOf(
  (module, simd) => new Masu<2>(module, simd),
  // Written out so that bundlers find the names.
  (simd) => (simd
    ? new URL('./masu_2d-simd.wasm', import.meta.url)
    : new URL('./masu_2d.wasm', import.meta.url)));
