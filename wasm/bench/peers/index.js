// SPDX-License-Identifier: MIT
// The methods of all libraries by name. The caller loads the libraries.
import {box2d} from './box2d.js';
import {box2dSensors} from './box2d_sensors.js';
import {detectCollisions} from './detect_collisions.js';
import {flatbush} from './flatbush.js';
import {jolt} from './jolt.js';
import {finder, world} from './masu.js';
import {rapierBoxes, rapierSensors} from './rapier.js';
import {rbush} from './rbush.js';

/**
 * Maintains the pairs of a field: `frame()` reads what moved and updates them.
 * @typedef {{
 *    frame(): void,
 *    pairs(): {count: number, words: Uint32Array, stride?: number, first?: number, second?: number},
 *    tests?(): number,
 *    free(): void,
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

/**
 * Methods of masu; the first is taken as correct. Library: `{masu: await init(), box}`. @type
 * {Method[]}
 */
export const ours = [
  boxes('automatic', 'masu:finder'),
  {name: 'masu:world', module: 'masu', dimensions: [2, 3], make: ({masu, box}, field) => world(masu, field, box)},
];

/** All methods of masu that find pairs without state. @type {Method[]} */
export const finders = [
  boxes('sorted_orthtree'), boxes('bvh'), boxes('uniform_grid'), boxes('sweep_and_prune'),
  boxes('kd_tree'), boxes('all_pairs'),
];

/**
 * All methods of the other libraries. Rapier with SIMD is an older version in 2D, which misses
 * pairs.
 * @type {Method[]}
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

/**
 * Each of the other libraries once, with its fastest method for the number of moving objects.
 * @type {Method[]}
 */
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
