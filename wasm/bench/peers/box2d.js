// SPDX-License-Identifier: MIT
// Box2D 3: kinematic bodies set to their positions, which updates the tree at once, and box queries
// of the tree. It reports boxes by its fat AABBs; the real boxes decide.
import {PairList, searchMoved} from '../pairs.js';

/** @param {any} b2 @param {import('../field.js').Field} field */
export function box2d(b2, field) {
  const {n, boxes} = field;
  const worldDef = b2.b2DefaultWorldDef();
  const world = b2.b2CreateWorld(worldDef);
  const bodyDef = b2.b2DefaultBodyDef();
  bodyDef.type = b2.b2BodyType.b2_kinematicBody;
  const shapeDef = b2.b2DefaultShapeDef();
  const filter = b2.b2DefaultQueryFilter();
  const [position, rotation, box] = [new b2.b2Vec2(0, 0), new b2.b2Rot(), new b2.b2AABB()];
  rotation.SetAngle(0);
  const [low, high] = [box.lowerBound, box.upperBound];  // views of the box
  const numbers = new Map();
  const bodies = Array.from({length: n}, (_, i) => {
    position.Set(field.center(i, 0), field.center(i, 1));
    bodyDef.position = position;
    const body = b2.b2CreateBody(world, bodyDef);
    const shape = b2.b2MakeBox(field.half(i, 0), field.half(i, 1));
    numbers.set(b2.b2CreatePolygonShape(body, shapeDef, shape).index1, i);
    shape.delete();
    return body;
  });
  const search = (/** @type {number} */ i, /** @type {(other: number) => void} */ report) => {
    low.Set(boxes[4 * i], boxes[4 * i + 1]);
    high.Set(boxes[4 * i + 2], boxes[4 * i + 3]);
    b2.b2World_OverlapAABB(world, box, filter, (/** @type {any} */ {shapeId}) => {
      const other = numbers.get(shapeId.index1);
      if (field.overlap(i, other)) report(other);
      return true;
    });
  };
  const pairs = new PairList(n);
  for (let i = 0; i < n; ++i) search(i, (j) => i < j && pairs.link(i, j));
  return {
    frame() {
      for (const i of field.moved) {
        position.Set(field.center(i, 0), field.center(i, 1));
        b2.b2Body_SetTransform(bodies[i], position, rotation);
      }
      searchMoved(field, pairs, search);
    },
    pairs: () => pairs,
    free() {
      b2.b2DestroyWorld(world);
      for (const made of [worldDef, bodyDef, shapeDef, filter, position, rotation, box]) {
        made.delete();
      }
    },
  };
}
