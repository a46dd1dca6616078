// SPDX-License-Identifier: MIT
// Who races: each method of a library, by its name. Libraries are loaded by whoever runs the race.
import {box2d} from './box2d.js';
import {box2dSensors} from './box2d_sensors.js';
import {detectCollisions} from './detect_collisions.js';
import {flatbush} from './flatbush.js';
import {jolt} from './jolt.js';
import {finder, world} from './masu.js';
import {rapierBoxes, rapierSensors} from './rapier.js';
import {rbush} from './rbush.js';

/**
 * What keeps the pairs of a field: `frame()` takes what moved and brings them up to date.
 * @typedef {{
 *   frame(): void,
 *   pairs(): {count: number, words: Uint32Array, stride?: number, first?: number, second?: number},
 *   tests?(): number,
 *   free(): void,
 * }} Runner
 */
/** @typedef {import('../field.js').Field} Field */
/**
 * @typedef {{name: string, module: string, dimensions: number[], make(library: any, field: Field): Runner}} Method
 */

/** @type {(method: import('masu').FinderMethod, name?: string) => Method} */
const boxes = (method, name = `masu:${method}`) => ({
  name, module: 'masu', dimensions: [2, 3], make: ({masu}, field) => finder(masu, field, method),
});

/** masu's, of which the first is held to be right: `{masu: await init(), box}`. @type {Method[]} */
export const ours = [
  boxes('automatic', 'masu:finder'),
  {name: 'masu:world', module: 'masu', dimensions: [2, 3], make: ({masu, box}, field) => world(masu, field, box)},
];

/** Each of masu's ways to find pairs afresh. @type {Method[]} */
export const finders = [
  boxes('sorted_orthtree'), boxes('bvh'), boxes('uniform_grid'), boxes('sweep_and_prune'),
  boxes('kd_tree'), boxes('all_pairs'),
];

/**
 * All ways to use the others. Rapier with SIMD is of an older version in the plane, which misses
 * pairs. @type {Method[]}
 */
export const theirs = [
  {name: 'rbush:load', module: 'rbush', dimensions: [2], make: (library, field) => rbush(library, field, true)},
  {name: 'rbush:insert', module: 'rbush', dimensions: [2], make: (library, field) => rbush(library, field, false)},
  {name: 'flatbush', module: 'flatbush', dimensions: [2], make: flatbush},
  {name: 'detect-collisions', module: 'detect-collisions', dimensions: [2], make: detectCollisions},
  {name: 'box2d:boxes', module: 'box2d', dimensions: [2], make: box2d},
  {name: 'box2d:sensors', module: 'box2d', dimensions: [2], make: box2dSensors},
  {name: 'rapier:boxes', module: 'rapier', dimensions: [2, 3], make: rapierBoxes},
  {name: 'rapier:sensors', module: 'rapier', dimensions: [2, 3], make: rapierSensors},
  {name: 'rapier_simd:boxes', module: 'rapier_simd', dimensions: [3], make: rapierBoxes},
  {name: 'rapier_simd:sensors', module: 'rapier_simd', dimensions: [3], make: rapierSensors},
  {name: 'jolt', module: 'jolt', dimensions: [3], make: jolt},
];

const many = (/** @type {Field} */ field) => field.share > 0.1;

/** Each of the others once, used in the way that is the fastest for how many move. @type {Method[]} */
export const fastest = [
  {name: 'rbush', module: 'rbush', dimensions: [2], make: rbush},
  {name: 'flatbush', module: 'flatbush', dimensions: [2], make: flatbush},
  {name: 'detect-collisions', module: 'detect-collisions', dimensions: [2], make: detectCollisions},
  {
    name: 'box2d', module: 'box2d', dimensions: [2],
    make: (library, field) => (many(field) ? box2dSensors : box2d)(library, field),
  },
  {
    name: 'rapier', module: 'rapier', dimensions: [2, 3],
    make: (library, field) => (many(field) ? rapierSensors : rapierBoxes)(library, field),
  },
  {name: 'jolt', module: 'jolt', dimensions: [3], make: jolt},
];
