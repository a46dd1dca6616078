// SPDX-License-Identifier: MIT
// The volume by duality in 3D: planes of the shapes' faces, and their dual points.
import type {Running} from '../../../shell/page';
import {colour} from '../../../shell/theme';
import {inks} from '../inks';
import {legend} from '../legend';
import {PairScene, stepOf, type Scene} from '../scene';
import {SolidPair} from '../solid_pair';
import {Eye, Space} from '../space';
import {Stepper} from '../stepper';
import {contactsOf, type Contacts, type VolumeStep} from './contacts';
import {addViews, describeStep, showCounters} from './counters';

export function startDuals(scene: Scene): Running {
  let contacts: Contacts;
  const draw = () => {
    if (contacts === undefined) return;
    stepper.show(contacts.steps.length, (step) => describeStep(contacts, step, 3));
    const step = contacts.steps[stepper.step];
    left.begin();
    shapes.draw(left, 0.2);
    if (step !== undefined) drawPrimal(left, step, contacts);
    left.end();
    const duals = contacts.steps[contacts.steps.length - 1]?.duals ?? [];
    right.reach = 1.1 * Math.max(0.5, ...duals.map((p) => Math.hypot(...p)));
    right.begin();
    if (step !== undefined) drawDual(right, step);
    right.end();
  };
  const pairs: PairScene = new PairScene(scene, {overlap: true, sharp: true}, () => {
    contacts = contactsOf(pairs.records('contact'), 3);
    showCounters(pairs, contacts);
  }, draw);
  const shapes = new SolidPair(pairs);
  addViews(pairs, 'duals');
  const eye = new Eye();
  const left = new Space(pairs.panels, 'planes', 'Two shapes, and a point inside both', eye, draw);
  const right = new Space(
    pairs.panels, 'duals', 'Duals of their face planes: near planes are far points', eye, draw,
  );
  left.reach = 1.8;
  left.listen(shapes.hands(left));
  right.listen({});
  legend(scene.root, [
    ['cell', 'the point inside'], ['focus', 'added to the hull'], ['hit', 'the intersection'],
  ]);
  const stepper = new Stepper(scene.root, stepOf(scene), (step) => {
    scene.host.remember({step});
    draw();
  });
  pairs.start();
  return {stop() { stepper.stop(); pairs.stop(); left.stop(); right.stop(); }};
}

function drawPrimal(view: Space, step: VolumeStep, {volume, steps}: Contacts): void {
  const red = colour('cell');
  const done = step === steps[steps.length - 1];
  if (done && volume !== undefined) {
    const faces = volume.faces.map(({corners}) => [...corners]);
    view.body({points: volume.vertices, faces}, {ink: colour('hit')});
  }
  view.over = true;
  for (const corner of step.corners) view.dot(corner, 5, colour('hit'));
  const {ball, center} = step;
  if (center !== undefined) {
    view.dot(center, 6, red);
    view.label(center, 'center of the dual', red);
  } else if (ball !== undefined) {
    view.dot(ball.center, Math.abs(ball.radius) / view.pixel, red, 0.3);
  }
}

function drawDual(view: Space, step: VolumeStep): void {
  const faces = step.triangles.map((triangle) => [...triangle]);
  const done = step.corners.length > 0;
  view.body({points: step.duals, faces}, {ink: colour(done ? 'hit' : 'quiet'), alpha: 0.35});
  view.over = true;
  const on = new Set(faces.flat());
  step.duals.forEach((p, index) => {
    const ink = colour(index === step.joined ? 'focus' : inks[step.planes[index]!.side]);
    view.dot(p, index === step.joined ? 10 : on.has(index) ? 8 : 5, ink);
  });
  view.dot([0, 0, 0], 5, colour('cell'));
}
