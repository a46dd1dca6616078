// SPDX-License-Identifier: MIT
// masu/boxes with its module inlined, which starts without a file.
import {base64} from './inlined/masu_boxes.js';
import {Boxes} from './boxes_library.js';
import {initInlined} from './start.js';

export * from './boxes_library.js';
export const init = initInlined((module, simd) => new Boxes(module, simd), base64);
