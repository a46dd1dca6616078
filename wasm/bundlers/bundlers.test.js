// SPDX-License-Identifier: MIT
// The package starts with every bundler as it is, and without one. The package is installed here
// from its file; no bundler is configured for it.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {cpSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join, resolve} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {gzipSync} from 'node:zlib';
import {nodeResolve} from '@rollup/plugin-node-resolve';
import * as esbuild from 'esbuild';
import {chromium} from 'playwright-core';
import {rollup} from 'rollup';
import * as vite from 'vite';
import webpack from 'webpack';

const here = fileURLToPath(new URL('.', import.meta.url));
const expected = {whole: [1, 1, [0, 1]], flat: 1, solid: 1, boxes: [0, 1], worker: [0]};
const types = {'.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm'};
const inputs = (app) => ({main: join(app, 'main.js'), worker: join(app, 'worker.js')});

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.MASU_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'],
  });
});
after(() => browser.close());

/** Returns a new copy of the program, inside of this folder, whose packages it uses. */
function copyOf(name) {
  const app = join(here, 'apps', name);
  rmSync(app, {recursive: true, force: true});
  cpSync(join(here, 'app'), app, {recursive: true});
  return app;
}

/** Serves a folder; `wasm` is the type of modules. Returns its address and close(). */
async function serve(folder, {wasm = 'application/wasm'} = {}) {
  const loaded = [];
  const server = createServer(({url}, response) => {
    const file = join(folder, decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const type = {...types, '.wasm': wasm}[extname(file)] ?? 'application/octet-stream';
    try {
      const bytes = readFileSync(file);
      loaded.push(file.split('/').pop());
      response.writeHead(200, {'content-type': type, 'access-control-allow-origin': '*'}).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${server.address().port}/`, loaded, close: () => server.close(),
  };
}

/** Opens a page and returns the result that it writes into its title. */
async function resultAt(address) {
  const page = await browser.newPage();
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  try {
    await page.goto(address);
    await page.waitForFunction(() => document.title !== 'masu', undefined, {timeout: 60000})
      .catch((error) => assert.fail(`${error}\n${errors.join('\n')}`));
    const title = await page.title();
    assert.match(title, /^\{/, `${title}\n${errors.join('\n')}`);
    return JSON.parse(title);
  } finally {
    await page.close();
  }
}

/** Runs the program in a folder, and returns the names of the files that it has loaded. */
async function works(folder) {
  const site = await serve(folder);
  try {
    assert.deepEqual(await resultAt(`${site.address}index.html`), expected);
    return site.loaded;
  } finally {
    site.close();
  }
}

test('Vite, development', async () => {
  const server = await vite.createServer({
    root: copyOf('vite-dev'), configFile: false, logLevel: 'error', server: {port: 0, host: '127.0.0.1'},
  });
  try {
    await server.listen();
    assert.deepEqual(await resultAt(`http://127.0.0.1:${server.httpServer.address().port}/`), expected);
  } finally {
    await server.close();
  }
});

async function byWebpack(app) {
  const compiler = webpack({
    context: app, entry: './main.js', mode: 'production', output: {path: join(app, 'dist')},
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  assert.equal(stats.hasErrors(), false, stats.toString('errors-only'));
  cpSync(join(app, 'index.html'), join(app, 'dist/index.html'));
  return works(join(app, 'dist'));
}
async function byVite(root) {
  await vite.build({root, base: './', configFile: false, logLevel: 'error'});
  return works(join(root, 'dist'));
}

test('webpack', async () => {
  await byWebpack(copyOf('webpack'));
});

test('Vite, production', async () => {
  await byVite(copyOf('vite'));
});

for (const [name, bundle] of [['webpack', byWebpack], ['Vite', byVite]]) {
  test(`masu/stream loads a file, ${name}`, async () => {
    const app = copyOf(`stream-${name}`);
    const main = join(app, 'main.js');
    writeFileSync(main, readFileSync(main, 'utf8').replace("from 'masu'", "from 'masu/stream'"));
    const modules = (await bundle(app)).filter((file) => file.endsWith('.wasm'));
    assert.equal(modules.length, 1, modules.join());
  });
}

test('Rollup', async () => {
  const app = copyOf('rollup');
  const warnings = [];
  const bundle = await rollup({
    input: inputs(app), plugins: [nodeResolve()], onwarn: ({message}) => warnings.push(message),
  });
  await bundle.write({dir: join(app, 'dist'), format: 'es'});
  await bundle.close();
  assert.deepEqual(warnings, []);
  cpSync(join(app, 'index.html'), join(app, 'dist/index.html'));
  await works(join(app, 'dist'));
});

test('Rollup, one file', async () => {
  const app = copyOf('rollup-file');
  for (const [name, input] of Object.entries(inputs(app))) {
    const bundle = await rollup({input, plugins: [nodeResolve()]});
    await bundle.write({file: join(app, `dist/${name}.js`), format: 'es'});
    await bundle.close();
  }
  cpSync(join(app, 'index.html'), join(app, 'dist/index.html'));
  await works(join(app, 'dist'));
});

for (const splitting of [false, true]) {
  test(`esbuild, ${splitting ? 'with' : 'without'} splitting`, async () => {
    const app = copyOf(`esbuild-${splitting}`);
    const {warnings} = await esbuild.build({
      entryPoints: inputs(app), outdir: join(app, 'dist'), bundle: true, format: 'esm', splitting,
      logLevel: 'silent',
    });
    assert.deepEqual(warnings, []);
    cpSync(join(app, 'index.html'), join(app, 'dist/index.html'));
    await works(join(app, 'dist'));
  });
}

test('esbuild, for Node.js', async () => {
  const app = copyOf('esbuild-node');
  const outfile = join(app, 'dist/main.cjs');
  await esbuild.build({
    stdin: {
      contents: "import {init} from 'masu'; init().then((masu) => console.log(masu.version));",
      resolveDir: app,
    },
    outfile, bundle: true, platform: 'node', logLevel: 'silent',
  });
  const {stdout} = await promisify(execFile)(process.execPath, [outfile]);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test('Parcel', async () => {
  const app = copyOf('parcel');
  await promisify(execFile)(join(here, 'node_modules/.bin/parcel'),
    ['build', 'index.html', '--dist-dir', 'dist', '--public-url', './', '--no-cache', '--log-level', 'error'],
    {cwd: app});
  await works(join(app, 'dist'));
});

// A page on one address, the package on another, as on a CDN; the worker is the page's own.
async function withoutBundler(files, options) {
  const app = copyOf(files);
  const cdn = await serve(resolve(here, 'node_modules'), options);
  const imports = Object.fromEntries(['', '2d', '3d', 'boxes'].map((door) =>
    [`masu${door && `/${door}`}`, `${cdn.address}masu/${door || 'index'}.js`]));
  const script = (name) => {
    let text = readFileSync(join(app, name), 'utf8');
    for (const [door, address] of Object.entries(imports)) text = text.replace(`'${door}'`, `'${address}'`);
    return text;
  };
  for (const name of ['main.js', 'worker.js']) writeFileSync(join(app, name), script(name));
  try {
    await works(app);
    return cdn.loaded.filter((file) => file.endsWith('.wasm'));
  } finally {
    cdn.close();
  }
}

test('<script type="module">, from another address; only modules with SIMD are loaded', async () => {
  const loaded = await withoutBundler('cdn');
  assert.deepEqual([...new Set(loaded)].sort(),
    ['masu-simd.wasm', 'masu_2d-simd.wasm', 'masu_3d-simd.wasm', 'masu_boxes-simd.wasm']);
});

test('<script type="module">, from a server that does not know the type of modules', async () => {
  await withoutBundler('no-type', {wasm: 'application/octet-stream'});
});

test('a bundle of masu/boxes stays below 60 kB', async (t) => {
  const app = copyOf('size');
  const {outputFiles: [{contents}]} = await esbuild.build({
    entryPoints: [join(app, 'worker.js')], bundle: true, minify: true, format: 'esm', write: false,
  });
  const size = gzipSync(contents, {level: 9}).length;
  t.diagnostic(`masu/boxes: ${size} bytes, compressed by gzip`);
  assert.ok(size < 60_000, `${size}`);
});
