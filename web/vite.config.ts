// SPDX-License-Identifier: MIT
import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  // Addresses relative to the page, so that the built files work from any folder.
  base: './',
  resolve: {alias: {masu: here('../wasm/dist/index.js')}},
  server: {fs: {allow: [here('..')]}},
  build: {target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 1000},
  worker: {format: 'es'},
});
