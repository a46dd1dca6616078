// SPDX-License-Identifier: MIT
// Lock files name no download location: everyone uses their own registry.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

for (const folder of ['web', 'wasm', 'wasm/bundlers']) {
  test(`the lock file of ${folder} holds hashes, and no addresses`, () => {
    const text = readFileSync(new URL(`../../${folder}/package-lock.json`, import.meta.url), 'utf8');
    const {packages} = JSON.parse(text);
    const installed = Object.entries(packages).filter(([path, {link}]) => path !== '' && link !== true);
    assert.ok(installed.length > 0);
    for (const [path, {resolved, integrity}] of installed) {
      assert.equal(resolved, undefined, path);
      assert.match(integrity ?? '', /^sha512-/, path);
    }
    assert.doesNotMatch(text, /"resolved"/);
  });
}
