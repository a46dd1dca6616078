// SPDX-License-Identifier: MIT
// masu with its module inlined, which starts without a file.
import {base64} from './inlined/masu.js';
import {Masu} from './library.js';
import {initInlined} from './start.js';

export * from './library.js';
export const init = initInlined((module, simd) => new Masu(module, simd), base64);
