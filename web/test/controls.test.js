// SPDX-License-Identifier: MIT
// The controls: three at first, keys that nothing in focus swallows.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {counter, counterWhere, playground, ready} from './support.js';

let site;
before(async () => { site = await playground(); });
after(() => site.close());

const newcomer = (path) => site.open(path, {more: false});

test('three controls are visible at first, the others under "More", which stays as it was left', async () => {
  for (const id of ['cells', 'sorting', 'corridor', 'contact', 'race']) {
    const page = await newcomer(id);
    const visible = () => page.locator('.controls').evaluateAll((all) => all.flatMap((form) =>
      [...form.querySelectorAll(':scope > button, :scope > label')]
        .filter((element) => form.closest('.stepper, .growth') === null && element.checkVisibility())
        .map((element) => element.textContent)));
    const first = await visible();
    assert.equal(first.length, 3, `${id}: ${first.join(' | ')}`);
    const opened = page.locator('.controls details.more[open]').first();
    await page.locator('details.more summary').first().click();
    await opened.waitFor();
    assert.ok((await visible()).length > 3, id);
    await page.waitForFunction(() => Object.values(localStorage).includes('1'));
    await page.reload();
    await ready(page, id);
    await opened.waitFor();
    assert.ok((await visible()).length > 3, `${id}: forgotten`);
    await page.close();
  }
});

test('cells: a hint says how to add; A adds with caps lock on, and whatever is in focus', async () => {
  const page = await newcomer('cells?pause=1&n=5');
  assert.match(await page.locator('.cells .hint').textContent(), /Press A or tap to add/);
  await page.keyboard.press('A');
  await counterWhere(page, 'objects', (n) => n === 6);
  await page.locator('details.more summary').click();
  let expected = 6;
  for (const name of ['n', 'tap', 'scene', 'links', 'step']) {
    await page.locator(`.controls [name="${name}"]`).focus();
    await page.keyboard.press('a');
    await counterWhere(page, 'objects', (n) => n === expected + 1);
    ++expected;
  }
  assert.equal(await page.locator('[name=tap]').inputValue(), 'add');
  assert.equal(await counter(page, 'objects'), expected);
  await page.close();
});

test('every page says why it works, and offers its address', async () => {
  for (const id of ['cells', 'sorting', 'corridor', 'contact', 'race']) {
    const page = await newcomer(`${id}`);
    const why = page.locator('details.why');
    assert.equal(await why.evaluate(({open}) => open), false);
    await why.locator('summary').click();
    for (const part of ['text', 'complexity', 'source', 'cpp', 'js', 'links']) {
      assert.ok((await why.locator(`[data-part=${part}]`).textContent()).trim().length > 10, `${id}: ${part}`);
    }
    await why.locator('button[name=link]').click();
    await why.locator('[role=status]', {hasText: /Copied|Copy this/}).waitFor();
    await page.close();
  }
});
