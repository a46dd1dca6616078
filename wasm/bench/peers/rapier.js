// SPDX-License-Identifier: MIT
// Rapier in 2D and 3D: sensors, whose intersections a step reports as events; or colliders with box
// queries, for which a step only updates the tree. In both cases the solver has nothing to do.
import {PairList, searchMoved} from '../pairs.js';

/** @param {import('../field.js').Field} field */
function boxesOf(field) {
  const center = {x: 0, y: 0, z: 0};
  const half = {x: 0, y: 0, z: 0};
  const space = field.dimension === 3;
  return {
    center(/** @type {number} */ i) {
      center.x = field.center(i, 0);
      center.y = field.center(i, 1);
      if (space) center.z = field.center(i, 2);
      return center;
    },
    half(/** @type {number} */ i) {
      half.x = field.half(i, 0);
      half.y = field.half(i, 1);
      if (space) half.z = field.half(i, 2);
      return half;
    },
  };
}

/** @param {any} RAPIER @param {import('../field.js').Field} field */
export function rapierSensors(RAPIER, field) {
  const world = new RAPIER.World({x: 0, y: 0, z: 0});
  const {center, half} = boxesOf(field);
  const numbers = new Map();
  // Colliders without a body are fixed, and fixed ones have no pairs.
  const bodies = Array.from({length: field.n}, (_, i) => {
    const {x, y, z} = center(i);
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y, z));
    const h = half(i);
    const made = RAPIER.ColliderDesc.cuboid(h.x, h.y, h.z)
      .setSensor(true)
      .setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL)
      .setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS);
    numbers.set(world.createCollider(made, body).handle, i);
    return body;
  });
  const events = new RAPIER.EventQueue(true);
  const pairs = new PairList(field.n);
  const changed = (/** @type {number} */ one, /** @type {number} */ two, /** @type {boolean} */ began) => {
    const [a, b] = [numbers.get(one), numbers.get(two)];
    if (began) pairs.link(a, b);
    else pairs.remove(a, b);
  };
  const step = () => {
    world.step(events);
    events.drainCollisionEvents(changed);
  };
  step();
  return {
    frame() {
      for (const i of field.moved) bodies[i].setTranslation(center(i), true);
      step();
    },
    pairs: () => pairs,
    free() {
      events.free();
      world.free();
    },
  };
}

/** @param {any} RAPIER @param {import('../field.js').Field} field */
export function rapierBoxes(RAPIER, field) {
  const world = new RAPIER.World({x: 0, y: 0, z: 0});
  const {center, half} = boxesOf(field);
  const numbers = new Map();
  const colliders = Array.from({length: field.n}, (_, i) => {
    const {x, y, z} = center(i);
    const h = half(i);
    const made = RAPIER.ColliderDesc.cuboid(h.x, h.y, h.z).setTranslation(x, y, z);
    const collider = world.createCollider(made);
    numbers.set(collider.handle, i);
    return collider;
  });
  const pairs = new PairList(field.n);
  // Its tree has wider boxes; the real boxes decide.
  const search = (/** @type {number} */ i, /** @type {(other: number) => void} */ report) => {
    world.collidersWithAabbIntersectingAabb(center(i), half(i), (/** @type {any} */ {handle}) => {
      const other = numbers.get(handle);
      if (field.overlap(i, other)) report(other);
      return true;
    });
  };
  world.step();
  for (let i = 0; i < field.n; ++i) search(i, (j) => i < j && pairs.link(i, j));
  return {
    frame() {
      for (const i of field.moved) colliders[i].setTranslation(center(i));
      world.step();
      searchMoved(field, pairs, search);
    },
    pairs: () => pairs,
    free() {
      world.free();
    },
  };
}
