// SPDX-License-Identifier: MIT
// Balls among walls: the same positions as in C++, and the effects of user input.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {masu} from './masu.js';
import {colours, counter, counterWhere, playground, ready, set} from './support.js';

const wads = fileURLToPath(new URL('../../build/data/freedoom/usr/share/games/doom/', import.meta.url));
let site;
before(async () => { site = await playground(); });
after(() => site.close());

/** Returns what `masu corridor run` prints for a crowd. */
function native(...args) {
  const output = masu(['corridor', 'run', ...args.map(String)]);
  const number = (pattern) => output.match(pattern)?.[1];
  return {
    walls: Number(number(/^walls +(\d+)/m)),
    contacts: Number(number(/^contacts +(\d+)/m)),
    outside: Number(number(/^outside +(\d+)/m)),
    hash: number(/^hash +([0-9a-f]{16})/m),
  };
}

/** Returns what the page shows after it has stopped at this frame. */
async function shown(page, frames) {
  await counterWhere(page, 'frame', (frame) => frame === frames);
  return {
    walls: await counter(page, 'walls'),
    contacts: await counter(page, 'so far'),
    outside: await counter(page, 'outside'),
    hash: await page.locator('canvas').getAttribute('data-hash'),
  };
}

const data = (page, name) => page.locator('canvas').getAttribute(`data-${name}`);
// The page reports it with its first picture, and with every one while it is paused.
const ballPosition = async (page) => {
  await page.waitForFunction(() => document.querySelector('canvas')?.dataset.ball);
  return (await data(page, 'ball')).split(',').map(Number);
};
const pause = async (page) => {
  await page.locator('button[name=pause]').click();
  await page.waitForFunction(() => document.querySelector('canvas').dataset.ball);
};

for (const [map, walls, seed, movers, frames, speed, response] of [
  ['fractal_cave', 3000, 1, 1000, 60, 1, 'slide'],
  ['islands', 2000, 7, 500, 30, 100, 'bounce'],
  ['maze', 1500, 3, 300, 20, 500, 'bounce'],
]) {
  test(`${map}, seed ${seed}, ${speed} radii a frame: the positions of C++, bit for bit`, async () => {
    const page = await site.open(`corridor?map=${map}&walls=${walls}&seed=${seed}&balls=${movers}` +
      `&frame=${frames}&speed=${speed}&response=${response}&run=0`);
    const expected = native('--map', map, '--walls', walls, '--seed', seed, '--movers', movers,
      '--frames', frames, '--speed', speed, '--response', response);
    assert.deepEqual(await shown(page, frames), expected);
    assert.equal(expected.outside, 0);
    assert.deepEqual(page.errors, []);
    await page.close();
  });
}

test('without maps of Freedoom the page shows a hint, and has its own caves', async () => {
  const page = await site.open('corridor');
  await page.route('**/maps/index.json', (route) => route.fulfill({json: []}));
  await page.reload();
  await ready(page, 'corridor');
  await counterWhere(page, 'frame', (frame) => frame > 1);
  assert.match(await page.locator('.legend').textContent(), /No maps of Freedoom/);
  assert.deepEqual(await page.locator('[name=map] option').evaluateAll((all) =>
    all.filter(({text}) => /Freedoom/.test(text)).length), 0);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('all installed maps of Freedoom: the positions of C++, bit for bit', async () => {
  const page = await site.open('corridor');
  const maps = await (await page.request.get(`${site.address}maps/index.json`)).json();
  assert.equal(await page.locator('.legend', {hasText: 'No maps'}).count(), maps.length === 0 ? 1 : 0);
  for (const {id, file} of maps) {
    await page.goto(`${site.address}#/corridor?map=${id}&balls=200&frame=40&speed=20&run=0`);
    await page.reload();
    await ready(page, 'corridor');
    assert.deepEqual(await shown(page, 40), native('--map', wads + file, '--movers', 200,
      '--frames', 40, '--speed', 20, '--response', 'bounce'), id);
  }
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('a map that cannot be loaded: an error is shown, the last map stays, and a retry loads it', async () => {
  const page = await site.open('corridor?walls=300&balls=10');
  await page.route('**/maps/index.json', (route) =>
    route.fulfill({json: [{id: 'square', title: 'the square', file: 'x'}]}));
  await page.route('**/maps/square.json', (route) => route.abort());
  await page.reload();
  await ready(page, 'corridor');
  const walls = await counter(page, 'walls');
  const message = page.locator('.corridor .error');
  assert.equal(await message.isVisible(), false);
  await page.locator('[name=map]').selectOption('square');
  await message.waitFor();
  assert.match(await message.textContent(), /the square could not be loaded/);
  assert.equal(await page.locator('[name=map]').inputValue(), 'fractal_cave');
  const frame = await counter(page, 'frame');
  await counterWhere(page, 'frame', (now) => now > frame);
  assert.equal(await counter(page, 'walls'), walls);
  // Also from an address.
  await page.evaluate(() => { location.hash = '#/corridor?map=square&balls=10'; });
  await page.waitForFunction(() => document.querySelector('main').dataset.ready && location.hash.includes('balls=10'));
  await message.waitFor();
  await page.unroute('**/maps/square.json');
  await page.route('**/maps/square.json', (route) => route.fulfill({json: {
    radius: 1, closing: [0, 0, 50, 0, 50, 0, 50, 50, 50, 50, 0, 50, 0, 50, 0, 0], others: []}}));
  await page.locator('[name=map]').selectOption('square');
  await counterWhere(page, 'walls', (count) => count === 4);
  assert.equal(await message.isVisible(), false);
  await page.close();
});

test('frame by frame, the path shown ends at the position of the ball', async () => {
  for (const show of ['tree', 'groups']) {
    const page = await site.open(`corridor?walls=800&balls=50&speed=40&run=0&show=${show}`);
    for (let i = 1; i <= 12; ++i) {
      await page.keyboard.press('.');
      await counterWhere(page, 'frame', (frame) => frame === i);
      assert.equal(await data(page, 'end'), await data(page, 'ball'));
      assert.notEqual(await data(page, 'ball'), '');
    }
    assert.deepEqual(await shown(page, 12), native('--map', 'fractal_cave', '--walls', 800,
      '--movers', 50, '--frames', 12, '--speed', 40, '--response', 'bounce'));
    const all = async () => [await data(page, 'hash'), await data(page, 'ball'),
      await counter(page, 'tests'), await counter(page, 'pairs'), await counter(page, 'so far')];
    const before = await all();
    assert.ok(before[2] > 50);
    await page.reload();
    await ready(page, 'corridor');
    await counterWhere(page, 'frame', (frame) => frame === 12);
    assert.deepEqual(await all(), before);
    // And so on: one more frame, and reloaded once more.
    await page.keyboard.press('.');
    await counterWhere(page, 'frame', (frame) => frame === 13);
    const later = await all();
    assert.notEqual(later[1], before[1]);
    await page.reload();
    await ready(page, 'corridor');
    await counterWhere(page, 'frame', (frame) => frame === 13);
    assert.deepEqual(await all(), later);
    assert.deepEqual(page.errors, []);
    await page.close();
  }
});

/** Returns the share of pixels that differ by more than edges do. */
function difference(page, a, b) {
  return page.evaluate(async (pictures) => {
    const [p, q] = await Promise.all(pictures.map(async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: 'image/png'}));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    }));
    let different = 0;
    for (let i = 0; i < p.length; i += 4) different += Math.abs(p[i] - q[i]) > 20;
    return (4 * different) / p.length;
  }, [[...a], [...b]]);
}

test('walls are drawn at their positions, however far the ball was followed', async () => {
  const page = await site.open('corridor?run=0&balls=20&speed=4');
  const picture = () => page.locator('canvas').screenshot();
  const first = await picture();
  for (let i = 0; i < 26; ++i) await page.keyboard.press('.');
  await counterWhere(page, 'frame', (frame) => frame === 26);
  const followed = await picture();
  await page.reload();
  await ready(page, 'corridor');
  await counterWhere(page, 'frame', (frame) => frame === 26);
  const initial = await picture();
  assert.ok(await difference(page, first, initial) > 0.1, 'it has not gone far');
  const share = await difference(page, followed, initial);
  assert.ok(share < 0.02, `${share} of the pixels are others`);
  await page.close();
});

test('steered by keys and by dragging, the ball moves there and stops at walls', async () => {
  const page = await site.open('corridor?balls=0&run=0&response=slide&roam=0&follow=0');
  const from = await ballPosition(page);
  await page.locator('canvas').focus();
  await page.keyboard.down('d');
  for (let i = 0; i < 5; ++i) await page.keyboard.press('.');
  await counterWhere(page, 'frame', (frame) => frame === 5);
  await page.keyboard.up('d');
  const right = await ballPosition(page);
  assert.ok(right[0] > from[0] + 2, `${from} to ${right}`);
  await page.keyboard.down('ArrowUp');
  await page.locator('button[name=pause]').click();
  await counterWhere(page, 'frame', (frame) => frame >= 12);
  await page.keyboard.up('ArrowUp');
  await pause(page);
  assert.ok((await ballPosition(page))[1] > right[1]);
  // The pointer at the left edge, in the rock: the ball comes as near as the walls allow.
  await set(page, 'speed', Math.log(500));
  const box = await page.locator('canvas').boundingBox();
  await page.mouse.move(box.x + 5, box.y + box.height / 2);
  await page.mouse.down();
  const frames = await counter(page, 'frame');
  for (let i = 0; i < 3; ++i) await page.keyboard.press('.');
  await counterWhere(page, 'frame', (frame) => frame === frames + 3);
  await page.mouse.up();
  const left = await ballPosition(page);
  assert.ok(left[0] < -40, `${left}`);
  await page.reload();
  await ready(page, 'corridor');
  assert.deepEqual(await ballPosition(page), left);
  assert.equal(await counter(page, 'outside'), 0);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('of ten thousand balls, fast and slow, none leaves the map', async () => {
  const page = await site.open('corridor?walls=20000&balls=10000&speed=300&show=none&follow=0');
  await counterWhere(page, 'frame', (frame) => frame >= 2);
  assert.equal(await counter(page, 'objects'), 10001);
  assert.ok(await counter(page, 'pairs') > 1000);
  await pause(page);
  assert.equal(await counter(page, 'outside'), 0);
  assert.ok(await colours(page) > 3);
  await set(page, 'balls', 400);
  await counterWhere(page, 'objects', (objects) => objects === 401);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('a cave drawn by hand is stored in the address and contains its balls', async () => {
  const page = await site.open('corridor?map=drawn&balls=100&speed=50&response=bounce&run=0');
  assert.equal(await counter(page, 'walls'), 0);
  const {x, y, width, height} = await page.locator('canvas').boundingBox();
  const pixelAt = (angle, size) => [x + width / 2 + size * 0.8 * height * Math.cos(angle),
    y + height / 2 + size * height * 0.45 * Math.sin(3 * angle) * 0.2 + size * height * 0.4 * Math.sin(angle)];
  await page.mouse.move(...pixelAt(0, 1));
  await page.mouse.down();
  for (let i = 1; i < 60; ++i) await page.mouse.move(...pixelAt((i * Math.PI) / 30, 1));
  await page.mouse.up();
  const outline = await counterWhere(page, 'walls', (walls) => walls > 8);
  assert.equal(await counter(page, 'objects'), 101);
  // An island: one more line, with the pointer set to drawing again.
  await page.locator('button[name=fit]').click();
  await set(page, 'draw', true);
  const center = [x + width / 2, y + height / 2];
  await page.mouse.move(...center);
  await page.mouse.down();
  for (const [dx, dy] of [[40, 0], [40, 40], [0, 40]]) {
    await page.mouse.move(center[0] + dx, center[1] + dy, {steps: 4});
  }
  await page.mouse.up();
  await counterWhere(page, 'walls', (walls) => walls >= outline + 3);
  await set(page, 'draw', false);
  for (let i = 0; i < 8; ++i) await page.keyboard.press('.');
  const before = await shown(page, 8);
  assert.ok(before.contacts > 100);
  assert.equal(before.outside, 0);
  await page.reload();
  await ready(page, 'corridor');
  assert.deepEqual(await shown(page, 8), before);
  assert.ok(page.url().length < 400, page.url());
  await page.locator('button[name=undo]').click();
  await counterWhere(page, 'walls', (walls) => walls === outline);
  await page.locator('button[name=undo]').click();
  await counterWhere(page, 'walls', (walls) => walls === 0);
  await page.goto(`${site.address}#/corridor?map=drawn&cave=%%%`);
  await page.reload();
  await ready(page, 'corridor');
  assert.equal(await counter(page, 'walls'), 0);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('every control, wheel, another size and theme: the picture changes, nothing fails', async () => {
  const page = await site.open('corridor?walls=600&balls=30&run=0&frame=3', {colorScheme: 'light'});
  let last;
  const changes = async (what) => {
    await page.waitForFunction(() => new Promise((done) =>
      requestAnimationFrame(() => requestAnimationFrame(() => done(true)))));
    const picture = (await page.locator('canvas').screenshot()).toString('base64');
    assert.notEqual(picture, last, what);
    last = picture;
  };
  await changes('first');
  await page.locator('canvas').hover();
  await page.mouse.wheel(0, -300);
  await changes('wheel');
  await page.keyboard.press('0');
  await changes('whole map');
  for (const [name, value] of [['show', 'groups'], ['k', 5], ['show', 'none'], ['balls', 100],
    ['seed', 9], ['size', 40], ['map', 'side_scroller'], ['map', 'growing'], ['map', 'spikes'],
    ['map', 'slits'], ['walls', Math.log(900)], ['follow', true], ['show', 'tree']]) {
    await set(page, name, value);
    await changes(`${name} ${value}`);
  }
  await page.locator('button.theme').click();
  await changes('theme');
  await page.setViewportSize({width: 700, height: 600});
  await changes('size');
  assert.ok(await colours(page) > 5);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('two fingers zoom, one steers', async () => {
  const page = await site.open('corridor?balls=0&run=0&follow=0',
    {viewport: {width: 375, height: 667}, hasTouch: true, isMobile: true});
  const picture = () => page.locator('canvas').screenshot();
  const before = await picture();
  const {x, y, width, height} = await page.locator('canvas').boundingBox();
  const touch = await page.context().newCDPSession(page);
  const send = (type, ...points) => touch.send('Input.dispatchTouchEvent', {
    type, touchPoints: points.map(([dx, dy], id) => ({x: x + width / 2 + dx, y: y + height / 2 + dy, id}))});
  await send('touchStart', [-20, 0]);
  await send('touchStart', [-20, 0], [20, 0]);
  await send('touchMove', [-90, 0], [90, 0]);
  await send('touchEnd');
  const zoomed = await picture();
  assert.ok(!zoomed.equals(before));
  const from = await ballPosition(page);
  await send('touchStart', [0, -80]);
  await page.locator('button[name=step]').evaluate((button) => button.click());
  await counterWhere(page, 'frame', (frame) => frame === 1);
  await send('touchEnd');
  assert.ok((await ballPosition(page))[1] > from[1]);
  assert.deepEqual(page.errors, []);
  await page.close();
});
