// SPDX-License-Identifier: MIT
// The three kinds of contact in 2D, side by side, or the volume step by step.
import {wordIn} from '../../../shell/address';
import type {Running} from '../../../shell/page';
import {Flat} from '../flat';
import {FlatPair} from '../flat_pair';
import {legend} from '../legend';
import {PairScene, stepOf, type Scene} from '../scene';
import {Stepper} from '../stepper';
import {contactsOf, type Contacts} from './contacts';
import {addViews, describeStep, kindsLegend, showCounters} from './counters';
import {drawArea, drawPoint, drawVolume} from './flat_drawing';
import {drawDual, drawPrimal} from './flat_steps';

export function start(scene: Scene): Running {
  const view = wordIn(scene.host.state, 'view', ['kinds', 'duals']);
  return view === 'kinds' ? startKinds(scene) : startDuals(scene);
}

function startKinds(scene: Scene): Running {
  let contacts: Contacts;
  const pairs: PairScene = new PairScene(scene, {overlap: true}, () => {
    contacts = contactsOf(pairs.records('contact'), 2);
    showCounters(pairs, contacts);
  }, () => {
    if (contacts === undefined) return;
    drawPoint(panels[0]!, shapes, contacts);
    drawArea(panels[1]!, shapes, contacts);
    drawVolume(panels[2]!, shapes, contacts, pairs.pair);
  });
  const shapes = new FlatPair(pairs);
  addViews(pairs, 'kinds');
  const draw = () => { if (panels.length === 3) pairs.redraw(); };
  const panels: Flat[] = [];
  for (const [name, caption] of [
    ['point', 'Point: the shortest translation that separates'], ['area', 'Area: where the two faces touch'],
    ['volume', 'Volume: the intersection'],
  ] as const) {
    const panel = new Flat(pairs.panels, name, caption, draw);
    panel.reach = 2.4;
    panel.listen(shapes.hands(panel));
    panels.push(panel);
  }
  legend(scene.root, kindsLegend);
  pairs.start();
  return {stop() { pairs.stop(); for (const panel of panels) panel.stop(); }};
}

function startDuals(scene: Scene): Running {
  let contacts: Contacts;
  const pairs: PairScene = new PairScene(scene, {overlap: true, sharp: true}, () => {
    contacts = contactsOf(pairs.records('contact'), 2);
    showCounters(pairs, contacts);
  }, () => {
    if (contacts === undefined) return;
    stepper.show(contacts.steps.length, (step) => describeStep(contacts, step, 2));
    const step = contacts.steps[stepper.step];
    drawPrimal(left, shapes, step, contacts);
    drawDual(right, step);
  });
  const shapes = new FlatPair(pairs);
  addViews(pairs, 'duals');
  const draw = () => pairs.redraw();
  const left = new Flat(pairs.panels, 'planes', 'The lines of all edges, and a point inside both shapes', draw);
  const right = new Flat(pairs.panels, 'duals', 'Duals: each line is a point, near lines are far points', draw);
  left.listen(shapes.hands(left));
  legend(scene.root, [['cell', 'the point inside'], ['hit', 'the intersection']]);
  const stepper = new Stepper(scene.root, stepOf(scene), (step) => {
    scene.host.remember({step});
    draw();
  });
  pairs.start();
  return {stop() { stepper.stop(); pairs.stop(); left.stop(); right.stop(); }};
}
