// SPDX-License-Identifier: MIT
// How soon the first page is ready on a first visit, and what it loads.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {playground} from './support.js';

let site;
before(async () => { site = await playground(); });
after(() => site.close());

// In a new context without a cache: milliseconds from the request on, and what was loaded.
async function firstView(path) {
  const page = await site.open(path);
  const seen = await page.evaluate(() => ({
    ready: performance.getEntriesByName('page-ready')[0]?.startTime,
    files: performance.getEntriesByType('resource').map(({name, transferSize, decodedBodySize}) =>
      ({name: name.split('/').pop(), cached: transferSize === 0, bytes: decodedBodySize})),
  }));
  assert.deepEqual(page.errors, []);
  await page.close();
  return seen;
}

// The time is reported, not tested: machines are busy. The size is tested below.
test('the first view of a new visitor', async (t) => {
  const {ready, files} = await firstView('cells');
  assert.ok(files.every(({cached}) => !cached), 'nothing comes from a cache');
  assert.ok(ready > 0);
  t.diagnostic(`first view after ${Math.round(ready)} ms`);
});

test('the package is one file, and three is loaded only for 3D', async () => {
  const {files} = await firstView('cells');
  // masu/compat, which bundlers get.
  const isPackage = ({name}) => /^compat.*\.js$/.test(name);
  assert.equal(files.filter(isPackage).length, 1, files.map(({name}) => name).join(' '));
  assert.ok(!files.some(({name}) => name.startsWith('masu') || name.startsWith('space')));
  const code = files.filter((file) => /\.(js|css)$/.test(file.name) && !isPackage(file))
    .reduce((sum, {bytes}) => sum + bytes, 0);
  assert.ok(code > 10_000 && code < 150_000, `${code} bytes of scripts and styles`);
  const space = await firstView('cells?d=3');
  assert.ok(space.files.some(({name}) => name.startsWith('space')));
});
