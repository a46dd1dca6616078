// SPDX-License-Identifier: MIT
import {colour} from '../../../shell/theme';
import type {Flat} from '../flat';
import type {FlatPair} from '../flat_pair';
import {inks} from '../inks';
import type {Pair} from '../pair';
import type {Vector} from '../records';
import type {Contacts} from './contacts';

const midpoint = (p: Vector, q: Vector): Vector => p.map((x, i) => (x + q[i]!) / 2);

export function drawPoint(view: Flat, shapes: FlatPair, contacts: Contacts): void {
  view.begin();
  view.grid();
  shapes.draw(view);
  const {a, b, normal, distance} = contacts;
  const ink = colour(distance < 0 ? 'cell' : 'hit');
  view.line(a, b, {stroke: ink, width: 3});
  for (const p of [a, b]) view.dot(p, 5, {fill: ink});
  const size = 46 / view.scale;
  const from = distance < 0 ? a : b;
  view.arrow(from, from.map((x, i) => x + size * normal[i]!), {stroke: colour('focus')});
  view.label(from.map((x, i) => x + size * normal[i]!), 'normal', colour('focus'), 8, 0);
  const text = `${distance < 0 ? 'depth' : 'distance'} ${Math.abs(distance).toPrecision(3)}`;
  view.label(midpoint(a, b), text, ink, 10, -20);
}

export function drawArea(view: Flat, shapes: FlatPair, contacts: Contacts): void {
  view.begin();
  view.grid();
  shapes.draw(view);
  const ink = colour('cell');
  const {corners} = contacts;
  if (corners.length === 2) {
    view.polygon([corners[0]!.a, corners[1]!.a, corners[1]!.b, corners[0]!.b], {fill: ink, alpha: 0.25});
    view.line(corners[0]!.a, corners[1]!.a, {stroke: ink, width: 4});
    view.line(corners[0]!.b, corners[1]!.b, {stroke: ink, width: 4});
  }
  for (const {a, b, distance} of corners) {
    view.line(a, b, {stroke: ink, width: 1.5, dash: [4, 3]});
    for (const p of [a, b]) view.dot(p, 4, {fill: ink});
    view.label(midpoint(a, b), distance.toPrecision(3), ink, 10, -4);
  }
  if (corners.length > 0) return;
  view.label([0, -view.reach * 0.8], 'none: the shapes are apart', colour('quiet'), -80);
}

export function drawVolume(view: Flat, shapes: FlatPair, contacts: Contacts, pair: Pair): void {
  view.begin();
  view.grid();
  shapes.draw(view);
  const {volume} = contacts;
  if (volume === undefined) {
    const why = pair.sharp() ? 'none: the shapes are apart' : 'only for shapes without curved edges';
    view.label([0, -view.reach * 0.8], why, colour('quiet'), -80);
    return;
  }
  view.polygon(volume.vertices, {fill: colour('hit'), alpha: 0.5});
  // Each edge in the colour of its shape.
  volume.vertices.forEach((p, i) => {
    const q = volume.vertices[(i + 1) % volume.vertices.length]!;
    view.line(p, q, {stroke: colour(inks[volume.faces[i]!.side]), width: 4});
  });
  for (const [from, to] of volume.cuts) {
    view.line(volume.vertices[from!]!, volume.vertices[to!]!, {stroke: colour('cell'), width: 2, dash: [5, 4]});
  }
  view.dot(volume.centroid, 4, {fill: colour('ink')});
  view.label(volume.centroid, `area ${volume.size.toPrecision(3)}`, colour('ink'), 8, -18);
}
