// SPDX-License-Identifier: MIT
// The sizes of the entries of the package, compressed by gzip: node sizes.js FOLDER prints them.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {gzipSync} from 'node:zlib';

const doors = {'masu': 'index', 'masu/2d': '2d', 'masu/3d': '3d', 'masu/boxes': 'boxes'};

/** Returns the files that a file of the package loads, itself among them. */
function filesOf(folder, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(folder, file), 'utf8');
  for (const [, next] of text.matchAll(/from '\.\/([^']+)'/g)) filesOf(folder, next, seen);
  return seen;
}

const compressed = (...parts) => gzipSync(Buffer.concat(parts), {level: 9}).length;

/** Returns for each entry the bytes of its JavaScript, of its module, and of both in one. */
export function sizesOf(folder) {
  const read = (file) => readFileSync(join(folder, file));
  return Object.entries(doors).map(([door, file]) => {
    const wasm = door.replace('/', '_');
    const inlined = file === 'index' ? 'compat' : `${file}.compat`;
    const js = compressed(...[...filesOf(folder, `${file}.js`)].map(read));
    return {
      door, js, wasm: compressed(read(`${wasm}.wasm`)), simd: compressed(read(`${wasm}-simd.wasm`)),
      inlined: compressed(...[...filesOf(folder, `${inlined}.js`)].map(read)),
    };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log('gzip:          JavaScript   .wasm -simd.wasm   compat');
  for (const {door, js, wasm, simd, inlined} of sizesOf(process.argv[2])) {
    const columns = [js, wasm, simd, inlined].map((bytes) => String(bytes).padStart(11)).join('');
    console.log(door.padEnd(14) + columns);
  }
}
