// SPDX-License-Identifier: MIT
// Searches an index that another worker has built. The test runner runs this file, too, as no worker.
import {parentPort} from 'node:worker_threads';
import {init} from 'masu/2d';

parentPort?.once('message', async (bytes) => {
  const index = (await init()).boxIndex({dimension: 2});
  index.restore(bytes);
  const found = index.search(-0.5, -0.5, 0.5, 0.5);
  index.free();
  parentPort.postMessage(found, [found.buffer]);
});
