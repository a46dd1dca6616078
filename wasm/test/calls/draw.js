// SPDX-License-Identifier: MIT
// Draws arguments of calls: valid ones, and others in their places.
import * as library from 'masu';
import {arrayOf, Pcg32} from '../support.js';

/** What callbacks throw. */
export class Thrown extends Error {}

const kOdd = [
  NaN, Infinity, -Infinity, -0, -1, 0, 0.5, 1e-310, 5e-324, 1e308, -1e308, 3e38, 1e-30, 2 ** 31, -(2 ** 31),
  2 ** 32, 2 ** 32 + 1, 2 ** 53, 1e9,
];
const detached = (type, length) => {
  const array = new type(length);
  structuredClone(array, {transfer: [array.buffer]});
  return array;
};
const replaced = (list, i, value) => list.map((old, k) => (k === i ? value : old));
// Made at each use, since calls may write into them.
const kOther = [
  () => null, () => undefined, () => 'x', () => '1', () => '', () => true, () => false, () => 1n, () => -1n,
  () => 2n ** 70n, () => ({}), () => [], () => Object.create(null), () => Symbol('s'), () => (() => 1),
  () => new Date(NaN), () => [[0, 0]], () => [NaN, NaN], () => [1, 2, 3, 4, 5, 6, 7], () => [,,],
  () => ({length: -4}), () => ({length: 2 ** 33}), () => ({length: 1.5}), () => ({length: 4}), () => ({length: '4'}),
  () => new Float32Array(3), () => new Float64Array(4), () => new Int8Array([-1, -2, -3, -4]),
  () => new BigUint64Array(4), () => new BigInt64Array(2), () => new DataView(new ArrayBuffer(8)),
  () => new ArrayBuffer(16), () => new SharedArrayBuffer(16), () => new Uint8ClampedArray(4),
  () => detached(Float32Array, 4), () => detached(Uint8Array, 8), () => detached(BigUint64Array, 2),
  () => new Map(), () => new Proxy({}, {}), () => ({index: 0, generation: 0}), () => ({index: 0xffffffff, generation: 1}),
];

/** Draws by a seed. `story` has the objects that calls share. */
export class Draw {
  dimension = 2;
  scalar = 'float';

  constructor(story, seed) {
    this.story = story;
    this.random = new Pcg32(seed);
  }
  below(count) {
    return this.random.next() % count;
  }
  /** True once in `count` times. */
  rarely(count) {
    return this.below(count) === 0;
  }
  pick(list) {
    return list[this.below(list.length)];
  }
  /** Returns a value, or undefined. */
  maybe(value) {
    return this.rarely(2) ? value() : undefined;
  }
  some(make, most = 6) {
    return Array.from({length: this.below(most + 1)}, make);
  }
  /** Returns an object without the members that are undefined. */
  options(members) {
    return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  }

  // --- Valid arguments ---------------------------------------------------------------------------

  real(low = -4, high = 4) {
    const x = this.random.between(low, high);
    return this.rarely(2) ? Math.round(4 * x) / 4 : x;
  }
  size() {
    return this.pick([0.25, 0.5, 1, this.random.between(0.1, 2)]);
  }
  vec(dimension = this.dimension) {
    return Array.from({length: dimension}, () => this.real());
  }
  sizes(dimension = this.dimension) {
    return Array.from({length: dimension}, () => this.size());
  }
  unit() {
    const axis = this.below(this.dimension);
    return Array.from({length: this.dimension}, (_, i) => (i === axis ? 1 : 0));
  }
  rotation() {
    if (this.dimension === 2) return library.rotationFromAngle(this.real());
    return library.rotationFromAxisAngle(this.pick([[1, 0, 0], [0, 1, 0], [1, 2, 3]]), this.real());
  }
  pose() {
    const translation = this.vec();
    if (this.rarely(2)) return translation;
    if (this.dimension === 2 && this.rarely(3)) return {translation, angle: this.real()};
    return this.options({translation, rotation: this.maybe(() => this.rotation())});
  }
  /** Numbers of poses for addMany(). */
  poses(count) {
    return this.numbers(Array.from({length: count}, () => [...this.vec(), ...this.rotation()]).flat());
  }
  /** Numbers in any of the forms that calls take. */
  numbers(list, type = arrayOf(this.scalar)) {
    switch (this.below(4)) {
      case 0: return list;
      case 1: return new type(list);
      case 2: return Float64Array.from(list);
      default: return this.story.inMemory(type, list);
    }
  }
  /** Returns the numbers of a few rows, rarely of more than 64 kB. */
  rows(make) {
    if (this.rarely(60)) return Array(6000).fill(make()).flat();
    return Array.from({length: this.below(9)}, make).flat();
  }
  points(count, dimension = this.dimension) {
    const make = () => this.vec(dimension);
    return this.numbers(count === undefined ? this.rows(make) : Array.from({length: count}, make).flat());
  }
  box() {
    const min = this.vec();
    return {min, max: min.map((x) => x + this.size())};
  }
  boxes(count = this.below(12)) {
    return this.numbers(Array.from({length: count}, () => Object.values(this.box()).flat()).flat());
  }
  ray() {
    return this.options({origin: this.vec(), direction: this.vec(), maxT: this.maybe(() => this.size())});
  }
  rays() {
    return this.numbers(this.rows(() => [...this.vec(), ...this.vec(), this.size()]));
  }
  bits() {
    return this.pick([1n, 3n, 2n ** 63n, 2n ** 64n - 1n]);
  }
  filter() {
    return this.options({category: this.maybe(() => this.bits()), mask: this.maybe(() => this.bits())});
  }
  filters(boxes) {
    return this.maybe(() =>
      BigUint64Array.from({length: boxes.length / this.dimension}, () => this.bits()));
  }
  queryFilter() {
    return this.maybe(() => ({...this.filter(), ...this.options({
      sensors: this.maybe(() => this.rarely(2)), accept: this.maybe(() => this.callback()),
    })}));
  }
  period() {
    return this.rarely(5) ? this.vec().map(() => this.pick([0, 16])) : undefined;
  }
  kind() {
    return {dimension: this.dimension, scalar: this.scalar};
  }
  k() {
    return this.pick([0, 1, 2, 5, 100, Infinity]);
  }

  shape() {
    const bodies = this.story.all('Body').filter((body) => !body.freed && this.story.fits(body, this));
    if (bodies.length > 0 && this.rarely(3)) return this.pick(bodies).shape;
    return this.convex();
  }
  convex() {
    const [vec, size] = [() => this.vec().map((x) => x / 4), this.size()];
    const center = this.maybe(vec);
    const makers = [
      () => library.point(vec()), () => library.sphere(size, center), () => library.circle(size, center),
      () => library.segment(vec(), vec()), () => library.capsule(vec(), vec(), size),
      () => library.triangle(vec(), vec(), vec()), () => library.box(this.sizes(), center),
      () => library.box(this.sizes()), () => library.ellipsoid(this.sizes()),
      () => library.rounded(library.box(this.sizes()), size),
      () => library.roundedBox(this.sizes().map((x) => x + 0.5), 0.25),
      () => library.halfSpace(this.unit(), this.real()),
    ];
    if (this.dimension === 3) makers.push(() => library.cylinder(size, this.size()), () => library.cone(size, 1));
    return this.pick(makers)();
  }
  handle(world) {
    return this.pick(this.story.facts(world).handles) ?? {index: 0, generation: 0};
  }
  /** Handles for moveMany(). */
  handles(world, count) {
    const words = Array.from({length: count}, () => this.handle(world)).flatMap((h) => [h.index, h.generation]);
    return this.numbers(words, Uint32Array);
  }
  pair(world) {
    const find = () => world.pairs().toArray();
    let pairs = this.story.quietly(find) ?? [];
    if (pairs.length === 0) {
      this.story.quietly(() => world.update());
      pairs = this.story.quietly(find) ?? [];
    }
    return this.pick(pairs) ?? {a: this.handle(world), b: this.handle(world), id: 0, status: 'ok'};
  }
  objectOptions() {
    return this.maybe(() => this.options({
      data: this.maybe(() => this.below(9)), userData: this.maybe(() => this.pick([7, -1, 2n ** 64n - 1n])),
      filter: this.rarely(4) ? this.filter() : undefined, layer: this.rarely(4) ? this.below(3) : undefined,
      sensor: this.maybe(() => this.rarely(4)), continuous: this.maybe(() => this.rarely(3)),
      fixed: this.maybe(() => this.rarely(3)), margin: this.maybe(() => 0.125), group: this.maybe(() => this.below(3) - 1),
    }));
  }
  mover() {
    return this.options({
      position: this.vec(), radius: this.size(), halfAxis: this.maybe(() => this.unit().map((x) => x / 2)),
    });
  }
  slideOptions(world) {
    return this.maybe(() => this.options({
      up: this.maybe(() => this.unit()), filter: this.rarely(3) ? this.filter() : undefined, walkableCosine: this.maybe(() => 0.7),
      stepHeight: this.maybe(() => 0.25), snap: this.maybe(() => 0.25), skin: this.maybe(() => 0.01),
      maxContacts: this.maybe(() => this.below(20)), counts: this.maybe(() => this.callback()),
      leftOut: this.rarely(3) ? this.handle(world) : undefined,
    }));
  }
  /** A predicate. It answers by the index that it gets; or throws, or makes calls itself. */
  callback() {
    const kind = this.kind();
    const mood = this.below(6);
    const last = 1 + this.below(4);
    let calls = 0;
    return (given) => {
      this.story.keep(given, kind);
      if (typeof given.gap === 'function' && calls < last) this.story.use('SlideObstacle.gap', given);
      if (++calls === last && mood === 0) throw new Thrown();
      if (calls <= last && mood <= 2) this.story.nested();
      const {index} = given.object ?? given.a ?? {index: given};
      return index % 3 !== 0;
    };
  }

  // --- Others ------------------------------------------------------------------------------------

  number() {
    return this.rarely(4) ? this.random.between(-1e4, 1e4) : this.pick(kOdd);
  }
  /** Anything. */
  other() {
    switch (this.below(4)) {
      case 0: return this.number();
      case 1: return this.pick(this.story.everything());
      default: return this.pick(kOther)();
    }
  }
  /** Puts something else into the place of an argument or of a part of it, adds one, or drops one. */
  spoil(args) {
    const i = this.below(args.length + 1);
    if (i < args.length) return replaced(args, i, this.damaged(args[i], 3));
    return this.rarely(2) ? [...args, this.other()] : args.slice(0, -1);
  }
  damaged(value, depth) {
    if (depth === 0 || this.rarely(3) || value === null || typeof value !== 'object') {
      return typeof value === 'number' && !this.rarely(3) ? this.number() : this.other();
    }
    if (ArrayBuffer.isView(value)) return this.damagedArray(value);
    if (Array.isArray(value)) {
      if (value.length === 0 || this.rarely(4)) return this.rarely(2) ? [...value, this.other()] : value.slice(1);
      const i = this.below(value.length);
      return replaced(value, i, this.damaged(value[i], depth - 1));
    }
    if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) return this.other();
    const name = this.pick([...Object.keys(value), 'unknown']);
    return {...value, [name]: this.damaged(value[name], depth - 1)};
  }
  damagedArray(value) {
    if (value instanceof DataView || value.length === 0 || this.rarely(3)) return this.other();
    if (this.rarely(3)) return value.subarray(this.below(3), this.below(value.length + 1));
    const copy = value.slice();
    for (let n = 1 + this.below(3); n > 0; --n) {
      copy[this.below(copy.length)] = typeof copy[0] === 'bigint' ? this.bits() : this.number();
    }
    return copy;
  }
}
