// SPDX-License-Identifier: MIT
// masu/2d with its module inlined, which starts without a file.
import {base64} from './inlined/masu_2d.js';
import {Masu} from './library.js';
import {initInlined} from './start.js';

export * from './library.js';
export const init = initInlined((module, simd) => new Masu<2>(module, simd), base64);
