// SPDX-License-Identifier: MIT
// Takes the pictures of the pages in a headless browser: node pictures.js FOLDER [--all]
// --all: every page on a desk and on a phone, in light and dark, with the times of their frames.
import {join} from 'node:path';
import {argv, exit} from 'node:process';
import {playground} from './test/support.js';

async function race(page) {
  await page.locator('button[name="go"]').click();
  await page.waitForSelector('.race[data-race="done"]', {timeout: 180000});
}

// By name: an address, and what to do there first.
const pictures = {
  story: 'story',
  cells: 'cells?n=60&seed=3&pause=1&frame=20',
  cells_space: 'cells?d=3&n=60&seed=3&pause=1&frame=20',
  sorting: 'sorting?n=32&seed=1&at=150&most=1024',
  corridor: 'corridor?walls=600&seed=2&balls=60&run=0&frame=40',
  contact: 'contact?mode=gjk&step=5',
  volume: 'contact?mode=kinds&d=3',
  race: ['race?most=10000', race],
};

/** Takes all pages as a first visit shows them, running; prints milliseconds of masu and of drawing. */
async function takeAll(site, folder) {
  const sizes = {desk: {width: 1280, height: 800}, phone: {width: 390, height: 844}};
  const pages = ['story', 'cells', 'cells?d=3', 'cells?n=20000&depth=7', 'sorting?at=120', 'corridor', 'corridor?balls=10000', 'contact', 'race'];
  const styles = [['desk', 'light'], ['phone', 'dark'], ['desk', 'dark'], ['phone', 'light']];
  for (const [size, colorScheme] of styles) {
    for (const address of pages) {
      const phone = size === 'phone';
      const page = await site.open(
        address, {colorScheme, viewport: sizes[size], isMobile: phone, hasTouch: phone, more: false});
      await page.waitForTimeout(1500);
      const name = `${address.replace(/\W+/g, '_')}_${size}_${colorScheme}`;
      await page.screenshot({path: join(folder, `${name}.png`)});
      const times = await page.locator('[data-counter=us], [data-counter=drawing]').evaluateAll((all) =>
        all.map(({dataset}) => `${dataset.counter === 'us' ? 'masu' : 'drawing'} ${Number(dataset.value) / 1000} ms`));
      console.log(name, times.join(', '));
      if (address === 'story') await takeStory(page, folder, name);
      await page.close();
    }
  }
}

async function takeStory(page, folder, name) {
  for (const id of ['sweep', 'tree', 'same', 'ten', 'hundred', 'end']) {
    const chapter = page.locator(`[data-chapter="${id}"]`);
    await chapter.evaluate((element) => element.scrollIntoView({block: 'start'}));
    await page.waitForTimeout(id === 'ten' || id === 'hundred' ? 3000 : 1200);
    // Paused: a picture that takes long to draw by the processor never rests.
    const run = chapter.locator('button[name=run]');
    if (await run.count() > 0) await run.evaluate((button) => button.click());
    await page.screenshot({path: join(folder, `${name}_${id}.png`)});
    if (id !== 'ten' && id !== 'hundred') continue;
    const {search, drawing, pictures: rate} = await chapter.locator('figure').evaluate(({dataset}) => ({...dataset}));
    console.log(`${name}_${id}`, `masu ${Number(search).toFixed(2)} ms, drawing ${Number(drawing).toFixed(2)} ms, ${Number(rate).toFixed(1)} pictures/s`);
  }
}

const [, , folder, all] = argv;
if (folder === undefined) {
  console.error('usage: node pictures.js FOLDER [--all]');
  exit(2);
}
const site = await playground();
if (all === '--all') {
  await takeAll(site, folder);
} else {
  for (const [name, picture] of Object.entries(pictures)) {
    const [address, before = async () => {}] = [picture].flat();
    const page = await site.open(address, {colorScheme: 'light', viewport: {width: 1100, height: 760}, more: false});
    await page.waitForLoadState('networkidle');
    await before(page);
    await page.screenshot({path: join(folder, `${name}.png`)});
    await page.close();
  }
}
await site.close();
