// SPDX-License-Identifier: MIT
// The built playground, served, in a headless browser.
import assert from 'node:assert/strict';
import {fileURLToPath} from 'node:url';
import {chromium} from 'playwright-core';
import {preview} from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Serves the built files and opens a browser; returns {open, close}. */
export async function playground() {
  const server = await preview({
    root, logLevel: 'error', build: {outDir: '../build/playground'}, preview: {port: 0, host: '127.0.0.1'},
  });
  const address = `http://127.0.0.1:${server.httpServer.address().port}/`;
  const browser = await chromium.launch({
    executablePath: process.env.MASU_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless=new', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });

  /**
   * Opens a page of the playground and waits until it is ready: open('cells?n=200'). more: whether all
   * controls are visible, not only those of a first visit.
   */
  async function open(path, {more = true, ...options} = {}) {
    // A service worker would answer before the routes of a test.
    const page = await browser.newPage({viewport: {width: 1280, height: 800}, serviceWorkers: 'block', ...options});
    if (more) await page.addInitScript(() => {
      try {
        if (localStorage.getItem('masu-more') === null) localStorage.setItem('masu-more', '1');
      } catch {}
    });
    page.errors = [];
    page.on('console', (message) => {
      if (message.type() === 'error') page.errors.push(message.text());
    });
    page.on('pageerror', (error) => page.errors.push(String(error)));
    await page.goto(`${address}#/${path}`);
    await ready(page, path.split('?')[0]);
    return page;
  }

  async function close() {
    await browser.close();
    await new Promise((closed) => server.httpServer.close(closed));
  }
  return {address, browser, open, close};
}

export async function ready(page, id) {
  await page.waitForSelector(`main[data-ready="${id}"]`, {timeout: 30000});
}

/** Returns the exact number that the page shows under a name. */
export async function counter(page, name) {
  return Number(await page.locator(`[data-counter="${name}"]`).getAttribute('data-value'));
}

/** Waits until the number under a name passes the check, for ten seconds at most. */
export async function counterWhere(page, name, passes) {
  const end = Date.now() + 10000;
  let last;
  while (Date.now() < end) {
    last = await counter(page, name);
    if (passes(last)) return last;
    await page.waitForTimeout(50);
  }
  assert.fail(`${name} stays ${last}`);
}

/** Sets a slider, list or switch by its name, as a user would. */
export async function set(page, name, value) {
  const control = page.locator(`.controls [name="${name}"]`);
  const type = await control.evaluate((element) => element.type);
  if (type === 'checkbox') return control.setChecked(value);
  if (type === 'select-one') return control.selectOption(value);
  return control.evaluate((element, expected) => {
    element.value = expected;
    element.dispatchEvent(new Event('input', {bubbles: true}));
  }, String(value));
}

/** Returns how many different colours a canvas has at a grid of its pixels. */
export async function colours(page, selector = 'canvas') {
  return (await pixelsOf(page, selector)).colours;
}

/**
 * Returns the number of colours of a canvas, and how many of its pixels are red or yellow, blended
 * or not.
 */
export async function pixelsOf(page, selector = 'canvas') {
  const picture = await page.locator(selector).first().screenshot();
  return page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: 'image/png'}));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const {data} = context.getImageData(0, 0, image.width, image.height);
    let [red, yellow] = [0, 0];
    for (let offset = 0; offset < data.length; offset += 4) {
      const [r, g, b] = data.subarray(offset, offset + 3);
      if (r - Math.max(g, b) > 60 && Math.abs(g - b) < 40) ++red;
      if (Math.min(r, g) - b > 40) ++yellow;
    }
    return {colours: new Set(new Uint32Array(data.buffer)).size, red, yellow};
  }, [...picture]);
}
