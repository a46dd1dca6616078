// SPDX-License-Identifier: MIT
// Poses without a module: sines compared with C++, products and frames compared with each other.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  compose, cosineAndSine, inverse, rotate, rotationFromAngle, rotationFromAxisAngle, toLocal,
  toWorld,
} from 'masu';
import {Pcg32} from './support.js';

// [angle, cosine, sine] of sine_cosine() in C++.
const known = [
[0.5, 0.87758256189037276, 0.47942553860420301],
  [-0.5, 0.87758256189037276, -0.47942553860420301],
  [1, 0.54030230586813977, 0.8414709848078965],
  [2, -0.41614683654714241, 0.90929742682568171],
  [3, -0.98999249660044542, 0.14112000805986721],
  [-4, -0.65364362086361194, 0.7568024953079282],
  [10, -0.83907152907645244, -0.54402111088936977],
  [1.0000000000000001e-05, 0.99999999995, 9.9999999998333335e-06],
  [1.0000000000000001e-09, 1, 1.0000000000000001e-09],
  [12345.678, 0.7101193587160628, -0.70408131375338157],
  [1e+22, 0.52321478539513899, -0.85220084976718879],
  [1.7976931348623157e+308, -0.99998768942655991, 0.004961954789184062],
  [0.78539816339744828, 0.70710678118654757, 0.70710678118654746],
  [1.5707963267948966, 6.123233995736766e-17, 1],
  [3.1415926535897931, -1, 1.2246467991473532e-16],
  [6.2831853071795862, 1, -2.4492935982947064e-16],
  [5.3193726483265414e+255, -4.6871659242546277e-19, 1],
];

test('sines are those of C++, bit for bit', () => {
  for (const [angle, cosine, sine] of known) assert.deepEqual(cosineAndSine(angle), [cosine, sine]);
  const bits = new DataView(new ArrayBuffer(8));
  let hash = 0xcbf29ce484222325n;
  for (let i = 1; i <= 2000; ++i) {
    for (const x of cosineAndSine(((i % 7) - 3) * i * 0.37)) {
      bits.setFloat64(0, x);
      hash = BigInt.asUintN(64, (hash ^ bits.getBigUint64(0)) * 0x100000001b3n);
    }
  }
  assert.equal(hash, 9937300760515471554n);
  assert.deepEqual(cosineAndSine(NaN), [NaN, NaN]);
  assert.deepEqual(cosineAndSine(Infinity), [NaN, NaN]);
});

const near = (a, b) => {
  assert.equal(a.length, b.length);
  a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) < 1e-13, `${a} and ${b}`));
};

test('poses compose, and their inverses undo them', () => {
  const random = new Pcg32(7);
  const some = (n) => Array.from({length: n}, () => random.between(-3, 3));
  for (let i = 0; i < 500; ++i) {
    for (const dimension of [2, 3]) {
      const angle = random.between(-9, 9);
      const rotation = () =>
        dimension === 2 ? rotationFromAngle(angle) : rotationFromAxisAngle(some(3), angle);
      const a = {translation: some(dimension), rotation: rotation()};
      const b = {translation: some(dimension), rotation: rotation()};
      const p = some(dimension);
      near(toWorld(compose(a, b), p), toWorld(a, toWorld(b, p)));
      near(toLocal(a, toWorld(a, p)), p);
      near(toWorld(inverse(a), p), toLocal(a, p));
      near(toWorld(some(dimension).fill(0), p), p);
    }
  }
  near(rotate(rotationFromAngle(0.5), [1, 0]), [Math.cos(0.5), Math.sin(0.5)]);
  near(rotate(rotationFromAxisAngle([0, 0, 9], 0.5), [1, 0, 5]), [Math.cos(0.5), Math.sin(0.5), 5]);
});

test('chains of poses do not drift, and invalid rotations are refused', () => {
  let pose = {translation: [0, 0, 0], rotation: [0, 0, 0, 1]};
  const step = {translation: [0, 0, 0], rotation: rotationFromAxisAngle([1, 2, 3], 0.1)};
  for (let i = 0; i < 20000; ++i) pose = compose(pose, step);
  assert.ok(Math.abs(Math.hypot(...pose.rotation) - 1) < 1e-14);
  assert.throws(() => rotationFromAxisAngle([0, 0, 0], 1), {status: 'not_unit'});
  assert.throws(() => rotationFromAxisAngle([NaN, 0, 0], 1), {status: 'not_unit'});
  assert.throws(() => rotationFromAxisAngle([1, 0], 1), {status: 'size_mismatch'});
  assert.throws(() => toWorld([1, 2], [1, 2, 3]), {status: 'size_mismatch'});
});
