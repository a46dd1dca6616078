// SPDX-License-Identifier: MIT
// A worker that computes the golden scenes and sends the results to its parent.
import {parentPort} from 'node:worker_threads';
import {golden} from './golden.js';
import {kinds, modules} from './support.js';

export const hashes = modules.map((masu) => kinds.map((kind) => golden(masu, kind).hash));
parentPort?.postMessage(hashes);
