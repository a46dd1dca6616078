// SPDX-License-Identifier: MIT
// The volume by duality: lines of the shapes' edges, and their dual points.
import {colour} from '../../../shell/theme';
import type {Flat} from '../flat';
import type {FlatPair} from '../flat_pair';
import {inks} from '../inks';
import type {Vector} from '../records';
import type {Contacts, VolumeStep} from './contacts';

export function drawPrimal(
  view: Flat, shapes: FlatPair, step: VolumeStep | undefined, contacts: Contacts,
): void {
  view.begin();
  view.grid();
  shapes.draw(view);
  if (step === undefined) return;
  const on = new Set(step.chain);
  step.planes.forEach(({side, face}, index) => {
    const outline = shapes.outline(side);
    const [p, q] = [outline[face]!, outline[(face + 1) % outline.length]!];
    const edge = q.map((x, i) => x - p[i]!);
    const far = 20 / Math.hypot(...edge);
    const hasDual = index < step.duals.length;
    view.line(p.map((x, i) => x - far * edge[i]!), q.map((x, i) => x + far * edge[i]!), {
      stroke: colour(inks[side]), width: on.has(index) ? 2.5 : 1, dash: hasDual ? [] : [2, 5],
    });
  });
  const done = step.corners.length > 0 && step === contacts.steps[contacts.steps.length - 1];
  if (done) view.polygon(step.corners, {fill: colour('hit'), alpha: 0.5});
  for (const corner of step.corners) view.dot(corner, 5, {fill: colour('hit')});
  if (step.ball !== undefined && step.center === undefined) {
    view.circle(step.ball.center, Math.abs(step.ball.radius), {stroke: colour('cell')});
  }
  if (step.center !== undefined) {
    view.dot(step.center, 5, {fill: colour('cell')});
    view.label(step.center, 'center of the dual', colour('cell'), 8, -18);
  }
}

export function drawDual(view: Flat, step: VolumeStep | undefined): void {
  const far = Math.max(1, ...(step?.duals ?? []).map((p) => Math.hypot(...p)));
  view.reach = far * 1.2;
  view.begin();
  view.dot([0, 0], 4, {fill: colour('cell')});
  if (step === undefined) return;
  const chain = step.chain.map((index) => step.duals[index]!).filter((p): p is Vector => p !== undefined);
  const ink = colour('ink');
  const {corners} = step;
  if (corners.length > 0) view.polygon(chain, {fill: colour('hit'), alpha: 0.2, stroke: colour('hit')});
  for (let i = 1; i < chain.length; ++i) view.line(chain[i - 1]!, chain[i]!, {stroke: ink, width: 2});
  const on = new Set(step.chain);
  step.duals.forEach((p, index) => {
    view.dot(p, on.has(index) ? 7 : 5, {
      fill: colour(inks[step.planes[index]!.side]), stroke: on.has(index) ? ink : undefined, alpha: 1,
    });
  });
}
