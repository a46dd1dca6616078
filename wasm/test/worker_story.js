// SPDX-License-Identifier: MIT
// The golden scenes, told to whoever has started this as a worker.
import {parentPort} from 'node:worker_threads';
import {golden} from './golden.js';
import {kinds, modules} from './support.js';

export const hashes = modules.map((masu) => kinds.map((kind) => golden(masu, kind).hash));
parentPort?.postMessage(hashes);
