// SPDX-License-Identifier: MIT
// Layers, groups, excluded pairs and pair filters, compared with a list of pairs that must collide.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {circle, defaultCategory, LayerMatrix, noLayer} from 'masu';
import {kinds, modules, Pcg32, withStatus} from './support.js';

const wordsOf = (world) => world.pairs().toArray().map(({a, b}) => `${a.index} ${b.index}`).sort();
const vec = (dimension, x) => [x, 0, 0].slice(0, dimension);

test('a matrix of layers makes filters', () => {
  const layers = new LayerMatrix();
  assert.deepEqual(layers.filter(3), {category: 8n, mask: 2n ** 64n - 1n});
  assert.deepEqual(layers.filter(0, [2, noLayer]), {category: 1n, mask: 4n | defaultCategory});
  assert.deepEqual(layers.filter(noLayer, [1]), {category: defaultCategory, mask: 2n});
  assert.equal(layers.collide(0, 62), true);
  layers.set(0, 62, false).set(5, noLayer, false);
  assert.deepEqual(
    [
      layers.collide(0, 62), layers.collide(62, 0), layers.collide(5, noLayer),
      layers.collide(noLayer, 5),
    ],
    [false, false, false, false]);
  assert.deepEqual(layers.filter(0, [1, 62]).mask, 2n);
  assert.equal(layers.filter(0, 6n).mask, 6n);
  assert.equal(layers.filter(5).mask & defaultCategory, 0n);
  for (const bad of [63, 64, 254, 256, -1, 0.5, NaN]) {
    for (const call of [
      () => layers.set(bad, 0, false), () => layers.set(0, bad, false),
      () => layers.collide(bad, 0), () => layers.filter(bad), () => layers.filter(0, [bad]),
    ]) assert.throws(call, withStatus('out_of_range'));
  }
  assert.throws(() => layers.set(noLayer, noLayer, false), withStatus('out_of_range'));
});

test('objects in no layer are not in layer 0', () => {
  const [hero, wall, ghost] = [0, 1, 2];
  for (const masu of modules) {
    const world = masu.world({dimension: 2});
    const layers = new LayerMatrix().set(hero, ghost, false);
    world.setLayers(layers);
    const crate = world.add(circle(0.5), [2, 0]);
    const player = world.add(circle(0.5), [4, 0], {layer: hero});
    const stone = world.add(circle(0.5), [6, 0], {layer: wall});
    world.add(circle(0.5), [2.25, 0], {layer: ghost});
    const seen = (filter) => world.rayCast({origin: [0, 0], direction: [10, 0]}, filter)?.object;
    assert.deepEqual(seen(layers.filter(wall, [hero])), player);
    assert.deepEqual(seen(layers.filter(hero, [wall])), stone);
    assert.deepEqual(seen(layers.filter(hero, [wall, noLayer])), crate);
    world.update();
    assert.deepEqual(wordsOf(world), ['0 3']);
    world.setLayers(layers.set(ghost, noLayer, false));
    world.update();
    assert.deepEqual(wordsOf(world), []);
    assert.equal(world.find(crate).options.filter.category, defaultCategory);
    world.free();
  }
});

for (const {dimension, scalar} of kinds) {
  test(`groups, exclusions and a pair filter against brute force, ${dimension} ${scalar}`, () => {
    for (const masu of modules) {
      const random = new Pcg32(dimension);
      const world = masu.world({dimension, scalar, detail: 'touch'});
      const below = (n) => Math.floor(random.unit() * n);
      const objects = [];
      for (let i = 0; i < 12; ++i) {
        const options = {group: below(5) - 2, userData: BigInt(i), filter: {mask: i % 4 ? 2n ** 63n : 1n}};
        const x = random.between(0, 4);
        objects.push({...options, x, handle: world.add(circle(0.5), vec(dimension, x), options)});
      }
      const excluded = new Set();
      const word = (i, j) => `${Math.min(i, j)} ${Math.max(i, j)}`;
      const allows = (i, j) => (i + j) % 3 !== 0;
      const seen = [];
      for (let frame = 0; frame < 30; ++frame) {
        if (frame === 8) {
          world.setPairFilter(({a, b, userDataA, userDataB}) => {
            assert.deepEqual([BigInt(a.index), BigInt(b.index)], [userDataA, userDataB]);
            seen.push(word(a.index, b.index));
            return allows(a.index, b.index);
          });
        }
        if (frame === 22) world.setPairFilter();
        for (let k = 0; k < 4; ++k) {
          const [i, j] = [below(12), below(12)];
          if (i === j) continue;
          const [a, b] = [objects[i].handle, objects[j].handle];
          if (below(2) === 0) {
            world.excludePair(a, b);
            excluded.add(word(i, j));
          } else {
            world.includePair(a, b);
            excluded.delete(word(i, j));
          }
          assert.equal(world.isExcluded(b, a), excluded.has(word(i, j)));
        }
        const moved = objects[below(12)];
        moved.x = random.between(0, 4);
        world.move(moved.handle, vec(dimension, moved.x));
        const regrouped = objects[below(12)];
        regrouped.group = below(5) - 2;
        world.setGroup(regrouped.handle, regrouped.group);
        assert.equal(world.find(regrouped.handle).options.group, regrouped.group);
        world.refilter(objects[below(12)].handle);
        world.update();
        const expected = [];
        for (let i = 0; i < 12; ++i) {
          for (let j = i + 1; j < 12; ++j) {
            const [x, y] = [objects[i], objects[j]];
            const same = x.group !== 0 && x.group === y.group;
            const masks = i % 4 !== 0 && j % 4 !== 0;
            const filtered = frame >= 8 && frame < 22 && !allows(i, j);
            const near = Math.abs(Math.fround(x.x) - Math.fround(y.x)) <= 1;
            if (near && !excluded.has(word(i, j)) && !filtered && (same ? x.group > 0 : masks)) {
              expected.push(word(i, j));
            }
          }
        }
        assert.deepEqual(wordsOf(world), expected.sort(), `frame ${frame}`);
        assert.equal(world.validate(), true);
      }
      assert.ok(seen.length > 0);
      const bytes = world.save();
      const hash = world.hash();
      const other = masu.world({dimension, scalar, detail: 'touch'});
      other.restore(bytes);
      assert.equal(other.hash(), hash);
      world.free();
      other.free();
    }
  });
}

test('update() throws exceptions of a pair filter, and the next update resumes', () => {
  for (const masu of modules) {
    const world = masu.world({dimension: 2, detail: 'touch'});
    const handles = [0, 0.5, 1].map((x) => world.add(circle(1), [x, 0]));
    let left = 2;
    let calls = 0;
    world.setPairFilter(({a, b}) => {
      ++calls;
      if (--left === 0) throw new RangeError('mine');
      assert.ok(world.contains(a));
      assert.throws(() => world.excludePair(a, b), withStatus('busy'));
      assert.throws(() => world.setPairFilter(), withStatus('busy'));
      return a.index + b.index !== 1;
    });
    assert.throws(() => world.update(), (e) => e instanceof RangeError && e.message === 'mine');
    assert.throws(() => world.save(), withStatus('not_updated'));
    world.update();
    assert.deepEqual(wordsOf(world), ['0 2', '1 2']);
    const before = calls;
    world.update();
    assert.equal(calls, before);
    world.remove(handles[2]);
    for (const call of [
      () => world.excludePair(handles[0], handles[2]), () => world.includePair(handles[2], handles[0]),
      () => world.setGroup(handles[2], 1), () => world.refilter(handles[2]),
    ]) assert.throws(call, withStatus('stale_handle'));
    assert.equal(world.isExcluded(handles[0], handles[2]), false);
    assert.throws(() => world.excludePair(handles[0], handles[0]), withStatus('out_of_range'));
    for (const group of [0.5, 2 ** 31, -(2 ** 31) - 1, NaN]) {
      assert.throws(() => world.setGroup(handles[0], group), withStatus('out_of_range'));
      assert.throws(() => world.add(circle(1), [0, 0], {group}), withStatus('out_of_range'));
    }
    world.setGroup(handles[0], -(2 ** 31));
    assert.equal(world.find(handles[0]).options.group, -(2 ** 31));
    world.free();
  }
});
