// SPDX-License-Identifier: MIT
// masu/3d with its module inlined, which starts without a file.
import {base64} from './inlined/masu_3d.js';
import {Masu} from './library.js';
import {initInlined} from './start.js';

export * from './library.js';
export const init = initInlined((module, simd) => new Masu<3>(module, simd), base64);
