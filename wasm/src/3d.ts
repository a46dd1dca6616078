// SPDX-License-Identifier: MIT
// masu/3d: 3D. Loads its module from the folder of this file; bundlers get
// 3d.compat.ts.
import {Masu} from './library.js';
import {initOf} from './start.js';

export * from './library.js';
export const init = initOf(
  (module, simd) => new Masu<3>(module, simd),
  // Written out so that bundlers find the names.
  (simd) => (simd
    ? new URL('./masu_3d-simd.wasm', import.meta.url)
    : new URL('./masu_3d.wasm', import.meta.url)));
