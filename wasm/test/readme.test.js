// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFile, rm, writeFile} from 'node:fs/promises';
import {test} from 'node:test';
import {promisify} from 'node:util';

test('the example of the README has ten lines and prints what it says', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, example] = readme.match(/```js\n([^]*?)```/);
  assert.ok(example.split('\n').filter((line) => line.trim() !== '').length <= 10);
  const [, expected] = readme.match(/prints `([^`]*)`/);
  const file = new URL('./example_of_readme.mjs', import.meta.url);
  await writeFile(file, example);
  try {
    const {stdout} = await promisify(execFile)(process.execPath, [file.pathname]);
    assert.equal(stdout.trim(), expected);
  } finally {
    await rm(file);
  }
});
