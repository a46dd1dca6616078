// SPDX-License-Identifier: MIT
// Makes and combines poses. Plain numbers: no module is needed. The same bits in every engine, and
// as the C++ library has them in double.
import {checkNumbers, MasuError, number, wrongType} from './errors.js';
import {poseOf, vectorOf, type PoseLike, type Vector} from './shapes.js';
import type {Pose} from './structs.js';

const word = (1n << 64n) - 1n;
const high = (a: bigint, b: bigint): bigint => (a * b) >> 64n;

// The binary digits of 2 / pi: 1216 of them.
const twoOverPi = BigInt(
  '0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e0' +
  '06492eea09d1921cfe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f4' +
  '9c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d' +
  '7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b6bab',
);
const sineTerms = [
  0x2aaaaaaaaaaaaaabn, 0x222222222222222n, 0xd00d00d00d00dn, 0x2e3bc74aad8en, 0x6b99159fd5n,
  0xb092309dn, 0xd73f9fn, 0xca96n, 0x98n,
];
const cosineTerms = [
  0x8000000000000000n, 0xaaaaaaaaaaaaaabn, 0x5b05b05b05b05bn, 0x1a01a01a01a02n, 0x49f93edde28n,
  0x8f76c77fcn, 0xc9cba54n, 0xd73fan, 0xb41n, 0x8n,
];
const series = (z: bigint, terms: bigint[]): bigint =>
  high(z, terms.reduceRight((sum, term) => term - high(z, sum), 0n));

/**
 * Returns the cosine and sine of an angle in radians, each within 0.51 units in the last place,
 * computed with integers like `sine_cosine()` of the C++ library. Takes some microseconds. NaN for
 * NaN and infinite angles.
 */
export function cosineAndSine(radians: number): [number, number] {
  if (!Number.isFinite(number('cosineAndSine', 'radians', radians))) return [NaN, NaN];
  if (Math.abs(radians) < 2 ** -27) return [1, radians];
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(radians));
  const whole = bits.getBigUint64(0);
  const exponent = Number(whole >> 52n) - 1075;
  const mantissa = (whole & ((1n << 52n) - 1n)) | (1n << 52n);
  // 192 digits of 2 / pi, from the one that counts quarter turns modulo 4.
  const digits = BigInt.asUintN(192, twoOverPi >> BigInt(1216 - 192 + 2 - exponent));
  const turns = BigInt.asUintN(192, mantissa * digits);
  let count = Number(turns >> 190n);
  let rest = BigInt.asUintN(128, turns >> 62n);
  const negative = rest >> 127n !== 0n;
  if (negative) {
    ++count;
    rest = BigInt.asUintN(128, ~rest);
  }
  const zeros = 128 - rest.toString(2).length;
  const angle = high((rest << BigInt(zeros)) >> 64n, 0xc90fdaa22168c234n);
  const shift = 2 * zeros - 2;
  const squared = high(angle, angle);
  const z = shift < 0 ? (squared << 2n) & word : squared >> BigInt(shift);
  const scale = 2 ** -(63 + zeros) * (negative ? -1 : 1);
  const s = Number(high(angle, word - series(z, sineTerms))) * scale;
  const c = Number(word - series(z, cosineTerms)) * 2 ** -64;
  const odd = (count & 1) !== 0;
  const sine = odd ? c : s;
  const cosine = odd ? s : c;
  return [
    ((count + 1) & 2) !== 0 ? -cosine : cosine,
    ((count & 2) !== 0) !== radians < 0 ? -sine : sine,
  ];
}

/** Returns a 2D rotation, counter-clockwise. The same bits in every engine, unlike `angle`. */
export const rotationFromAngle = (radians: number): number[] => cosineAndSine(radians);

/**
 * Returns a 3D rotation about an axis of any length except 0, counter-clockwise as seen from its
 * tip.
 */
export function rotationFromAxisAngle(axis: Vector, radians: number): number[] {
  const [cosine, sine] = cosineAndSine(number('rotationFromAxisAngle', 'radians', radians) / 2);
  const unit = unitOf(vectorOf('rotationFromAxisAngle', 'axis', axis, 3));
  return [...unit.map((x) => x * sine), cosine];
}

function unitOf(v: number[]): number[] {
  const most = Math.max(...v.map(Math.abs));
  if (!(most > 0 && most < Infinity)) {
    throw new MasuError('not_unit', 'rotation', 'the axis has length 0');
  }
  const scaled = v.map((x) => x / most);
  const length = Math.sqrt(scaled.reduce((sum, x) => sum + x * x, 0));
  return scaled.map((x) => x / length);
}

function dimensionOf(pose: PoseLike): 2 | 3 {
  if (typeof pose !== 'object' || pose === null) throw wrongType('pose', 'pose', pose);
  const position = 'translation' in pose ? pose.translation : pose;
  checkNumbers('pose', 'position', position);
  return position.length === 2 ? 2 : 3;
}
const raw = (pose: PoseLike): Pose => poseOf('pose', pose, dimensionOf(pose));

/** Rotates a vector. */
export function rotate(rotation: Vector, v: Vector): number[] {
  checkNumbers('rotate', 'v', v);
  const flat = v.length === 2;
  const [a, b, c, d] = vectorOf('rotate', 'rotation', rotation, flat ? 2 : 4);
  const [x, y, z] = vectorOf('rotate', 'v', v, flat ? 2 : 3);
  if (flat) return [a * x - b * y, b * x + a * y];
  // v + w t + q x t with t = 2 q x v.
  const t = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)] as const;
  return [
    x + d * t[0] + (b * t[2] - c * t[1]),
    y + d * t[1] + (c * t[0] - a * t[2]),
    z + d * t[2] + (a * t[1] - b * t[0]),
  ];
}

const undone = (r: number[]): number[] =>
  r.length === 2 ? [r[0]!, -r[1]!] : [-r[0]!, -r[1]!, -r[2]!, r[3]!];

function product(a: number[], b: number[]): number[] {
  const [x, y, z, w] = a as [number, number, number, number];
  const [p, q, r, s] = b as [number, number, number, number];
  const all =
    a.length === 2
      ? [x * p - y * q, y * p + x * q]
      : [
          w * p + x * s + (y * r - z * q),
          w * q + y * s + (z * p - x * r),
          w * r + z * s + (x * q - y * p),
          w * s - (x * p + y * q + z * r),
        ];
  // Normalized if its length is off by more than rounding: chains do not drift.
  const off = all.reduce((sum, v) => sum + v * v, 0);
  return Math.abs(off - 1) <= 2 ** -49 ? all : all.map((v) => v / Math.sqrt(off));
}

/**
 * Returns the product: first `b`, then `a`. That is the pose in the world of an object at `b` in
 * the frame of `a`.
 */
export function compose(a: PoseLike, b: PoseLike): Pose {
  const first = raw(a);
  const second = raw(b);
  return {
    translation: toWorld(first, second.translation),
    rotation: product(first.rotation, second.rotation),
  };
}

/** Returns the inverse of a pose. */
export function inverse(pose: PoseLike): Pose {
  const {translation, rotation} = raw(pose);
  const back = undone(rotation);
  return {translation: rotate(back, translation).map((x) => -x), rotation: back};
}

/** Transforms a point from the frame of a pose to the world. */
export function toWorld(pose: PoseLike, point: Vector): number[] {
  const {translation, rotation} = raw(pose);
  const from = vectorOf('toWorld', 'point', point, translation.length);
  return rotate(rotation, from).map((x, i) => x + translation[i]!);
}

/** Transforms a point from the world to the frame of a pose. */
export function toLocal(pose: PoseLike, point: Vector): number[] {
  const {translation, rotation} = raw(pose);
  const from: number[] = vectorOf('toLocal', 'point', point, translation.length);
  return rotate(undone(rotation), from.map((x, i) => x - translation[i]!));
}
