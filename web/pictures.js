// SPDX-License-Identifier: MIT
// Takes the pictures of the pages in a headless browser: node pictures.js FOLDER
import {join} from 'node:path';
import {argv, exit} from 'node:process';
import {playground} from './test/support.js';

async function race(page) {
  await page.locator('button[name="go"]').click();
  await page.waitForSelector('.race[data-race="done"]', {timeout: 180000});
}

// By name: an address, and what to do there first.
const pictures = {
  cells: 'cells?n=60&seed=3&pause=1&frame=20',
  cells_space: 'cells?d=3&n=60&seed=3&pause=1&frame=20',
  sorting: 'sorting?n=32&seed=1&at=150&most=1024',
  corridor: 'corridor?walls=600&seed=2&balls=60&run=0&frame=40',
  contact: 'contact?mode=gjk&step=5',
  volume: 'contact?mode=kinds&d=3',
  race: ['race?most=10000', race],
};

const folder = argv[2];
if (folder === undefined) {
  console.error('usage: node pictures.js FOLDER');
  exit(2);
}
const site = await playground();
for (const [name, picture] of Object.entries(pictures)) {
  const [address, before = async () => {}] = [picture].flat();
  const page = await site.open(address, {colorScheme: 'light', viewport: {width: 1100, height: 760}});
  await page.waitForLoadState('networkidle');
  await before(page);
  await page.screenshot({path: join(folder, `${name}.png`)});
  await page.close();
}
await site.close();
