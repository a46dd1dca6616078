// SPDX-License-Identifier: MIT
// The three kinds of contact in 3D, side by side.
import {wordIn} from '../../../shell/address';
import type {Running} from '../../../shell/page';
import {colour} from '../../../shell/theme';
import {inks} from '../inks';
import {legend} from '../legend';
import type {Vector} from '../records';
import {PairScene, type Scene} from '../scene';
import {SolidPair} from '../solid_pair';
import {Eye, Space} from '../space';
import {contactsOf, type Contacts} from './contacts';
import {addViews, kindsLegend, showCounters} from './counters';
import {startDuals} from './solid_steps';

export function start(scene: Scene): Running {
  const view = wordIn(scene.host.state, 'view', ['kinds', 'duals']);
  return view === 'kinds' ? startKinds(scene) : startDuals(scene);
}

function startKinds(scene: Scene): Running {
  let contacts: Contacts;
  const draw = () => {
    if (contacts === undefined || panels.length < 3) return;
    [drawPoint, drawArea, drawVolume].forEach((drawKind, i) => {
      const view = panels[i]!;
      view.begin();
      shapes.draw(view, drawKind === drawVolume ? 0.12 : 0.22);
      drawKind(view, contacts, pairs);
      view.end();
    });
  };
  const pairs: PairScene = new PairScene(scene, {overlap: true}, () => {
    contacts = contactsOf(pairs.records('contact'), 3);
    showCounters(pairs, contacts);
  }, draw);
  const shapes = new SolidPair(pairs);
  addViews(pairs, 'kinds');
  const eye = new Eye();
  const panels: Space[] = [];
  for (const [name, caption] of [
    ['point', 'Point: the shortest translation that separates'], ['area', 'Area: where the two faces touch'],
    ['volume', 'Volume: the intersection'],
  ] as const) {
    const panel = new Space(pairs.panels, name, caption, eye, draw);
    panel.reach = 2;
    panel.listen(shapes.hands(panel));
    panels.push(panel);
  }
  legend(scene.root, kindsLegend);
  pairs.start();
  return {stop() { pairs.stop(); for (const panel of panels) panel.stop(); }};
}

const below: Vector = [0, -1.6, 0];

function drawPoint(view: Space, {a, b, normal, distance}: Contacts): void {
  const ink = colour(distance < 0 ? 'cell' : 'hit');
  view.over = true;
  view.line(a, b, ink, 4);
  for (const p of [a, b]) view.dot(p, 6, ink);
  view.arrow(distance < 0 ? a : b, normal, colour('focus'), 45);
  view.label(a, `${distance < 0 ? 'depth' : 'distance'} ${Math.abs(distance).toPrecision(3)}`, ink);
}

function drawArea(view: Space, {corners}: Contacts): void {
  const ink = colour('cell');
  if (corners.length === 0) view.label(below, 'none: the shapes are apart', colour('quiet'));
  view.over = true;
  for (const which of ['a', 'b'] as const) {
    const points = corners.map((corner) => corner[which]);
    view.polygon(points, {ink, alpha: 0.6});
    points.forEach((p, i) => view.line(p, points[(i + 1) % points.length]!, ink, 3));
  }
  for (const {a, b} of corners) {
    view.line(a, b, ink, 1);
    for (const p of [a, b]) view.dot(p, 5, ink);
  }
  const [deepest] = [...corners].sort((p, q) => p.distance - q.distance);
  if (deepest !== undefined) view.label(deepest.a, deepest.distance.toPrecision(3), ink);
}

function drawVolume(view: Space, {volume}: Contacts, pairs: PairScene): void {
  if (volume === undefined) {
    const why = pairs.pair.sharp() ? 'none: the shapes are apart' : 'only for shapes without curved faces';
    view.label(below, why, colour('quiet'));
    return;
  }
  for (const {side, corners} of volume.faces) {
    const points = corners.map((corner) => volume.vertices[corner]!);
    view.polygon(points, {ink: colour(inks[side])});
    points.forEach((p, i) => view.line(p, points[(i + 1) % points.length]!, colour('hit'), 2));
  }
  view.over = true;
  for (const cut of volume.cuts) {
    const loop = cut.map((vertex) => volume.vertices[vertex]!);
    loop.forEach((p, i) => view.line(p, loop[(i + 1) % loop.length]!, colour('cell'), 5));
  }
  view.label(volume.centroid, `volume ${volume.size.toPrecision(3)}`, colour('ink'));
}
