// SPDX-License-Identifier: MIT
// The menu, addresses, colours: what all pages share.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {counter, counterWhere, playground, ready, set} from './support.js';

const ids = ['story', 'cells', 'sorting', 'corridor', 'contact', 'race'];
let site;
before(async () => { site = await playground(); });
after(() => site.close());

test('every page opens from its address and from the menu, without errors', async () => {
  const page = await site.open('cells');
  for (const id of ids) {
    await page.locator(`nav a[href="#/${id}"]`).click();
    await ready(page, id);
  }
  await page.goBack();
  await ready(page, 'contact');
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('an address without a page is the first page', async () => {
  const page = await site.open('cells');
  await page.goto(site.address);
  await ready(page, 'story');
  await page.close();
});

test('dark and light: by default as in the system, then as chosen, also after a reload', async () => {
  const page = await site.open('cells', {colorScheme: 'dark'});
  const theme = () => page.locator('html').getAttribute('data-theme');
  assert.equal(await theme(), 'dark');
  await page.locator('button.theme').click();
  assert.equal(await theme(), 'light');
  await page.reload();
  await ready(page, 'cells');
  assert.equal(await theme(), 'light');
  await page.close();
});

test('no page is wider than a phone, or than a small one', async () => {
  for (const width of [375, 320]) {
    for (const id of ids) {
      const page = await site.open(id, {viewport: {width, height: 667}, hasTouch: true, isMobile: true});
      const [wide, view] = await page.evaluate(() =>
        [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(wide <= view && view === width, `${id}: ${wide} of ${view} pixels`);
      await page.close();
    }
  }
});

test('on a phone the numbers above a page cover nothing, and keep their lines while they grow', async () => {
  for (const id of ids.slice(1)) {
    const page = await site.open(id, {viewport: {width: 390, height: 667}, hasTouch: true, isMobile: true});
    const heights = () => page.evaluate(() => {
      const numbers = document.querySelector('.counters');
      return [numbers.scrollHeight, numbers.clientHeight];
    });
    const [needed, given] = await heights();
    assert.ok(needed <= given, `${id}: ${given} of ${needed} pixels`);
    await page.close();
  }
  const page = await site.open('corridor?balls=2000');
  await counterWhere(page, 'frame', (frame) => frame > 5);
  const height = () => page.locator('canvas').evaluate(({clientHeight}) => clientHeight);
  const before = await height();
  await counterWhere(page, 'so far', (touched) => touched > 300);
  assert.equal(await height(), before);
  await page.close();
});

test('an address of no page becomes that of the first page, which stores its state there', async () => {
  const page = await site.open('cells');
  await page.evaluate(() => { location.hash = '#/nowhere?n=7&lang=ja'; });
  await page.waitForFunction(() => location.hash.startsWith('#/story?'));
  await ready(page, 'story');
  await page.locator('button[name=language]').click();
  await page.waitForFunction(() => location.hash.includes('lang=en'));
  assert.match(page.url(), /#\/story\?.*n=7/);
  await page.close();
});

test('addresses that change faster than pages load: the last is shown, and going back works', async () => {
  const page = await site.open('contact');
  await page.evaluate((all) => {
    for (let i = 0; i < 25; ++i) location.hash = `#/${all[(5 * i) % 6]}${i % 2 === 0 ? '' : '?d=3'}`;
    location.hash = '#/sorting?n=9';
  }, ids);
  await ready(page, 'sorting');
  assert.equal(await counterWhere(page, 'objects', (n) => n === 9), 9);
  assert.equal(await page.locator('main > section').count(), 1);
  await page.goBack();
  await page.waitForFunction(() => !location.hash.startsWith('#/sorting'));
  const id = new URL(page.url()).hash.match(/^#\/(\w+)/)[1];
  await ready(page, id);
  assert.equal(await page.locator('main > section').count(), 1);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('switches and sliders in focus handle keys that the page uses too', async () => {
  const page = await site.open('cells?pause=1');
  const boxes = page.locator('.controls [name=boxes]');
  await boxes.focus();
  await page.keyboard.press('Space');
  assert.equal(await boxes.isChecked(), false);
  await page.waitForFunction(() => location.hash.includes('boxes=0') && location.hash.includes('pause=1'));
  await page.locator('canvas').first().focus();
  await page.keyboard.press('Space');
  await page.waitForFunction(() => !location.hash.includes('pause=1'));
  await page.evaluate(() => { location.hash = '#/sorting?at=5'; });
  await ready(page, 'sorting');
  await page.locator('.controls [name=n]').focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => location.hash.includes('n=4'));
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('a late frame in the address: a bar shows the progress, and the page can be left', async () => {
  const page = await site.open('contact');
  for (const address of ['cells?n=20000&frame=100000', 'corridor?balls=10000&frame=3600']) {
    await page.evaluate((hash) => { location.hash = `#/${hash}`; }, address);
    const bar = page.locator('.catching-up progress');
    await bar.waitFor();
    const first = await bar.evaluate((element) => element.value);
    await page.waitForFunction((before) => document.querySelector('.catching-up progress').value > before, first);
    assert.equal(await page.locator('main[data-ready]').count(), 0);
    await page.locator('nav a[href="#/sorting"]').click();
    await ready(page, 'sorting');
    assert.equal(await bar.count(), 0);
  }
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('every view counts objects, tests, pairs and microseconds', async () => {
  const views = ['gjk', 'walk', 'kinds', 'kinds&view=duals', 'hull'].flatMap((mode) =>
    [`contact?mode=${mode}`, `contact?d=3&mode=${mode}`]);
  // The story has its own numbers.
  for (const view of [...ids.slice(1), 'cells?d=3', ...views]) {
    const page = await site.open(view);
    for (const name of ['objects', 'tests', 'pairs', 'us']) {
      assert.equal(await page.locator(`[data-counter="${name}"]`).count(), 1, `${view}: ${name}`);
    }
    await page.close();
  }
});

test('with reduced motion pages start paused', async () => {
  for (const [id, label] of [['cells', 'Run'], ['corridor', 'Run']]) {
    const page = await site.open(id, {reducedMotion: 'reduce'});
    const button = page.locator('.controls [name=pause]');
    assert.equal(await button.textContent(), label);
    assert.equal(await counter(page, 'frame'), 0);
    await button.click();
    await counterWhere(page, 'frame', (frame) => frame > 0);
    const address = page.url();
    await page.reload();
    await ready(page, id);
    await counterWhere(page, 'frame', (frame) => frame > 0);
    assert.equal(page.url(), address);
    await page.close();
  }
});

test('without local storage colours can be chosen', async () => {
  const page = await site.open('cells?pause=1', {colorScheme: 'light'});
  await page.addInitScript(() => Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('kept from pages', 'SecurityError'); },
  }));
  await page.reload();
  await ready(page, 'cells');
  await page.locator('button.theme').click();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('every control and image has a name, and each page has one title', async () => {
  for (const id of [...ids, 'contact?mode=hull', 'cells?d=3']) {
    const page = await site.open(id);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('a, button, input, select, canvas, progress')].filter((element) => {
        const labels = [...(element.labels ?? [])].map((label) => label.textContent).join('');
        return (element.ariaLabel ?? '') + element.textContent.trim() + labels.trim() === '';
      }).map((element) => element.outerHTML));
    assert.deepEqual(nameless, [], id);
    assert.equal(await page.locator('h1').count(), 1, id);
    await page.close();
  }
});
