// SPDX-License-Identifier: MIT
// The command line tool, for the numbers that pages are held against.
import {execFileSync} from 'node:child_process';

/** What it writes. */
export function masu(args, input = '') {
  const tool = process.env.MASU_BIN;
  if (tool === undefined) {
    throw new Error('MASU_BIN has to name the command line tool, as ./masu.sh test wasm does');
  }
  return execFileSync(tool, args, {input, encoding: 'utf8', maxBuffer: 1 << 28});
}

/** A seeded scene after so many frames, and how many pairs a method finds with how much work. */
export function scenePairs({d, scene, n, seed, frame, method}) {
  const numbers = {'--n': n, '--seed': seed, '--steps': frame, '--dim': d};
  const options = Object.entries(numbers).flatMap(([key, value]) => [key, String(value)]);
  const boxes = masu(['scene', scene, '--float', ...options]);
  return JSON.parse(masu(
    ['pairs', '-', '--float', '--dim', String(d), '--method', method, '--count', '--stats', '--json'], boxes));
}
