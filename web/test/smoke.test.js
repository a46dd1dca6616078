// SPDX-License-Identifier: MIT
// The same tests in Chromium and in Firefox, whose numbers are equal. They use what the pages of
// Playwright and of Puppeteer have in common.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {firefox, hasFirefox} from './firefox.js';
import {playground} from './support.js';

let chromium;
before(async () => { chromium = await playground(); });
after(() => chromium.close());

/** Polls a function of the page until it returns something true, for a minute at most. */
async function until(page, check, argument) {
  for (const end = Date.now() + 60000; Date.now() < end;) {
    const seen = await page.evaluate(check, argument);
    if (seen) return seen;
    await new Promise((later) => setTimeout(later, 50));
  }
  return assert.fail(`never: ${check}`);
}

const counters = (page) => page.evaluate(() => {
  const timed = ['us', 'cells', 'drawing'];
  const all = [...document.querySelectorAll('[data-counter]')].map(({dataset}) => [dataset.counter, dataset.value]);
  return Object.fromEntries(all.filter(([name]) => !timed.includes(name)));
});

/** What Chromium has counted: Firefox counts the same. */
const known = new Map();
function same(view, seen) {
  assert.deepEqual(seen, known.get(view) ?? seen, view);
  known.set(view, seen);
}

const browsers = [['Chromium', async () => ({open: chromium.open, close: async () => {}}), true],
  ['Firefox', () => firefox(chromium.address), hasFirefox]];

for (const [name, launch, installed] of browsers) {
  test(name, {skip: installed ? false : `${name} is not installed`}, async (t) => {
    const browser = await launch();
    try {
      await t.test('every page opens without errors, and counts the same', async () => {
        const views = ['story', 'cells?pause=1&n=200&seed=5&frame=20', 'sorting?n=24&seed=2&at=90', 'contact?mode=gjk&step=4',
          'contact?mode=kinds', 'contact?mode=hull', 'corridor?run=0&walls=600&balls=60&frame=40', 'race'];
        for (const view of views) {
          const page = await browser.open(view);
          if (view.includes('cells')) await page.waitForSelector('.cells[data-still="true"]');
          same(view, await counters(page));
          assert.deepEqual(page.errors, [], view);
          await page.close();
        }
      });

      await t.test('story: a method plays by itself; a box moved by keys changes its counts', async () => {
        const page = await browser.open('story');
        await page.evaluate(() => document.querySelector('[data-chapter=sweep] canvas').scrollIntoView({block: 'center'}));
        await until(page, () => Number(document.querySelector('[data-chapter=sweep] input[name=at]').value) > 2);
        assert.equal(await page.evaluate(() => document.querySelectorAll('[data-chapter=sweep] .code .now').length), 1);
        const bars = () => page.evaluate(() => [...document.querySelectorAll('.bars output')].map(({textContent}) => textContent));
        const first = await bars();
        await page.evaluate(() => document.querySelector('.hero canvas').focus());
        await page.keyboard.press('3');
        for (let k = 0; k < 14; ++k) await page.keyboard.press('ArrowDown');
        assert.notDeepEqual(await bars(), first);
        same('bars', await bars());
        assert.deepEqual(page.errors, []);
        await page.close();
      });

      await t.test('story: thousands of boxes move', async () => {
        const page = await browser.open('story');
        for (const [id, least] of [['ten', 5_000], ['hundred', 50_000]]) {
          await page.evaluate((chapter) => document.querySelector(`[data-chapter=${chapter}] canvas`).scrollIntoView({block: 'center'}), id);
          const {search, drawing, pictures} = await until(page, ([chapter, pairs]) => {
            const {dataset} = document.querySelector(`[data-chapter=${chapter}] figure`);
            return Number(dataset.pairs) > pairs && Number(dataset.pictures) > 0 ? {...dataset} : undefined;
          }, [id, least]);
          // Times are reported, not tested: machines are busy, and these browsers draw by the processor.
          const round = (value) => Number(value).toFixed(2);
          t.diagnostic(`${name}, ${id}: masu ${round(search)} ms, drawing ${round(drawing)} ms, ${round(pictures)} pictures/s`);
        }
        assert.deepEqual(page.errors, []);
        await page.close();
      });

      await t.test('cells: A adds an object; corridor: the ball is steered by keys', async () => {
        let page = await browser.open('cells?pause=1&n=5');
        await page.keyboard.press('a');
        await until(page, () => document.querySelector('[data-counter=objects]').dataset.value === '6');
        await page.close();
        page = await browser.open('corridor?run=0&balls=20&seed=2');
        for (let k = 0; k < 5; ++k) await page.keyboard.press('.');
        await until(page, () => document.querySelector('[data-counter=frame]').dataset.value === '5');
        same('hash', await page.evaluate(() => document.querySelector('canvas').dataset.hash));
        assert.deepEqual(page.errors, []);
        await page.close();
      });
    } finally {
      await browser.close();
    }
  });
}
