// SPDX-License-Identifier: MIT
// The command line tool, whose numbers the pages are compared with.
import {execFileSync} from 'node:child_process';

/** Returns what it prints. */
export function masu(args, input = '') {
  const tool = process.env.MASU_BIN;
  if (tool === undefined) {
    throw new Error('MASU_BIN has to name the command line tool, as ./masu.sh test wasm does');
  }
  return execFileSync(tool, args, {input, encoding: 'utf8', maxBuffer: 1 << 28});
}

/** Returns a seeded scene after this many frames, with the pairs of a method and its work. */
export function scenePairs({d, scene, n, seed, frame, method}) {
  const numbers = {'--n': n, '--seed': seed, '--steps': frame, '--dim': d};
  const options = Object.entries(numbers).flatMap(([key, value]) => [key, String(value)]);
  const boxes = masu(['scene', scene, '--float', ...options]);
  return JSON.parse(masu(
    ['pairs', '-', '--float', '--dim', String(d), '--method', method, '--count', '--stats', '--json'], boxes));
}
