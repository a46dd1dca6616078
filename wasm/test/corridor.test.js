// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {noWall} from 'masu';
import {arrayOf, modules, Pcg32, withStatus} from './support.js';

/** Returns a closed room of 48 walls around the origin, in no order. */
function closedRoom() {
  const walls = [];
  const corner = (k) => {
    const angle = ((k % 48) * Math.PI) / 24;
    const radius = k % 2 ? 8 : 10;
    return [Math.fround(radius * Math.cos(angle)), Math.fround(radius * Math.sin(angle))];
  };
  for (let k = 0; k < 48; ++k) walls.push([...corner((5 * k) % 48), ...corner((5 * k) % 48 + 1)]);
  return walls.flat();
}

for (const scalar of ['float', 'double']) {
  test(`no mover leaves a closed room at any speed, ${scalar}`, () => {
    const ends = modules.map((masu) => {
      const {vertices, chains, report} = masu.chains(closedRoom(), {scalar});
      assert.deepEqual([report.walls, report.retained, report.outlines, report.openChains], [48, 48, 1, 0]);
      assert.deepEqual(chains.map((c) => [c.first, c.count, c.kind]), [[0, 49, 1]]);
      const corridor = masu.corridor(vertices, chains, {scalar});
      assert.equal(corridor.wallCount, 48);
      const n = 500;
      const random = new Pcg32(21);
      const points = Array.from({length: 2 * n}, () => random.between(-4, 4));
      const movers = corridor.movers(points, 0.25);
      for (const response of ['slide', 'bounce', 'stop']) {
        for (let frame = 0; frame < 20; ++frame) {
          const displacements = new (arrayOf(scalar))(Array.from({length: 2 * n}, () => random.between(-40, 40)));
          const moved = corridor.move(movers, displacements, {response});
          for (const each of moved) assert.ok(['ok', 'not_converged'].includes(each.status));
        }
        const {numbers, stride} = movers;
        for (let i = 0; i < n; ++i) {
          const [x, y] = [numbers[i * stride], numbers[i * stride + 1]];
          assert.deepEqual([x, y], movers.position(i));
          assert.ok(Math.hypot(x, y) < 10, `${response}: ${x}, ${y}`);
        }
      }
      const far = corridor.nearestMany(Array.from({length: n}, (_, i) => movers.position(i)).flat());
      for (const each of far) assert.ok(each.distance >= 0.2499, `${each.distance}`);
      assert.deepEqual(corridor.nearest(movers.position(7)), far.at(7));
      const positions = Array.from({length: n}, (_, i) => movers.position(i));
      movers.free();
      corridor.free();
      return positions;
    });
    assert.deepEqual(ends[0], ends[1]);
  });
}

test('wall queries, and walls that stop only movers that their filter accepts', () => {
  for (const masu of modules) {
    const chain = {first: 0, count: 2, kind: 0, depth: 0};
    const corridor = masu.corridor([0, -5, 0, 5], [chain], {kinds: [{filter: {category: 2n}}]});
    assert.deepEqual(corridor.within([1, 0], 2), [{wall: 0, distanceSquared: 1}]);
    assert.equal(corridor.nearest([1, 0], 0.5).wall, noWall);
    const rays = corridor.rayCastMany([-1, 0, 4, 0, 1, -1, 0, -4, 0, 1]).toArray();
    assert.deepEqual(rays.map((r) => [r.hit, r.hit ? r.t : 0]), [[true, 0.25], [false, 0]]);
    const [cast] = corridor.circleCastMany([-2, 0], 1, [4, 0]).toArray();
    assert.ok(Math.abs(cast.t - 0.25) < 1e-6);
    assert.throws(() => corridor.circleCastMany([-2, 0], 1, []), withStatus('size_mismatch'));
    const stopped = corridor.movers([-2, 0], 0.5, {filter: {mask: 2n}});
    const free = corridor.movers([-2, 0], 0.5, {filter: {mask: 1n}});
    assert.equal(corridor.move(stopped, [4, 0]).at(0).contacts, 1);
    assert.equal(corridor.move(free, [4, 0]).at(0).contacts, 0);
    assert.ok(stopped.position(0)[0] < -0.4999);
    assert.deepEqual(free.position(0), [2, 0]);
    const [pushed] = corridor.moveWalls(chain, [-1, 0], stopped);
    assert.equal(pushed.pushed, true);
    assert.ok(stopped.position(0)[0] < -1.4999);
    corridor.setVertices(0, [-9, -5, -9, 5]);
    assert.equal(corridor.move(stopped, [4, 0]).at(0).contacts, 0);
    stopped.setPosition(0, [3, 4]);
    assert.deepEqual(stopped.position(0), [3, 4]);
    assert.throws(() => stopped.position(1), withStatus('bad_index'));
    assert.throws(() => corridor.move(stopped, [1]), withStatus('size_mismatch'));
    assert.throws(() => corridor.move(stopped, [1, 1], {response: 'fly'}), withStatus('out_of_range'));
    assert.equal(corridor.move(stopped, [NaN, 1]).at(0).status, 'not_finite');
    assert.throws(() => masu.corridor([0, 0], [{...chain, count: 9}]), withStatus('bad_index'));
    assert.throws(() => masu.chains([1, 2, 3]), withStatus('size_mismatch'));
    for (const each of [stopped, free, corridor]) each.free();
  }
});
