// SPDX-License-Identifier: MIT
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const repository = readFileSync(here('../packaging/repository_url.txt'), 'utf8')
  .split('\n').find((line) => line.startsWith('https://'))?.trim().replace(/(\.git)?\/?$/, '') ?? '';

export default defineConfig({
  define: {__REPOSITORY__: JSON.stringify(repository)},
  // Relative addresses, so that the built files work from any folder.
  base: './',
  resolve: {
    alias: {
      // The package's own entry uses the version with threads if there is no window, as in a
      // worker.
      'box2d3-wasm/compat': here('node_modules/box2d3-wasm/build/dist/es/compat/Box2D.compat.mjs'),
    },
  },
  build: {target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 1000},
  worker: {format: 'es'},
});
