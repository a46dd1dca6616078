// SPDX-License-Identifier: MIT
// masu/boxes: pairs of boxes and indices of boxes. Loads its module from the folder of this file;
// bundlers get boxes.compat.ts.
import {Boxes} from './boxes_library.js';
import {initOf} from './start.js';

export * from './boxes_library.js';
export const init = initOf(
  (module, simd) => new Boxes(module, simd),
  // Written out so that bundlers find the names.
  (simd) => (simd
    ? new URL('./masu_boxes-simd.wasm', import.meta.url)
    : new URL('./masu_boxes.wasm', import.meta.url)));
