// SPDX-License-Identifier: MIT
// Measures what each library adds to a bundle, compressed by gzip: node sizes.js. Writes
// src/pages/race/sizes.ts.
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const compressed = (bytes) => gzipSync(bytes, {level: 9}).length;

/** By the name of a method up to its colon: what is imported, and modules that are files. */
const libraries = {
  masu: ['masu'],
  'masu/boxes': ['masu/boxes'],
  rbush: ['rbush'],
  flatbush: ['flatbush'],
  'detect-collisions': ['detect-collisions'],
  box2d: [
    './node_modules/box2d3-wasm/build/dist/es/compat/Box2D.compat.mjs', 'node_modules/box2d3-wasm/build/dist/es/compat/Box2D.compat.wasm'],
  rapier: ['@dimforge/rapier2d-compat'],
  jolt: ['jolt-physics'],
};

const sizes = {};
for (const [name, [module, ...files]] of Object.entries(libraries)) {
  const {outputFiles: [{contents}]} = await build({
    stdin: {contents: `export * from '${module}'; import * as all from '${module}'; console.log(all);`, resolveDir: here('.')},
    bundle: true, minify: true, format: 'esm', platform: 'browser', write: false, logLevel: 'silent',
    external: ['module', 'node:module', 'fs', 'path', 'url', 'crypto', 'worker_threads'],
  });
  sizes[name] = compressed(contents) + files.reduce((sum, file) => sum + compressed(readFileSync(here(file))), 0);
}
const rows = Object.entries(sizes).map(([name, bytes]) => `  '${name}': ${bytes},\n`).join('');
writeFileSync(here('src/pages/race/sizes.ts'), `// SPDX-License-Identifier: MIT
// Written by web/sizes.js.

/** Bytes that a library adds to a bundle, compressed by gzip. */
export const sizes: Readonly<Record<string, number>> = {
${rows}};
`);
