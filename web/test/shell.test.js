// SPDX-License-Identifier: MIT
// The menu, addresses, colours: what all pages share.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {playground, ready} from './support.js';

const ids = ['cells', 'sorting', 'corridor', 'contact', 'race'];
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
  await ready(page, 'cells');
  await page.close();
});

test('dark and light: as the system has it, then as chosen, after a reload too', async () => {
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

test('nothing is wider than a phone', async () => {
  for (const id of ids) {
    const page = await site.open(id, {viewport: {width: 375, height: 667}, hasTouch: true, isMobile: true});
    const [wide, view] = await page.evaluate(() =>
      [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(wide <= view, `${id}: ${wide} of ${view} pixels`);
    await page.close();
  }
});
