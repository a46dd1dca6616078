// SPDX-License-Identifier: MIT
// GJK and EPA in 3D: the shapes, and next to them their Minkowski difference.
import type {Running} from '../../../shell/page';
import {colour} from '../../../shell/theme';
import {PairScene, stepOf, type Scene} from '../scene';
import {SolidPair} from '../solid_pair';
import {axes, Eye, fitted, Space} from '../space';
import {Stepper} from '../stepper';
import {showCounters} from './counters';
import {legend} from '../legend';
import {describe, framesOf, type Frame, type GjkRun} from './frames';

export function start(scene: Scene): Running {
  let run: GjkRun;
  const draw = () => {
    if (run === undefined) return;
    stepper.show(run.frames.length, (step) => describe(run, step, 3));
    const frame = run.frames[stepper.step];
    const last = stepper.step === run.frames.length - 1;
    left.begin();
    axes(left);
    shapes.draw(left);
    if (frame !== undefined) drawOnShapes(left, frame, run, last);
    left.end();
    const {difference} = pairs.bodies;
    [right.center, right.reach] = fitted([...difference.points, [0, 0, 0]]);
    right.begin();
    right.body(difference, {ink: colour('quiet'), alpha: 0.18});
    if (frame !== undefined) drawFrame(right, frame, last);
    right.dot([0, 0, 0], 6, colour('ink'));
    right.label([0, 0, 0], 'origin', colour('ink'));
    right.end();
  };
  const pairs: PairScene = new PairScene(scene, {}, () => {
    run = framesOf(pairs.records('gjk'), 3);
    showCounters(pairs, run);
  }, draw);
  const shapes = new SolidPair(pairs);
  const eye = new Eye();
  const left = new Space(
    pairs.panels, 'shapes',
    'Two shapes: drag to move, drag a handle to rotate, drag the background to orbit', eye, draw,
  );
  const right = new Space(pairs.panels, 'difference', 'Minkowski difference A − B: all points a − b', eye, draw);
  left.reach = 2.2;
  left.listen(shapes.hands(left));
  right.listen({});
  legend(scene.root, [['cell', 'the simplex'], ['focus', 'the current support query'], ['hit', 'the result']]);
  const stepper = new Stepper(scene.root, stepOf(scene), (step) => {
    scene.host.remember({step});
    draw();
  });
  pairs.start();
  return {stop() { stepper.stop(); pairs.stop(); left.stop(); right.stop(); }};
}

function drawOnShapes(view: Space, frame: Frame, run: GjkRun, last: boolean): void {
  view.over = true;
  for (const {a, b} of frame.simplex) for (const p of [a, b]) view.dot(p, 5, colour('cell'));
  const {found, direction} = frame;
  if (found !== undefined && direction !== undefined && !last) {
    const ink = colour('focus');
    view.arrow(found.a, direction, ink);
    view.arrow(found.b, direction.map((x) => -x), ink);
    for (const p of [found.a, found.b]) view.dot(p, 6, ink);
  }
  if (!last) return;
  const ends = run.overlap && frame.upper !== undefined
    ? [run.pointB, run.pointB.map((x, i) => x + frame.upper! * direction![i]!)]
    : [run.pointA, run.pointB];
  view.line(ends[0]!, ends[1]!, colour('hit'), 4);
  for (const p of ends) view.dot(p, 6, colour('hit'));
}

function drawFrame(view: Space, frame: Frame, last: boolean): void {
  const [red, violet, green] = [colour('cell'), colour('focus'), colour('hit')] as const;
  const {nearest, found, direction, polytope, lower} = frame;
  view.over = true;
  const corners = frame.simplex.map(({w}) => w);
  corners.forEach((p, i) => {
    view.dot(p, 6, red);
    for (const q of corners.slice(0, i)) view.line(p, q, red, 3);
  });
  for (let skip = 0; skip < 4 && corners.length >= 3; ++skip) {
    const face = corners.length === 3 ? corners : corners.filter((_, i) => i !== skip);
    view.polygon(face, {ink: red, alpha: 0.25});
    if (corners.length === 3) break;
  }
  const done = last && frame.what === 'support';
  if (nearest !== undefined) {
    view.line([0, 0, 0], nearest, done ? green : red, done ? 4 : 2);
    view.dot(nearest, 5, done ? green : red);
    if (Math.hypot(...nearest) > 0) view.label(nearest, 'v', done ? green : red);
  }
  if (polytope !== undefined) {
    view.body(polytope, {ink: red, alpha: 0.22});
    const foot = direction!.map((x) => x * lower!);
    view.line([0, 0, 0], foot, last ? green : violet, 4);
    if (last) view.label(foot, 'depth', green);
    else view.arrow(foot, direction!, violet);
  } else if (direction !== undefined && !last) {
    view.arrow(nearest ?? [0, 0, 0], direction, violet);
  }
  if (found !== undefined && !last) {
    view.dot(found.w, 8, violet);
    view.label(found.w, 'farthest', violet);
  }
}
