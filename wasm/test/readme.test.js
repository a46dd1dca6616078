// SPDX-License-Identifier: MIT
// Runs the programs of the README, and of the page that stands beside it here.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {test} from 'node:test';
import {promisify} from 'node:util';

const read = (name) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');
const blocksOf = (page) => [...page.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
// What a program prints stands behind its calls of console.log().
const printed = (code) => [...code.matchAll(/console\.log\(.*\);  \/\/ (.*)/g)].map(([, words]) => words);

// What a browser has, and Node.js does not.
const kBrowser = `import {parentPort, Worker as Thread} from 'node:worker_threads';
let frames = 40;
globalThis.requestAnimationFrame = (call) => frames-- > 0 && setTimeout(call, 16);
globalThis.Worker = class {
  constructor(url) { this.thread = new Thread(url); }
  postMessage(...message) { this.thread.postMessage(...message); }
  set onmessage(call) { this.thread.on('message', (data) => call({data})); }
  terminate() { this.thread.terminate(); }
};
globalThis.self = {
  set onmessage(call) { parentPort.on('message', (data) => call({data})); },
  postMessage: (...message) => parentPort.postMessage(...message),
};
`;

/** Runs the first file; returns the lines that it prints. */
async function run(folder, files) {
  const home = new URL(`./${folder}/`, import.meta.url);
  await mkdir(home);
  try {
    await writeFile(new URL('browser.mjs', home), kBrowser);
    for (const [name, code] of Object.entries(files)) {
      await writeFile(new URL(name, home), `import './browser.mjs';\n${code}`);
    }
    const first = new URL(Object.keys(files)[0], home).pathname;
    const {stdout} = await promisify(execFile)(process.execPath, [first]);
    return stdout.trim().split('\n');
  } finally {
    await rm(home, {recursive: true});
  }
}

test('the example of the README has ten lines and prints what it says', async () => {
  const readme = await read('README.md');
  const [example] = blocksOf(readme);
  assert.ok(example.split('\n').filter((line) => line.trim() !== '').length <= 10);
  const [, expected] = readme.match(/prints `([^`]*)`/);
  assert.deepEqual(await run('example', {'main.mjs': example}), [expected]);
});

for (const page of ['README.md', 'from_rbush.md']) {
  test(`the programs of ${page} print what they say`, async () => {
    const blocks = blocksOf(await read(page)).slice(page === 'README.md' ? 1 : 0);
    assert.ok(blocks.length > 0);
    const workers = blocks.filter((code) => code.startsWith('// worker.js'));
    const programs = blocks.filter((code) => !workers.includes(code));
    for (const [i, code] of programs.entries()) {
      const files = {'main.js': code};
      if (code.includes('worker.js')) files['worker.js'] = workers.shift();
      const expected = printed(code);
      assert.ok(expected.length > 0);
      assert.deepEqual(await run(`program_${page.split('.')[0]}_${i}`, files), expected, code);
    }
    assert.equal(workers.length, 0);
  });
}
