// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {Worker} from 'node:worker_threads';
import {circle, init, simdSupported} from 'masu';
import {modules} from './support.js';

const path = createRequire(import.meta.url).resolve('masu/masu.wasm');

function works(masu) {
  const world = masu.world({dimension: 2});
  world.add(circle(1), [0, 0]);
  world.add(circle(1), [1, 0]);
  world.update();
  const pairs = world.pairs().length;
  world.free();
  return pairs === 1;
}

test('starts once for each module', async () => {
  assert.equal(simdSupported(), true);
  assert.equal(await init(), await init({simd: true}));
  assert.equal(await init({simd: false}), modules[0]);
  assert.deepEqual(modules.map((masu) => masu.simd), [false, true]);
  assert.match(modules[0].version, /^\d+\.\d+\.\d+$/);
});

test('an engine without SIMD gets the module without it', async () => {
  const story = `
    WebAssembly.validate = () => false;  // as in engines without vectors
    const {init} = await import('masu');
    const masu = await init();
    console.log(masu.simd, masu.world({dimension: 2}).size, await init() === masu);`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', story],
    {cwd: fileURLToPath(new URL('.', import.meta.url))});
  assert.equal((await run).stdout.trim(), 'false 0 true');
});

test('starts from an address, from bytes and from a module', async () => {
  const bytes = await readFile(path);
  const sources = [
    pathToFileURL(path), String(pathToFileURL(path)), bytes, await WebAssembly.compile(bytes),
  ];
  for (const module of sources) {
    const masu = await init({module});
    assert.ok(works(masu));
    assert.notEqual(masu, modules[0], 'it has a memory of its own');
  }
});

test('fetches addresses that are not files, and reports the HTTP status', async (t) => {
  const bytes = await readFile(path);
  const there = globalThis.fetch;
  t.after(() => (globalThis.fetch = there));
  let compiled = 0;
  const {compileStreaming} = WebAssembly;
  t.after(() => (WebAssembly.compileStreaming = compileStreaming));
  WebAssembly.compileStreaming = (response) => (++compiled, compileStreaming(response));
  const answers = {
    '/masu.wasm': () => new Response(bytes),
    '/typed.wasm': () => new Response(bytes, {headers: {'content-type': 'application/wasm'}}),
    '/page.wasm': () => new Response('<!doctype html>', {headers: {'content-type': 'text/html'}}),
    '/empty.wasm': () => new Response(''),
  };
  globalThis.fetch = async (url) =>
    answers[new URL(url).pathname]?.() ?? new Response('', {status: 404});
  assert.ok(works(await init({module: 'https://example.org/masu.wasm'})));
  assert.equal(compiled, 0, 'a server that does not know the type');
  assert.ok(works(await init({module: new URL('https://example.org/typed.wasm')})));
  assert.equal(compiled, 1, 'compiled while it loads');
  // Servers of single pages answer with the page.
  await assert.rejects(init({module: 'https://example.org/page.wasm'}), /text\/html.*masu\/compat/);
  await assert.rejects(init({module: 'https://example.org/empty.wasm'}), /no WebAssembly module/);
  await assert.rejects(init({module: 'https://example.org/other.wasm'}), /404/);
  await assert.rejects(init({module: new Uint8Array([1, 2, 3])}), WebAssembly.CompileError);
});

test('works in workers, with the same results', async () => {
  const story = new URL('./worker_story.js', import.meta.url);
  const run = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(story);
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  const [a, b] = await Promise.all([run(), run()]);
  const {hashes} = await import('./worker_story.js');
  assert.deepEqual(a, b);
  assert.deepEqual(a, hashes);
});

test('the inlined module starts without files, and is the one with SIMD', async () => {
  const compat = await import('masu/compat');
  const masu = await compat.init();
  assert.ok(works(masu));
  assert.deepEqual([masu.simd, masu === await compat.init()], [true, true]);
  await assert.rejects(compat.init({simd: false}), /without SIMD is not inlined/);
  assert.ok(works(await compat.init({simd: false, module: pathToFileURL(path)})));
});

test('require() works, or says to use import()', async () => {
  const require = createRequire(import.meta.url);
  try {
    assert.equal(typeof require('masu').init, 'function');
  } catch (error) {
    assert.equal(error.code, 'ERR_REQUIRE_ESM');
    assert.match(error.message, /dynamic import\(\)/);
  }
});
