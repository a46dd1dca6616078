// SPDX-License-Identifier: MIT
// What is dropped without free(), and `using`.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {circle, Resource} from 'masu';
import {modules} from './support.js';

const cwd = fileURLToPath(new URL('.', import.meta.url));

test('worlds, bodies and indices that are dropped are freed, with one warning', async () => {
  const story = `
    import {circle, init} from 'masu';
    const masu = await init();
    const poses = Float32Array.from({length: 4 * 10000}, (_, i) => [i, 0, 1, 0][i % 4]);
    const cycle = () => {
      const world = masu.world({dimension: 2});
      world.addMany(circle(1), poses);
      world.rayCastMany([-5, 0, 10, 0, 1]);
      masu.bodies.hull([0, 0, 1, 0, 0, 1], {dimension: 2});
      masu.boxIndex({dimension: 2}).build([0, 0, 1, 1]);
      return masu.memoryBytes;
    };
    const first = cycle();
    for (let i = 0; i < 40; ++i) {
      cycle();
      await new Promise((done) => setTimeout(done));
      gc();
      await new Promise((done) => setTimeout(done));
    }
    console.log(masu.memoryBytes < 6 * first);`;
  const {stdout, stderr} = await promisify(execFile)(process.execPath,
    ['--expose-gc', '--input-type=module', '-e', story], {cwd});
  assert.equal(stdout, 'true\n');
  assert.equal(stderr.match(/dropped without free\(\)/g)?.length, 1, stderr);
});

test('nothing is said about what was freed', async () => {
  const story = `
    import {init} from 'masu';
    const masu = await init();
    for (let i = 0; i < 20; ++i) masu.world({dimension: 3}).free();
    for (let i = 0; i < 3; ++i) { gc(); await new Promise((done) => setTimeout(done)); }`;
  const {stderr} = await promisify(execFile)(process.execPath,
    ['--expose-gc', '--input-type=module', '-e', story], {cwd});
  assert.equal(stderr, '');
});

test('rows of batches keep what made them', async () => {
  const story = `
    import {circle, init} from 'masu';
    const masu = await init();
    const chain = {first: 0, count: 2, kind: 0, depth: 0};
    const ofWorld = (ask) => {
      const world = masu.world({dimension: 2});
      world.add(circle(1), [0, 0]);
      return ask(world);
    };
    const all = [
      ofWorld((world) => world.rayCastMany([-5, 0, 10, 0, 1])),
      ofWorld((world) => world.rayCastAll({origin: [-5, 0], direction: [10, 0]})),
      ofWorld((world) => world.overlappingMany([0, 0, 1, 1])).rows,
      ofWorld((world) => world.nearestMany([0, 5], 1)).rows,
      masu.corridor([0, 0, 10, 0], [chain]).nearestMany([5, 5]),
    ];
    for (let i = 0; i < 9; ++i) { gc(); await new Promise((done) => setTimeout(done)); }
    console.log(all.map((rows) => rows.toArray().length).join());`;
  const {stdout, stderr} = await promisify(execFile)(process.execPath,
    ['--expose-gc', '--input-type=module', '-e', story], {cwd});
  assert.equal(stdout, '1,1,1,1,1\n');
  assert.equal(stderr, '');
});

// What is shown by views of the module's memory is kept: a program may have nothing but the view.
test('views outlive what made them', async () => {
  const story = `
    import {init} from 'masu';
    const masu = await init();
    const pairs = masu.finder({dimension: 2}).findPairs([0, 0, 2, 2, 1, 1, 3, 3]);
    const zeros = masu.allocate(Float32Array, 1000).view;
    for (let i = 0; i < 9; ++i) { gc(); await new Promise((done) => setTimeout(done)); }
    masu.allocate(Float32Array, 1000).view.fill(7);
    console.log([...pairs].join(), zeros.every((x) => x === 0));`;
  const {stdout} = await promisify(execFile)(process.execPath,
    ['--expose-gc', '--input-type=module', '-e', story], {cwd});
  assert.equal(stdout, '0,1 true\n');
});

test('using frees, where the engine has it', () => {
  const world = modules[0].world({dimension: 2});
  world.add(circle(1), [0, 0]);
  if (Symbol.dispose === undefined) {
    assert.equal('undefined' in Resource.prototype, false);
    world.free();
  } else {
    world[Symbol.dispose]();
  }
  assert.equal(world.freed, true);
});
