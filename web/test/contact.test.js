// SPDX-License-Identifier: MIT
// Contact: its numbers equal those of native C++; shapes and points are dragged, rotated, stepped
// through, and restored from the address.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {after, before, test} from 'node:test';
import {colours, counter, counterWhere, playground, ready, set} from './support.js';

let site;
before(async () => {
  assert.ok(process.env.MASU_BIN, 'MASU_BIN names no command line tool to compare with');
  site = await playground();
});
after(() => site?.close());

const masu = (words, input) =>
  JSON.parse(execFileSync(process.env.MASU_BIN, words, {input, encoding: 'utf8'}));

/** Returns the tool's result for the two visible shapes, to the last bit. */
async function nativeContact(page, more = []) {
  const {a, b} = await page.locator('code.command').evaluate((code) => ({...code.dataset}));
  const dimension = await page.locator('.mode').getAttribute('data-dimension');
  return masu(['contact', a, b, '--dim', dimension, ...more]);
}
const steps = async (page) => {
  const data = await page.locator('.stepper').evaluate((stepper) => ({...stepper.dataset}));
  return {step: Number(data.step), count: Number(data.steps)};
};
const description = (page) => page.locator('.description').textContent();
const poseOf = (page, side) => {
  const query = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
  return (query.get(`${side}p`) ?? '').split(',').map(Number);
};
async function checkDistance(page) {
  const {separation} = await nativeContact(page);
  assert.equal(await counter(page, 'distance'), Math.max(0, separation.distance));
  assert.equal(await counter(page, 'depth'), separation.depth);
  assert.equal(await counter(page, 'pairs'), separation.distance > 0 ? 0 : 1);
  return separation;
}
async function boxOf(page, panel) {
  return page.locator(`[data-panel="${panel}"] canvas`).boundingBox();
}
async function drag(page, from, by) {
  await page.mouse.move(from[0], from[1]);
  await page.mouse.down();
  await page.mouse.move(from[0] + by[0] / 2, from[1] + by[1] / 2);
  await page.mouse.move(from[0] + by[0], from[1] + by[1]);
  await page.mouse.up();
}

const apart = ['a=stone&b=box', 'a=circle&b=triangle', 'a=ellipse&b=capsule', 'd=3', 'd=3&a=cone&b=capsule'];
const deep = [
  'ap=0,0,0&bp=0.8,0.4,30', 'a=pentagon&b=triangle&ap=0,0,10&bp=0.3,-0.7,200', 'a=circle&b=box&ap=0,0,0&bp=0.9,0.2,15',
  'd=3&ap=0,0,0,0,0,0&bp=0.9,0.3,0.2,10,20,30', 'd=3&a=diamond&b=tetrahedron&ap=0,0,0,5,0,0&bp=0.5,0.3,0.2,10,20,30',
  'd=3&a=sphere&b=cylinder&ap=0,0,0,0,0,0&bp=0.8,0.3,0.2,10,20,30',
];

test('GJK: distances equal those of C++, and the last step shows them', async () => {
  for (const state of apart) {
    const page = await site.open(`contact?${state}`);
    const {distance} = await checkDistance(page);
    assert.ok(distance > 0, state);
    assert.ok((await description(page)).includes(`${distance.toPrecision(3)} apart`), `${state}: ${await description(page)}`);
    assert.equal(await counter(page, 'EPA iterations'), 0);
    assert.equal(await counter(page, 'tests'), await counter(page, 'GJK iterations'));
    const {count} = await steps(page);
    assert.ok(count >= 2 * await counter(page, 'GJK iterations'), `${state}: ${count} steps`);
    assert.deepEqual(page.errors, []);
    await page.close();
  }
});

test('EPA: depths equal those of C++, and the last step shows them', async () => {
  for (const state of deep) {
    const page = await site.open(`contact?${state}`);
    const {depth} = await checkDistance(page);
    assert.ok(depth > 0, state);
    const shown = Number((await description(page)).match(/are ([\d.]+) deep/)[1]);
    assert.ok(Math.abs(shown - depth) <= 0.006 * depth, `${state}: ${shown}, not ${depth}`);
    assert.ok(await counter(page, 'EPA iterations') > 0);
    assert.deepEqual(page.errors, []);
    await page.close();
  }
});

test('touching shapes, and concentric smooth shapes', async () => {
  for (const [state, depth] of [
    ['a=box&b=box&ap=0,0,0&bp=2,0,0', 0], ['a=circle&b=circle&ap=0,0,0&bp=0,0,0', 1.6],
    ['d=3&a=sphere&b=sphere&ap=0,0,0,0,0,0&bp=0,0,0,0,0,0', 1.6],
  ]) {
    const page = await site.open(`contact?${state}`);
    const separation = await checkDistance(page);
    assert.ok(Math.abs(separation.depth - depth) < 1e-9, state);
    assert.ok((await description(page)).includes(`${depth.toPrecision(3)} deep`), `${state}: ${await description(page)}`);
    const {count} = await steps(page);
    for (let i = 0; i < Math.min(count, 12); ++i) await set(page, 'step-at', i);
    assert.deepEqual(page.errors, []);
    await page.close();
  }
});

test('steps: by buttons, keys, slider and automatically; the address has the step', async () => {
  const page = await site.open('contact');
  const {count} = await steps(page);
  await page.locator('button[name=back]').click();
  assert.equal((await steps(page)).step, count - 2);
  await page.locator('h1, .line').first().click();
  await page.keyboard.press(',');
  assert.equal((await steps(page)).step, count - 3);
  await set(page, 'step-at', 0);
  assert.match(await description(page), /^Start with any point/);
  const first = await page.locator('[data-panel=difference] canvas').screenshot();
  await page.keyboard.press('.');
  assert.equal((await steps(page)).step, 1);
  assert.ok(!first.equals(await page.locator('[data-panel=difference] canvas').screenshot()));
  assert.match(page.url(), /step=1/);
  await page.reload();
  await ready(page, 'contact');
  assert.equal((await steps(page)).step, 1);
  await page.locator('button[name=play]').click();
  await page.waitForFunction(
    (last) => document.querySelector('.stepper').dataset.step === last, String(count - 1), {timeout: 20000});
  await page.waitForFunction(() => document.querySelector('button[name=play]').textContent.includes('Play'));
  assert.doesNotMatch(page.url(), /step=/);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('shapes are dragged, rotated by the handle and by keys, and restored from the address', async () => {
  const page = await site.open('contact?a=circle&ap=-1,0,0&b=box&bp=1,0,0');
  const before = await counter(page, 'distance');
  const {x, y, width, height} = await boxOf(page, 'shapes');
  const scale = Math.min(width, height) / 6;
  const pixel = (p) => [x + width / 2 + p[0] * scale, y + height / 2 - p[1] * scale];
  await drag(page, pixel([1, 0]), [scale, 0]);
  const [moved] = poseOf(page, 'b');
  assert.ok(Math.abs(moved - 2) <= 0.03, `${moved}`);
  assert.ok(Math.abs(await counter(page, 'distance') - before - moved + 1) < 1e-9);
  // The handle is above the box; dragged next to it, it rotates the box by a quarter.
  await drag(page, [pixel([moved, 0.6])[0], pixel([0, 0.6])[1] - 22], [-scale * 1.2, scale * 0.6 + 22]);
  assert.ok(Math.abs(poseOf(page, 'b')[2] - 90) <= 3, `${poseOf(page, 'b')}`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('e');
  await page.locator('button[name=other]').click();
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(poseOf(page, 'a').slice(0, 2), [-1.05, 0]);
  assert.equal(poseOf(page, 'b')[1], 0.05);
  await checkDistance(page);
  const shown = await counter(page, 'distance');
  await page.reload();
  await ready(page, 'contact');
  assert.equal(await counter(page, 'distance'), shown);
  await set(page, 'a', 'pentagon');
  assert.match(page.url(), /a=pentagon/);
  await checkDistance(page);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('a finger drags', async () => {
  const page = await site.open('contact?ap=-1,0,0&bp=1,0,0&b=circle', {
    viewport: {width: 375, height: 667}, hasTouch: true, isMobile: true,
  });
  const {x, y, width, height} = await boxOf(page, 'shapes');
  const scale = Math.min(width, height) / 6;
  const from = {x: x + width / 2 + scale, y: y + height / 2};
  const client = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => client.send('Input.dispatchTouchEvent', {type, touchPoints});
  await touch('touchStart', [from]);
  await touch('touchMove', [{x: from.x, y: from.y + scale / 2}]);
  await touch('touchMove', [{x: from.x, y: from.y + scale}]);
  await touch('touchEnd', []);
  await page.waitForFunction(() => location.hash.includes('bp='));
  assert.ok(Math.abs(poseOf(page, 'b')[1] + 1) <= 0.05, `${poseOf(page, 'b')}`);
  await checkDistance(page);
  await page.close();
});

test('in 3D shapes are dragged and rotated, and the camera orbits', async () => {
  const page = await site.open('contact?d=3&a=sphere&ap=-1,0,0,0,0,0&b=box&bp=0,0,0,0,0,0');
  assert.ok(await colours(page, '[data-panel=shapes] canvas') > 20);
  assert.ok(await colours(page, '[data-panel=difference] canvas') > 20);
  const {x, y, width, height} = await boxOf(page, 'shapes');
  const center = [x + width / 2, y + height / 2];
  await drag(page, center, [60, -40]);
  const moved = poseOf(page, 'b');
  assert.ok(moved[0] > 0.1 && moved[1] > 0.05, `${moved}`);
  await checkDistance(page);
  const picture = () => page.locator('[data-panel=difference] canvas').screenshot();
  const before = await picture();
  await drag(page, [x + 20, y + height - 20], [90, 30]);
  assert.ok(!before.equals(await picture()));
  assert.deepEqual(poseOf(page, 'b'), moved);
  await page.keyboard.press('q');
  await page.keyboard.press('Shift+E');
  assert.notDeepEqual(poseOf(page, 'b').slice(3), [0, 0, 0]);
  await checkDistance(page);
  await page.reload();
  await ready(page, 'contact');
  await checkDistance(page);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('point, area and volume equal those of C++', async () => {
  for (const state of ['', ...deep.filter((each) => !/circle|sphere/.test(each)), 'd=3']) {
    const page = await site.open(`contact?mode=kinds&${state}`);
    const {manifold, volume} = await nativeContact(page, ['--volume']);
    await checkDistance(page);
    assert.equal(await counter(page, 'corners'), manifold.points.length, state);
    const [name, size] = volume.area === undefined ? ['volume', volume.volume] : ['common area', volume.area];
    assert.ok(size > 0);
    const shown = await counter(page, name);
    assert.ok(Math.abs(shown - size) <= 1e-12 * size, `${state}: ${shown}, not ${size}`);
    for (const panel of ['point', 'area', 'volume']) {
      assert.ok(await colours(page, `[data-panel=${panel}] canvas`) > 10, `${state}: ${panel}`);
    }
    assert.deepEqual(page.errors, []);
    await page.close();
  }
});

test('the volume by duals ends with the intersection of both shapes', async () => {
  const page = await site.open('contact?mode=kinds');
  await set(page, 'view', 'duals');
  const {count} = await steps(page);
  assert.match(await description(page), /done/);
  const texts = new Set();
  for (let i = 0; i < count; ++i) {
    await set(page, 'step-at', i);
    texts.add(await description(page));
  }
  assert.equal(texts.size, 6);
  const {volume} = await nativeContact(page, ['--volume']);
  assert.ok(Math.abs(await counter(page, 'common area') - volume.area) <= 1e-12);
  await page.goto(`${site.address}#/contact?mode=kinds&view=duals&ap=-2,0,0&bp=2,0,0`);
  await page.waitForFunction(() => document.querySelector('.description')?.textContent.startsWith('Apart'));
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('the volume by duals in 3D', async () => {
  const page = await site.open('contact?mode=kinds&d=3&view=duals');
  const {volume} = await nativeContact(page, ['--volume']);
  const shown = await counter(page, 'volume');
  assert.ok(Math.abs(shown - volume.volume) <= 1e-12, `${shown}, not ${volume.volume}`);
  assert.match(await description(page), /done/);
  const {count} = await steps(page);
  const texts = new Set();
  for (let i = 0; i < count; ++i) {
    await set(page, 'step-at', i);
    texts.add(await description(page));
  }
  assert.equal(texts.size, 6);
  for (const panel of ['planes', 'duals']) assert.ok(await colours(page, `[data-panel=${panel}] canvas`) > 20);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('walks end at the distance of C++, by Lin-Canny and by V-Clip', async () => {
  for (const state of ['', 'a=triangle&b=pentagon&bp=1.5,1,70', 'd=3', 'd=3&a=diamond&b=tetrahedron', 'd=3&by=v-clip']) {
    const page = await site.open(`contact?mode=walk&${state}`);
    const {separation} = await nativeContact(page);
    const agrees = async () => {
      const shown = await counter(page, 'distance');
      assert.ok(Math.abs(shown - separation.distance) <= 1e-12, `${state}: ${shown}, not ${separation.distance}`);
      assert.match(await description(page), /closest/);
      assert.equal((await steps(page)).count, await counter(page, 'steps') + 1);
    };
    await agrees();
    const far = await counter(page, 'steps');
    assert.ok(far > 2);
    await set(page, 'start', 'last');
    await agrees();
    assert.equal(await counter(page, 'steps'), 0);
    await set(page, 'start', 'near');
    await agrees();
    assert.ok(await counter(page, 'steps') <= far);
    assert.ok(await colours(page, '[data-panel=walk] canvas') > 10);
    assert.deepEqual(page.errors, []);
    await page.close();
  }
});

const methods = {quickhull: 'quickhull', gift: 'gift_wrapping', andrew: 'andrew'};
async function checkHull(page, method) {
  const points = JSON.parse(await page.locator('.mode').getAttribute('data-points'));
  const native = masu(['hull', '-', '--method', methods[method]], points.map((p) => p.join(',')).join('\n') + '\n');
  const flat = points[0].length === 2;
  assert.equal(await counter(page, 'objects'), native.points);
  assert.equal(await counter(page, 'vertices'), native.vertices);
  if (!flat) assert.equal(await counter(page, 'faces'), native.faces);
  assert.equal(await counter(page, 'tests'), native.stats.tests);
  assert.equal(await counter(page, flat ? 'edges built' : 'faces built'), native.stats.faces);
  return native;
}

test('hulls take as many tests as in C++, by every method, in 2D and 3D', async () => {
  for (const [state, offered] of [['n=40&seed=5', ['quickhull', 'gift', 'andrew']], ['d=3&n=30', ['quickhull', 'gift']]]) {
    const page = await site.open(`contact?mode=hull&${state}`);
    const counts = new Set();
    for (const method of offered) {
      await set(page, 'method', method);
      await checkHull(page, method);
      counts.add((await steps(page)).count);
      for (const panel of ['points', 'dual']) assert.ok(await colours(page, `[data-panel=${panel}] canvas`) > 10);
    }
    assert.equal(counts.size, offered.length);
    await page.locator('button[name=again]').click();
    assert.match(page.url(), /seed=/);
    await checkHull(page, offered[offered.length - 1]);
    assert.deepEqual(page.errors, []);
    await page.close();
  }
});

test('points are added, dragged and removed, and restored from the address', async () => {
  const page = await site.open('contact?mode=hull&points=-1,-1;1,-1;0,1.5;0.2,0');
  assert.equal(await counter(page, 'vertices'), 3);
  const {x, y, width, height} = await boxOf(page, 'points');
  const scale = Math.min(width, height) / 6;
  const pixel = (p) => [x + width / 2 + p[0] * scale, y + height / 2 - p[1] * scale];
  await page.mouse.click(...pixel([2, 2]));
  assert.equal(await counterWhere(page, 'objects', (n) => n === 5), 5);
  assert.equal((await checkHull(page, 'quickhull')).vertices, 4);
  await drag(page, pixel([0.2, 0]), [-2 * scale, 0]);
  assert.equal((await checkHull(page, 'quickhull')).vertices, 5);
  await page.mouse.click(...pixel([2, 2]));
  await counterWhere(page, 'objects', (n) => n === 4);
  assert.equal((await checkHull(page, 'quickhull')).vertices, 4);
  const shown = await page.locator('.mode').getAttribute('data-points');
  await page.reload();
  await ready(page, 'contact');
  assert.equal(await page.locator('.mode').getAttribute('data-points'), shown);
  // From outside the hull, the lines enclose nothing; dragging changes the picture.
  const dual = () => page.locator('[data-panel=dual] canvas').screenshot();
  const before = await dual();
  await page.goto(`${page.url()}&center=2.5,2.5`);
  await page.reload();
  await ready(page, 'contact');
  assert.ok(!before.equals(await dual()));
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('points are added and removed in 3D', async () => {
  const page = await site.open('contact?mode=hull&d=3&n=10');
  const {x, y} = await boxOf(page, 'points');
  await page.mouse.click(x + 15, y + 15);
  await counterWhere(page, 'objects', (n) => n === 11);
  await checkHull(page, 'quickhull');
  await page.mouse.click(x + 15, y + 15);
  await counterWhere(page, 'objects', (n) => n === 10);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('all tabs fit a phone, change colours and sizes', async () => {
  const page = await site.open('contact', {viewport: {width: 375, height: 667}, hasTouch: true, isMobile: true});
  for (const dimension of ['2', '3']) {
    for (const mode of ['gjk', 'walk', 'kinds', 'hull']) {
      await page.locator(`.tabs [data-mode=${mode}]`).click();
      await page.waitForSelector(`.mode[data-mode=${mode}] canvas`);
      await set(page, 'dimension', dimension);
      await page.waitForSelector(`.mode[data-mode=${mode}][data-dimension="${dimension}"] canvas`);
      const [wide, view] = await page.evaluate(() =>
        [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(wide <= view, `${mode} ${dimension}: ${wide} of ${view} pixels`);
      const canvas = page.locator('.panel canvas').first();
      const {width, height} = await canvas.boundingBox();
      assert.ok(width > 300 && height > 150, `${mode} ${dimension}: ${width} x ${height}`);
    }
  }
  const light = await page.locator('.panel canvas').first().screenshot();
  await page.locator('button.theme').click();
  assert.ok(!light.equals(await page.locator('.panel canvas').first().screenshot()));
  await page.setViewportSize({width: 800, height: 600});
  await page.waitForFunction(() => document.querySelector('.panel canvas').clientWidth > 350);
  assert.ok(await colours(page, '.panel canvas') > 10);
  assert.deepEqual(page.errors, []);
  await page.close();
});
