// SPDX-License-Identifier: MIT
// Box2D 3 by steps: each body is a sensor, and events report the changes.
import {PairList} from '../pairs.js';

// Box2D counts shapes nearer than 0.05 as touching, whatever the unit. Boxes are at least 1/2048
// apart, so all lengths are multiplied by 128.
const kScale = 128;

/** @param {any} b2 @param {import('../field.js').Field} field */
export function box2dSensors(b2, field) {
  const {n} = field;
  const worldDef = b2.b2DefaultWorldDef();
  worldDef.gravity.Set(0, 0);
  worldDef.enableSleep = false;
  worldDef.enableContinuous = false;
  const world = b2.b2CreateWorld(worldDef);
  const bodyDef = b2.b2DefaultBodyDef();
  bodyDef.type = b2.b2BodyType.b2_kinematicBody;
  const sensor = b2.b2DefaultShapeDef();
  sensor.isSensor = true;
  sensor.enableSensorEvents = true;
  const [position, rotation] = [new b2.b2Vec2(0, 0), new b2.b2Rot()];
  rotation.SetAngle(0);
  const setPosition = (/** @type {number} */ i) =>
    position.Set(kScale * field.center(i, 0), kScale * field.center(i, 1));
  const numbers = new Map();
  const bodies = Array.from({length: n}, (_, i) => {
    setPosition(i);
    bodyDef.position = position;
    const body = b2.b2CreateBody(world, bodyDef);
    const shape = b2.b2MakeBox(kScale * field.half(i, 0), kScale * field.half(i, 1));
    numbers.set(b2.b2CreatePolygonShape(body, sensor, shape).index1, i);
    shape.delete();
    return body;
  });
  const pairs = new PairList(n);
  const step = () => {
    b2.b2World_Step(world, 1 / 60, 1);
    const events = b2.b2World_GetSensorEvents(world);
    // Both sensors of a pair report it.
    for (let k = 0; k < events.beginCount; ++k) {
      const {sensorShapeId, visitorShapeId} = events.GetBeginEvent(k);
      const [a, b] = [numbers.get(sensorShapeId.index1), numbers.get(visitorShapeId.index1)];
      if (a < b) pairs.link(a, b);
    }
    for (let k = 0; k < events.endCount; ++k) {
      const {sensorShapeId, visitorShapeId} = events.GetEndEvent(k);
      const [a, b] = [numbers.get(sensorShapeId.index1), numbers.get(visitorShapeId.index1)];
      if (a < b) pairs.remove(a, b);
    }
    events.delete();
  };
  step();
  return {
    frame() {
      for (const i of field.moved) {
        setPosition(i);
        b2.b2Body_SetTransform(bodies[i], position, rotation);
      }
      step();
    },
    pairs: () => pairs,
    free() {
      b2.b2DestroyWorld(world);
      for (const made of [worldDef, bodyDef, sensor, position, rotation]) made.delete();
    },
  };
}
