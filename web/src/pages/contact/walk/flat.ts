// SPDX-License-Identifier: MIT
// The walk in 2D, with the Voronoi regions of the two features.
import {wordIn} from '../../../shell/address';
import type {Running} from '../../../shell/page';
import {colour} from '../../../shell/theme';
import {Flat} from '../flat';
import {FlatPair} from '../flat_pair';
import {inks} from '../inks';
import {legend} from '../legend';
import {sides, type Side} from '../pair';
import type {Vector} from '../records';
import {rotated} from '../rotation';
import {PairScene, stepOf, type Scene} from '../scene';
import {Stepper} from '../stepper';
import {showCounters} from './counters';
import {
  caption, cornersOf, describe, featuresOf, starts, walkArguments, walkOf, type Feature,
  type Features, type Start,
  type Visit, type Walk,
} from './walk';

const far = 30;

export function start(scene: Scene): Running {
  let walk: Walk;
  let features: {a: Features; b: Features};
  let from: Start = wordIn(scene.host.state, 'start', ['far', 'near', 'last']);
  const draw = () => {
    if (walk === undefined) return;
    stepper.show(walk.visits.length, (step) => describe(walk, step));
    view.begin();
    view.grid();
    const visit = walk.visits[stepper.step];
    if (visit !== undefined) for (const side of sides) drawRegion(side, visit[side]);
    shapes.draw(view);
    if (visit !== undefined) drawVisit(visit, stepper.step === walk.visits.length - 1);
  };
  const pairs: PairScene = new PairScene(scene, {sharp: true}, () => {
    const last = walk?.visits[walk.visits.length - 1];
    features = featuresOf(pairs.records('features'), 2);
    walk = walkOf(pairs.records('walk', walkArguments(false, from, last)), 2);
    showCounters(pairs, walk);
  }, draw);

  const vertexPosition = (side: Side, vertex: number): Vector =>
    pairs.pair.toWorld(side, features[side].vertices[vertex]!);
  const beyond = (side: Side, vertex: number, edge: number): Vector => {
    const p = vertexPosition(side, vertex);
    const normal = rotated(pairs.pair[side].angles, features[side].normals[edge]!);
    return p.map((x, i) => x + far * normal[i]!);
  };
  function drawRegion(side: Side, {kind, index}: Feature): void {
    const count = features[side].vertices.length;
    const next = (index + 1) % count;
    const ink = colour(inks[side]);
    const border = kind === 0
      ? [
          beyond(side, index, (index + count - 1) % count), vertexPosition(side, index),
          beyond(side, index, index),
        ]
      : [
          beyond(side, index, index), vertexPosition(side, index), vertexPosition(side, next),
          beyond(side, next, index),
        ];
    view.polygon(border, {fill: ink, alpha: 0.12, stroke: ink, width: 1, dash: [5, 5]});
  }
  function drawFeature(side: Side, feature: Feature, ink: string, width: number): void {
    const corners = cornersOf(features[side], feature).map((vertex) => vertexPosition(side, vertex));
    if (corners.length === 2) view.line(corners[0]!, corners[1]!, {stroke: ink, width});
    else view.dot(corners[0]!, width * 1.3, {fill: ink});
  }
  function drawVisit(visit: Visit, last: boolean): void {
    const ink = colour(last && walk.outcome === 0 ? 'hit' : 'cell');
    for (const side of sides) drawFeature(side, visit[side], ink, 6);
    if (visit.leaves !== undefined) {
      const {side, to} = visit.leaves;
      drawFeature(side, to, colour('focus'), 3);
      const [p, q] = [visit[side], to].map((feature) =>
        meanOf(cornersOf(features[side], feature).map((vertex) => vertexPosition(side, vertex))));
      view.arrow(p!, q!, {stroke: colour('focus'), width: 2});
    }
    if (last && walk.outcome !== 1) {
      view.line(walk.pointA, walk.pointB, {stroke: ink, width: 3});
      for (const p of [walk.pointA, walk.pointB]) view.dot(p, 4, {fill: ink});
    }
  }

  const shapes = new FlatPair(pairs);
  const view = new Flat(pairs.panels, 'walk', caption, draw);
  view.listen(shapes.hands(view));
  legend(scene.root, [['cell', 'the current features'], ['focus', 'the next feature'], ['hit', 'the closest points']]);
  const stepper = new Stepper(scene.root, stepOf(scene), (step) => {
    scene.host.remember({step});
    draw();
  });
  pairs.controls.select('start', 'Start at', starts, from, (word) => {
    from = word;
    scene.host.remember({start: word === 'far' ? undefined : word});
    pairs.update();
  });
  pairs.start();
  return {stop() { stepper.stop(); pairs.stop(); view.stop(); }};
}

function meanOf(points: readonly Vector[]): Vector {
  return points[0]!.map((_, i) => points.reduce((sum, p) => sum + p[i]!, 0) / points.length);
}
