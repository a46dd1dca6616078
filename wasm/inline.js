// SPDX-License-Identifier: MIT
// Writes modules as TypeScript, compressed: node inline.js FOLDER NAME...
// writes src/inlined/NAME.ts for each FOLDER/NAME-simd.wasm.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';

const [folder, ...names] = process.argv.slice(2);
const to = new URL('src/inlined/', import.meta.url);
mkdirSync(to, {recursive: true});
for (const name of names) {
  const bytes = gzipSync(readFileSync(`${folder}/${name}-simd.wasm`), {level: 9});
  writeFileSync(new URL(`${name}.ts`, to), `export const base64: string = '${bytes.toString('base64')}';\n`);
}
