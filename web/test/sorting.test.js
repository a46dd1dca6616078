// SPDX-License-Identifier: MIT
// The page of sorts: stepping, scrubbing, playing, one method large, growth; and its numbers
// compared with those of the command line tool for the same scene and seed.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {after, before, test} from 'node:test';
import {colours, counter, counterWhere, playground, ready, set} from './support.js';

const methods = ['all_pairs', 'sweep', 'kd_tree', 'planes', 'grid', 'tree'];
let site;
before(async () => { site = await playground(); });
after(() => site.close());

function masu(args, input) {
  assert.ok(process.env.MASU_BIN, 'MASU_BIN names the command line tool: ./masu.sh test wasm builds it');
  return execFileSync(process.env.MASU_BIN, args, {input, encoding: 'utf8', maxBuffer: 1 << 26});
}

/** Returns the counters of `masu pairs` on a scene: tests, nodes, comparisons, shifts, pairs. */
function native(method, scene, n, seed) {
  const boxes = masu(['scene', scene, '--n', String(n), '--seed', String(seed), '--float']);
  const {count, stats} = JSON.parse(
    masu(['pairs', '-', '--float', '--method', method, '--count', '--json', '--stats'], boxes));
  const {tests, nodes, comparisons, shifts} = stats;
  return {tests, nodes, comparisons, shifts, pairs: count};
}

/** Returns what `masu draw kd_tree` writes above its picture: the lecture's kd-tree. */
function nativeKdTree(scene, n, seed) {
  const picture = masu(['draw', 'kd_tree', scene, '--n', String(n), '--seed', String(seed)]);
  const [, pairs, tests, nodes] = picture.match(/: (\d+) pairs; (\d+) box tests, (\d+) nodes/).map(Number);
  const [, comparisons] = picture.match(/level by level: (\d+) comparisons/).map(Number);
  return {tests, nodes, comparisons, shifts: 0, pairs};
}

const panel = (page, id) => page.locator(`.sort[data-method="${id}"]`);

async function counted(page, id) {
  const names = ['tests', 'nodes', 'comparisons', 'shifts', 'pairs'];
  const values = names.map(async (name) =>
    [name, Number(await panel(page, id).locator(`[data-counted="${name}"]`).getAttribute('data-value'))]);
  return Object.fromEntries(await Promise.all(values));
}
const stepOf = async (page, id) => Number(await panel(page, id).locator('.step').getAttribute('data-value'));
const lengthOf = async (page, id) =>
  Number((await panel(page, id).locator('.step').textContent()).split('/')[1].replace(/\D/g, ''));
const press = (page, name) => page.locator(`button[name="${name}"]`).click();

test('L9: at the end every counter equals that of C++ for the same seed, and all have the same pairs', async () => {
  for (const [scene, n, seed] of [['uniform', 40, 3], ['clusters', 64, 2], ['sizes', 25, 7], ['thin_huge', 50, 1]]) {
    const page = await site.open(`sorting?scene=${scene}&n=${n}&seed=${seed}&most=1024`);
    await press(page, 'end');
    const expected = {
      all_pairs: native('all_pairs', scene, n, seed), sweep: native('sweep_and_prune', scene, n, seed),
      kd_tree: nativeKdTree(scene, n, seed), grid: native('uniform_grid', scene, n, seed),
      tree: native('plain_pass', scene, n, seed),
    };
    for (const [id, numbers] of Object.entries(expected)) {
      assert.deepEqual(await counted(page, id), numbers, `${id} on ${n} of ${scene}, seed ${seed}`);
    }
    const {pairs} = expected.all_pairs;
    assert.equal((await counted(page, 'planes')).pairs, pairs);
    assert.equal(await counter(page, 'pairs'), pairs);
    const same = page.locator('.same');
    assert.equal(await same.getAttribute('data-same'), 'true');
    assert.match(await same.textContent(), new RegExp(`All 6 methods find the same ${pairs} pairs`));
    assert.deepEqual(page.errors, []);
    await page.close();
  }
});

// The numbers of tests/web/sort_by_planes.cpp, which checks them natively.
test('the counters of the BSP tree equal the native ones', async () => {
  const page = await site.open('sorting?scene=uniform&n=40&seed=3&most=1024');
  await press(page, 'end');
  assert.deepEqual(await counted(page, 'planes'),
    {tests: 874, comparisons: 36672, nodes: 954, shifts: 0, pairs: 33});
  await page.close();
});

test('steps forth and back, by button and by key; counters follow', async () => {
  const page = await site.open('sorting?n=20&most=1024');
  await press(page, 'step');
  assert.equal(await counter(page, 'step'), 1);
  assert.equal((await counted(page, 'all_pairs')).tests, 1);
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  assert.equal(await counter(page, 'step'), 3);
  // The sort begins; the second box is compared with the first, and goes before it.
  assert.deepEqual(await counted(page, 'sweep'), {tests: 0, nodes: 0, comparisons: 1, shifts: 1, pairs: 0});
  const three = await counted(page, 'all_pairs');
  await press(page, 'step');
  await page.keyboard.press(',');
  assert.equal(await counter(page, 'step'), 3);
  assert.deepEqual(await counted(page, 'all_pairs'), three);
  await press(page, 'first');
  assert.equal(await counter(page, 'step'), 0);
  assert.deepEqual(await counted(page, 'sweep'), {tests: 0, nodes: 0, comparisons: 0, shifts: 0, pairs: 0});
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('scrubbing: the same step for all, or the same share', async () => {
  const page = await site.open('sorting?n=24&most=1024');
  const lengths = await Promise.all(methods.map((id) => lengthOf(page, id)));
  const longest = Math.max(...lengths);
  assert.ok(Math.min(...lengths) < longest);
  await set(page, 'at', 100);
  for (const [k, id] of methods.entries()) assert.equal(await stepOf(page, id), Math.min(100, lengths[k]), id);
  await set(page, 'pace', 'share');
  for (const [k, id] of methods.entries()) {
    assert.equal(await stepOf(page, id), Math.round(lengths[k] * 100 / longest), id);
  }
  await set(page, 'at', longest);
  for (const [k, id] of methods.entries()) assert.equal(await stepOf(page, id), lengths[k], id);
  await page.close();
});

test('plays at the chosen speed, and pauses', async () => {
  const page = await site.open('sorting?n=64&most=1024');
  await set(page, 'speed', Math.log(2000));
  await page.keyboard.press(' ');
  await counterWhere(page, 'step', (step) => step > 100);
  assert.ok(await counter(page, 'us') >= 0);
  await page.keyboard.press(' ');
  assert.equal(await page.locator('button[name="play"]').textContent(), 'Play');
  const paused = await counter(page, 'step');
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  assert.equal(await counter(page, 'step'), paused);
  // At the end it stops by itself, and restarts when played again.
  await press(page, 'play');
  await page.waitForFunction(() => document.querySelector('.same')?.classList.contains('yes'), null, {timeout: 30000});
  assert.equal(await page.locator('button[name="play"]').textContent(), 'Play');
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('a panel that is clicked is large, and small again; a reload shows the same', async () => {
  const page = await site.open('sorting?n=30&seed=5&scene=sizes&most=1024');
  await set(page, 'at', 90);
  await panel(page, 'grid').locator('canvas').click();
  const shown = () => page.locator('.sort:visible').evaluateAll((all) => all.map(({dataset}) => dataset.method));
  assert.deepEqual(await shown(), ['grid']);
  const numbers = await counted(page, 'grid');
  const step = await stepOf(page, 'grid');
  assert.ok(step > 0);
  await page.waitForFunction(() => /at=\d+/.test(location.hash) && /show=grid/.test(location.hash));
  await page.reload();
  await ready(page, 'sorting');
  assert.deepEqual(await shown(), ['grid']);
  assert.equal(await stepOf(page, 'grid'), step);
  assert.deepEqual(await counted(page, 'grid'), numbers);
  assert.equal(await page.locator('[name="scene"]').inputValue(), 'sizes');
  await panel(page, 'grid').locator('h2 button').click();
  assert.deepEqual(await shown(), methods);
  await page.close();
});

test('another scene, number or seed: another run, from its start', async () => {
  const page = await site.open('sorting?n=20&most=1024');
  await press(page, 'end');
  const before = await counted(page, 'sweep');
  await set(page, 'seed', 9);
  assert.equal(await counter(page, 'step'), 0);
  await press(page, 'end');
  assert.notDeepEqual(await counted(page, 'sweep'), before);
  await set(page, 'n', 12);
  assert.equal(await counter(page, 'objects'), 12);
  await set(page, 'scene', 'equal');
  await press(page, 'end');
  assert.equal(await counter(page, 'pairs'), 12 * 11 / 2);
  assert.equal((await counted(page, 'tree')).pairs, 12 * 11 / 2);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('every canvas shows something, large and small, dark and light', async () => {
  for (const colorScheme of ['dark', 'light']) {
    const page = await site.open('sorting?at=150&most=1024', {colorScheme});
    for (const id of methods) assert.ok(await colours(page, `.sort[data-method="${id}"] canvas`) > 30, id);
    await page.setViewportSize({width: 800, height: 700});
    for (const id of methods) assert.ok(await colours(page, `.sort[data-method="${id}"] canvas`) > 30, id);
    assert.deepEqual(page.errors, []);
    await page.close();
  }
});

test('on a phone one method at a time', async () => {
  const page = await site.open('sorting?most=1024', {viewport: {width: 375, height: 667}, hasTouch: true, isMobile: true});
  assert.equal(await page.locator('.sort:visible').count(), 1);
  for (const id of methods) {
    await set(page, 'show', id);
    assert.deepEqual(await page.locator('.sort:visible').evaluateAll((all) => all.map(({dataset}) => dataset.method)), [id]);
    await page.locator('button[name="end"]').tap();
    assert.match(await panel(page, id).locator('.caption').textContent(), /^Done/);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 375, `${id}: ${wide} pixels`);
  }
  await page.close();
});

test('L5: growth, counted by C++ for each size, with exponents', async () => {
  const page = await site.open('sorting?measure=tests&most=1024&seed=4');
  await page.waitForSelector('.growth[data-ready="1024"]', {timeout: 60000});
  const series = async (name) => page.locator(`.growth [data-series="${name}"]`).evaluate(({dataset}) =>
    ({points: JSON.parse(dataset.points), exponent: Number(dataset.exponent)}));
  const all = await series('All pairs');
  assert.deepEqual(all.points, [128, 256, 512, 1024].map((n) => [n, n * (n - 1) / 2]));
  assert.ok(Math.abs(all.exponent - 2) < 0.02, `n^${all.exponent}`);
  for (const [name, method] of [['Uniform grid', 'uniform_grid'], ['Sweep and prune', 'sweep_and_prune'], ['Sorted linear tree', 'sorted_orthtree']]) {
    const {points, exponent} = await series(name);
    for (const [n, tests] of points) assert.equal(tests, native(method, 'uniform', n, 4).tests, `${name}, ${n}`);
    assert.ok(exponent > 0.8 && exponent < 1.7, `${name}: n^${exponent}`);
  }
  // Another measure of the same searches.
  await set(page, 'measure', 'work');
  assert.ok((await series('kd-tree')).points.at(-1)[1] > 10 * 1024);
  assert.ok(await colours(page, '.growth canvas') > 8);
  assert.deepEqual(page.errors, []);
  await page.close();
});
