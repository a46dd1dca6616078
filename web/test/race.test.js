// SPDX-License-Identifier: MIT
// A small race with all available methods: it ends, and all have found the pairs that C++ finds.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {snapped} from '../../wasm/bench/field.js';
import {colours, counter, counterWhere, playground, ready, set} from './support.js';

const kPlane = [
  'masu:finder', 'masu:world', 'masu:sorted_orthtree', 'masu:bvh', 'masu:uniform_grid',
  'masu:sweep_and_prune', 'masu:kd_tree', 'masu:all_pairs',
];
const others = {2: ['rbush', 'flatbush', 'detect-collisions', 'box2d', 'rapier'], 3: ['rapier', 'jolt']};

let site;
let folder;
before(async () => {
  assert.ok(process.env.MASU_BIN, 'MASU_BIN is to name the command line tool, which counts the pairs');
  folder = mkdtempSync(join(tmpdir(), 'masu-race-'));
  site = await playground();
});
after(async () => {
  await site?.close();
  if (folder !== undefined) rmSync(folder, {recursive: true});
});

/**
 * Returns the number of pairs that the command line tool finds in the scene with the race's
 * coordinates.
 */
function pairsOf(scene, dimension, n, seed) {
  const run = (...args) => execFileSync(process.env.MASU_BIN, args, {encoding: 'utf8', maxBuffer: 1 << 28});
  const rows = run('scene', scene, '--dim', dimension, '--n', n, '--seed', seed, '--float').trim().split('\n');
  const numbers = rows.map((row) => row.split(',').map(Number)).filter((row) => row.every(Number.isFinite));
  assert.equal(numbers.length, n);
  const boxes = snapped(Float32Array.from(numbers.flat()), dimension);
  const lines = Array.from({length: n}, (_, i) =>
    [...boxes.subarray(2 * dimension * i, 2 * dimension * (i + 1))].join(','));
  const file = join(folder, 'boxes.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return Number(run('pairs', file, '--count').match(/\d+/)[0]);
}

async function race(page) {
  await page.locator('button[name="go"]').click();
  await page.waitForSelector('.race[data-race="done"]', {timeout: 180000});
}

for (const [dimension, share] of [[2, 100], [2, 1], [3, 100], [3, 1]]) {
  test(`${dimension}D, ${share} % moving: all end, with the pairs of C++`, async () => {
    const page = await site.open(`race?most=1000&dimension=${dimension}&share=${share}&seed=7&scene=clusters`);
    await race(page);
    const pairs = pairsOf('clusters', dimension, 1000, 7);
    assert.ok(pairs > 100);
    assert.equal(await counter(page, 'pairs'), pairs);
    assert.equal(await counter(page, 'objects'), 1000);
    const rows = await page.locator('.race tr[data-method]').evaluateAll((found) =>
      found.map((row) => {
        const {pairs, exact} = row.querySelector('td[data-n="1000"]')?.dataset ?? {};
        return [row.dataset.method, Number(pairs), exact, row.querySelector('td:last-child').textContent];
      }));
    const expected = [...kPlane, ...others[dimension]].map((name) => [name, pairs, 'true', '✓ equal']);
    assert.deepEqual(rows, expected);
    // The fastest frame is known of stored results only: the clock of a browser is too coarse.
    assert.equal(await page.locator('.race td small', {hasText: 'from'}).count(), 0);
    assert.deepEqual(page.errors, []);
    await page.close();
  });
}

test('stop, other choices, a reload, and the rows as CSV', async () => {
  const page = await site.open('race?most=3000');
  await page.keyboard.press(' ');
  await page.waitForSelector('.race[data-race="running"]');
  assert.equal(await page.locator('button[name="go"]').textContent(), 'Stop');
  await page.keyboard.press(' ');
  await page.waitForSelector('.race[data-race="stopped"]');
  await set(page, 'most', '1000');
  await set(page, 'scene', 'pile');
  await set(page, 'share', '1');
  await page.reload();
  await ready(page, 'race');
  assert.equal(await page.locator('[name="scene"]').inputValue(), 'pile');
  assert.equal(await page.locator('[name="share"]').inputValue(), '1');
  assert.equal(await page.locator('button[name="copy"]').isDisabled(), true);
  const blank = await colours(page);
  await race(page);
  assert.ok(await colours(page) > blank + 5, 'a chart is drawn');
  await page.locator('button[name="copy"]').click();
  await page.waitForSelector('.race[data-csv]');
  const csv = (await page.locator('.race').getAttribute('data-csv')).trim().split('\n');
  assert.equal(csv.length, 1 + kPlane.length + others[2].length);
  assert.match(csv[1], /^pile,2,1000,1,1,masu:finder,[0-9.]+,[0-9.]+,\d+,\d+,true,\d+$/);
  const largest = await counterWhere(page, 'us', (us) => us > 0);
  assert.ok(largest < 1e6);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('a method that finds other pairs is shown in red', async () => {
  const page = await site.open('race?most=1000');
  // A message of the worker about one method is modified.
  await page.addInitScript(() => {
    const Real = Worker;
    self.Worker = class extends Real {
      set onmessage(listener) {
        super.onmessage = (event) => {
          for (const result of event.data.results ?? []) {
            if (result.name === 'flatbush') Object.assign(result, {exact: false, pairs: result.pairs - 1});
          }
          listener(event);
        };
      }
    };
  });
  await page.reload();
  await ready(page, 'race');
  await race(page);
  const marks = page.locator('.race tr[data-method] td:last-child');
  assert.deepEqual(await page.locator('.race td.wrong').allTextContents(), ['✗ other pairs']);
  assert.equal(await page.locator('.race tr[data-method="flatbush"] td.wrong').count(), 1);
  assert.equal(await marks.count(), kPlane.length + others[2].length);
  const red = await page.locator('.race td.wrong').evaluate((element) => getComputedStyle(element).color);
  const cell = await page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--cell)';
    document.body.append(probe);
    return getComputedStyle(probe).color;
  });
  assert.equal(red, cell);
  assert.match(await page.locator('output.state').textContent(), /flatbush/);
  await page.close();
});

test('a library that cannot be loaded is named, the others continue, and the next race has it', async () => {
  const page = await site.open('race?most=1000');
  await page.context().route('**/*.js', async (route) => {
    const response = await route.fetch();
    return (await response.text()).includes('Flatbush format') ? route.abort() : route.fulfill({response});
  });
  await race(page);
  assert.match(await page.locator('output.state').textContent(), /^Could not run: flatbush. All others found/);
  assert.equal(await page.locator('.race tr[data-method="flatbush"] td:last-child').textContent(), '✗ failed');
  assert.equal(await page.locator('.race tr[data-method="rbush"] td:last-child').textContent(), '✓ equal');
  await page.context().unroute('**/*.js');
  await race(page);
  assert.match(await page.locator('output.state').textContent(), /^All found the same pairs/);
  await page.close();
});

test('the page fits a phone', async () => {
  const page = await site.open('race?most=1000', {viewport: {width: 375, height: 667}, hasTouch: true, isMobile: true});
  await race(page);
  const [wide, view] = await page.evaluate(() =>
    [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= view, `${wide} of ${view} pixels`);
  await page.close();
});

test('stored results of known machines at once, with the spread and the size of the packages', async () => {
  const page = await site.open('race');
  assert.equal(await page.locator('.race').getAttribute('data-stored'), '1');
  const row = page.locator('.race tr[data-method="masu:finder"]');
  assert.match(await row.textContent(), /1\.8 MB.*from.*✓ equal/);
  assert.match(await page.locator('.race tr[data-method=flatbush]').textContent(), /3 kB/);
  assert.match(await page.locator('.chart figcaption').textContent(), /Stored: /);
  assert.ok(await page.locator('.chart li b').count() > 3, 'exponents with their spread');
  assert.match(await page.locator('.chart li b').first().textContent(), /±/);
  await set(page, 'scene', 'pile');
  assert.equal(await page.locator('.race').getAttribute('data-stored'), '0');
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('stored results: each has a colour, and searches are those of the decision', async () => {
  const page = await site.open('race');
  const marks = await page.locator('.race i').evaluateAll((all) => all.map((mark) => getComputedStyle(mark).backgroundColor));
  assert.ok(marks.length > 10);
  assert.ok(marks.every((colour) => colour !== 'rgba(0, 0, 0, 0)'), marks.join(' '));
  const shown = await page.locator('.searches tr').evaluateAll((rows) => rows.map((row) =>
    [...row.cells].map(({textContent}) => textContent)));
  const decision = readFileSync(new URL('../../docs/decisions/0022-wasm.md', import.meta.url), 'utf8');
  const written = decision.split('\n').filter((line) => /^\| (\||build|8 nearest|window of)/.test(line))
    .map((line) => line.split('|').slice(1, -1).map((text) => text.replaceAll('`', '').trim()));
  assert.equal(written.length, 5);
  assert.deepEqual(shown, written);
  // The open drawer leaves them their space.
  const height = () => page.locator('.arena').evaluate(({clientHeight}) => clientHeight);
  const before = await height();
  await page.locator('details.why summary').click();
  await page.locator('[data-part=text]').waitFor();
  assert.equal(await height(), before);
  await page.close();
});
