// SPDX-License-Identifier: MIT
// The page of cells: its counters equal those of the command line tool, and all controls work.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {scenePairs} from './masu.js';
import {colours, counter, counterWhere, pixelsOf, playground, ready, set} from './support.js';

let site;
before(async () => { site = await playground(); });
after(() => site.close());

const still = (page) => page.waitForSelector('.cells[data-still="true"]');
const state = (page) => page.evaluate(() =>
  Object.fromEntries(new URLSearchParams(location.hash.split('?')[1] ?? '')));
const detail = (page, name) => page.locator(`aside [data-name="${name}"]`).textContent();
const numbers = async (page, ...names) => Promise.all(names.map((name) => counter(page, name)));
const pointIn = async (page, selector, x = 0.5, y = 0.5) => {
  const box = await page.locator(selector).boundingBox();
  return [box.x + x * box.width, box.y + y * box.height];
};

// Large enough for the array to have cells on all levels.
const scenes = [
  {d: 2, scene: 'fast', n: 40, seed: 1, frame: 0}, {d: 2, scene: 'fast', n: 300, seed: 7, frame: 25},
  {d: 2, scene: 'sizes', n: 1000, seed: 3, frame: 4}, {d: 2, scene: 'fast', n: 10000, seed: 2, frame: 3},
  {d: 3, scene: 'fast', n: 30, seed: 1, frame: 12}, {d: 3, scene: 'pile', n: 500, seed: 5, frame: 2},
  {d: 2, scene: 'fast', n: 1000, seed: 4, frame: 5000},
];

for (const {d, scene, n, seed, frame} of scenes) {
  test(`${scene} ${d}D, ${n} objects, frame ${frame}: the numbers of the command line tool`, async () => {
    const depth = 5;
    const page = await site.open(
      `cells?d=${d}&scene=${scene}&n=${n}&seed=${seed}&frame=${frame}&pause=1&fit=1&depth=${depth}`);
    await still(page);
    const tree = scenePairs({d, scene, n, seed, frame, method: 'sorted_orthtree'});
    const plain = scenePairs({d, scene, n, seed, frame, method: 'plain_pass'});
    assert.deepEqual(await numbers(page, 'objects', 'pairs', 'tests', 'candidates'),
      [tree.n, tree.count, tree.stats.tests, plain.stats.tests]);
    assert.equal(plain.count, tree.count);
    assert.deepEqual(page.errors, []);
    await page.close();
  });
}

test('U11: cells are red lines, candidate pairs are joined by lines, and a key adds an object', async () => {
  const page = await site.open('cells?pause=1&n=20');
  await still(page);
  assert.ok(await counter(page, 'candidates') > 0);
  const joined = await pixelsOf(page, '.space canvas');
  assert.ok(joined.red > 500, `${joined.red} red pixels`);
  assert.ok(joined.yellow > 100, `${joined.yellow} yellow pixels`);
  await set(page, 'links', false);
  await page.waitForFunction(() => /links=0/.test(location.hash));
  await still(page);
  const alone = await pixelsOf(page, '.space canvas');
  assert.ok(alone.red > 500, `${alone.red} red pixels`);
  assert.ok(alone.yellow < joined.yellow / 4, `${alone.yellow} yellow pixels of ${joined.yellow}`);
  await page.mouse.move(...await pointIn(page, '.space canvas', 0.52, 0.5));
  await page.keyboard.press('a');
  await counterWhere(page, 'objects', (n) => n === 21);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('running, then paused: the numbers are those of that frame; a step is a frame', async () => {
  const page = await site.open('cells?n=200&seed=9&speed=20&fit=1&depth=5');
  await counterWhere(page, 'frame', (frame) => frame > 5);
  await page.keyboard.press(' ');
  await still(page);
  for (const steps of [0, 1, 3]) {
    const before = await counter(page, 'frame');
    for (let i = 0; i < steps; ++i) await page.locator('button[name=step]').click();
    await counterWhere(page, 'frame', (frame) => frame === before + steps);
    await still(page);
    const {n, count, stats} = scenePairs(
      {d: 2, scene: 'fast', n: 200, seed: 9, frame: before + steps, method: 'plain_pass'});
    assert.deepEqual(await numbers(page, 'objects', 'pairs', 'candidates'), [n, count, stats.tests]);
    assert.equal((await state(page)).frame, String(before + steps));
  }
  await page.close();
});

test('objects are added, dragged and removed, and a reload shows the same', async () => {
  const page = await site.open('cells?n=5&seed=4&pause=1');
  const first = await counter(page, 'objects');
  await page.mouse.move(...await pointIn(page, '.space canvas', 0.52, 0.5));
  await page.keyboard.press('a');
  await counterWhere(page, 'objects', (n) => n === first + 1);
  // From under the cursor to a corner, where it overlaps nothing.
  await page.mouse.down();
  const [x, y] = await pointIn(page, '.space canvas', 0.52, 0.5);
  for (let i = 1; i <= 10; ++i) await page.mouse.move(x + 9 * i, y + 9 * i);
  await page.mouse.up();
  const {e} = await state(page);
  assert.match(e, /^0a[\d._]+~0m5_[\d._]+$/);
  assert.equal(await detail(page, 'holds').then((text) => /of 6 objects/.test(text)), true);
  await page.locator('button[name=add]').click();
  await counterWhere(page, 'objects', (n) => n === first + 2);
  const shown = await numbers(page, 'objects', 'pairs', 'tests', 'candidates');
  await page.reload();
  await ready(page, 'cells');
  await still(page);
  assert.deepEqual(await numbers(page, 'objects', 'pairs', 'tests', 'candidates'), shown);
  await set(page, 'tap', 'remove');
  await page.mouse.click(x + 90, y + 90);
  await counterWhere(page, 'objects', (n) => n === first + 1);
  await page.keyboard.press('x');
  await counterWhere(page, 'objects', (n) => n === first);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('an object dragged while all move: a reload replays it', async () => {
  const page = await site.open('cells?n=30&seed=8&speed=8&scene=sizes&size=0.5');
  await counterWhere(page, 'frame', (frame) => frame > 2);
  await page.mouse.move(...await pointIn(page, '.space canvas', 0.5, 0.6));
  await page.keyboard.press('a');
  await page.mouse.down();
  await page.mouse.move(...await pointIn(page, '.space canvas', 0.4, 0.3), {steps: 8});
  await page.mouse.up();
  await page.keyboard.press('a');
  const frame = await counter(page, 'frame');
  await counterWhere(page, 'frame', (now) => now > frame + 3);
  await page.keyboard.press(' ');
  await still(page);
  const {e, frame: last} = await state(page);
  assert.equal(e.match(/[am]/g).length >= 2, true);
  assert.ok(e.split('~').every((edit) => Number.parseInt(edit) > 0 && Number.parseInt(edit) <= Number(last)));
  const shown = await numbers(page, 'frame', 'objects', 'pairs', 'tests', 'candidates');
  await page.reload();
  await ready(page, 'cells');
  await still(page);
  assert.deepEqual(await numbers(page, 'frame', 'objects', 'pairs', 'tests', 'candidates'), shown);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('an invalid address opens the page with its defaults', async () => {
  const page = await site.open(
    'cells?n=none&d=7&scene=nowhere&seed=&depth=x&frame=-3&e=zzz~3a1~m4~0m-1_2_3~0r99~0a1e308_1e308~0m3_1e7_0&pause=1&tap=');
  await still(page);
  const plain = await site.open('cells?pause=1');
  const names = ['objects', 'pairs', 'tests', 'candidates', 'frame'];
  assert.deepEqual(await numbers(page, ...names), await numbers(plain, ...names));
  assert.deepEqual(page.errors, []);
  await page.close();
  await plain.close();
});

test('on a phone a tap adds an object, and a tap on the array describes a cell', async () => {
  const page = await site.open('cells?pause=1&n=1&scene=equal&seed=3',
    {viewport: {width: 375, height: 667}, hasTouch: true, isMobile: true});
  await page.locator('.space canvas').scrollIntoViewIfNeeded();
  await page.touchscreen.tap(...await pointIn(page, '.space canvas', 0.9, 0.12));
  await counterWhere(page, 'objects', (n) => n === 2);
  await page.locator('.array canvas').scrollIntoViewIfNeeded();
  const array = await page.locator('.array canvas').boundingBox();
  await page.touchscreen.tap(array.x + array.width / 2, array.y + 30);
  await page.waitForFunction(() =>
    document.querySelector('aside [data-name=path]').textContent === 'root');
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('the cell under the cursor, in the view of space and in the array', async () => {
  const page = await site.open('cells?pause=1&n=40&depth=4');
  // The upper right cell of the finest level: all digits 3.
  const box = await page.locator('.space canvas').boundingBox();
  const half = Math.min(box.width, box.height) / 2 - 14;
  await page.mouse.move(box.x + box.width / 2 + half - 4, box.y + box.height / 2 - half + 4);
  await page.waitForFunction(() =>
    document.querySelector('aside [data-name=path]').textContent === '3·3·3·3');
  assert.equal(await detail(page, 'morton'), '11 11 11 11');
  assert.equal(await detail(page, 'index'), '340');
  assert.equal(await detail(page, 'cell'), 'level 4 of 4, number 255');
  // The first row of the array is the root.
  const array = await page.locator('.array canvas').boundingBox();
  const before = await page.locator('.space canvas').screenshot();
  await page.mouse.move(array.x + array.width / 2, array.y + 30);
  await page.waitForFunction(() =>
    document.querySelector('aside [data-name=path]').textContent === 'root');
  assert.equal(await detail(page, 'index'), '0');
  assert.match(await detail(page, 'holds'), /^\d+ of 40 objects$/);
  assert.notDeepEqual(await page.locator('.space canvas').screenshot(), before);
  await page.close();
});

test('every control changes the picture and the address, and a reload keeps it', async () => {
  const page = await site.open('cells?pause=1');
  const changes = [
    ['size', 2, '2'], ['world', 1.5, '1.5'], ['speed', Math.log(12), '12'], ['depth', 2, '2'], ['fit', true, '1'],
    ['links', false, '0'], ['curve', true, '1'], ['tap', 'remove', 'remove'], ['scene', 'clusters', 'clusters'],
    ['seed', 5, '5'],
  ];
  for (const [name, value, expected] of changes) {
    await set(page, name, value);
    await page.waitForFunction(([key, value]) =>
      new URLSearchParams(location.hash.split('?')[1]).get(key) === value, [name, expected]);
  }
  await set(page, 'n', Math.log(100));
  await counterWhere(page, 'objects', (n) => n === 100);
  await still(page);
  const shown = await numbers(page, 'objects', 'pairs', 'tests', 'candidates');
  const saved = await state(page);
  await page.reload();
  await ready(page, 'cells');
  await still(page);
  assert.deepEqual(await numbers(page, 'objects', 'pairs', 'tests', 'candidates'), shown);
  assert.deepEqual(await state(page), saved);
  assert.ok(await colours(page, '.space canvas') > 10);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('the 3D view draws and rotates, and its objects are dragged', async () => {
  const page = await site.open('cells?d=3&pause=1&n=1&scene=equal&seed=3');
  assert.ok(await colours(page, '.space canvas') > 20);
  const canvas = page.locator('.space canvas');
  const before = await canvas.screenshot();
  await page.mouse.move(...await pointIn(page, '.space canvas', 0.03, 0.03));
  await page.mouse.down();
  await page.mouse.move(...await pointIn(page, '.space canvas', 0.3, 0.1), {steps: 5});
  await page.mouse.up();
  assert.notDeepEqual(await canvas.screenshot(), before);
  assert.equal((await state(page)).e, undefined);
  await page.locator('button[name=add]').click();
  await counterWhere(page, 'objects', (n) => n === 2);
  await page.mouse.move(...await pointIn(page, '.space canvas'));
  await page.mouse.down();
  await page.mouse.move(...await pointIn(page, '.space canvas', 0.6, 0.4), {steps: 5});
  await page.mouse.up();
  assert.match((await state(page)).e, /m/);
  await set(page, 'd', '2');
  await counterWhere(page, 'objects', (n) => n === 40);
  assert.equal((await state(page)).d, undefined);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('a window of another size is filled', async () => {
  for (const d of [2, 3]) {
    const page = await site.open(`cells?d=${d}&pause=1`);
    await page.setViewportSize({width: 700, height: 900});
    await page.waitForFunction(() => {
      const canvas = document.querySelector('.space canvas');
      return canvas.width === Math.round(canvas.clientWidth * devicePixelRatio) && canvas.clientWidth < 700;
    });
    assert.ok(await colours(page, '.space canvas') > 10);
    assert.deepEqual(page.errors, []);
    await page.close();
  }
});

test('candidates too many to be listed are counted as by the library', async () => {
  const page = await site.open('cells?pause=1&n=3000&seed=9&fit=1&depth=5');
  await counterWhere(page, 'objects', (n) => n === 3000);
  await still(page);
  const {count, stats} =
    scenePairs({d: 2, scene: 'fast', n: 3000, seed: 9, frame: 0, method: 'plain_pass'});
  assert.deepEqual(await numbers(page, 'pairs', 'candidates'), [count, stats.tests]);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('10 000 objects without boxes: pairs are found, candidates are not listed, frames continue', async (t) => {
  const page = await site.open('cells?n=10000&boxes=0&speed=2');
  await counterWhere(page, 'pairs', (pairs) => pairs > 5000);
  assert.equal(Number.isNaN(await counter(page, 'candidates')), true);
  // The time is reported, not tested: machines are busy.
  const best = await page.evaluate(async () => {
    let most = 0;
    for (let second = 0; second < 3 && most < 59; ++second) {
      const begin = performance.now();
      let frames = 0;
      let now = begin;
      while (now - begin < 1000) {
        now = await new Promise(requestAnimationFrame);
        ++frames;
      }
      most = Math.max(most, 1000 * (frames - 1) / (now - begin));
    }
    return most;
  });
  assert.ok(best > 0);
  t.diagnostic(`${best.toFixed(1)} frames a second`);
  // Not for the first frames, while the browser still compiles the module.
  t.diagnostic(`${await counterWhere(page, 'us', (us) => us > 0)} us a frame`);
  assert.deepEqual(page.errors, []);
  await page.close();
});
