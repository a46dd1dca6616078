// SPDX-License-Identifier: MIT
// Lin-Canny and V-Clip in 3D, with the Voronoi regions of the two features.
import {wordIn} from '../../../shell/address';
import type {Running} from '../../../shell/page';
import {colour} from '../../../shell/theme';
import {inks} from '../inks';
import {legend} from '../legend';
import {sides, type Side} from '../pair';
import type {Vector} from '../records';
import {rotated} from '../rotation';
import {PairScene, stepOf, type Scene} from '../scene';
import {SolidPair} from '../solid_pair';
import {axes, Eye, Space} from '../space';
import {Stepper} from '../stepper';
import {showCounters} from './counters';
import {
  caption, cornersOf, describe, featuresOf, starts, walkArguments, walkOf, type Feature, type Features,
  type Start, type Walk,
} from './walk';

const far = 2.5;

export function start(scene: Scene): Running {
  let walk: Walk;
  let features: {a: Features; b: Features};
  const {state} = scene.host;
  let from: Start = wordIn(state, 'start', ['far', 'near', 'last']);
  let by = wordIn(state, 'by', ['lin-canny', 'v-clip']);
  const draw = () => {
    if (walk === undefined) return;
    stepper.show(walk.visits.length, (step) => describe(walk, step));
    view.begin();
    axes(view);
    shapes.draw(view, 0.35);
    drawStep(stepper.step);
    view.end();
  };
  const pairs: PairScene = new PairScene(scene, {sharp: true}, () => {
    const last = walk?.visits[walk.visits.length - 1];
    features = featuresOf(pairs.records('features'), 3);
    walk = walkOf(pairs.records('walk', walkArguments(by === 'v-clip', from, last)), 3);
    showCounters(pairs, walk);
  }, draw);

  const vertexPosition = (side: Side, vertex: number): Vector =>
    pairs.pair.toWorld(side, features[side].vertices[vertex]!);
  const out = (side: Side, vertex: number, face: number): Vector => {
    const normal = rotated(pairs.pair[side].angles, features[side].normals[face]!);
    return vertexPosition(side, vertex).map((x, i) => x + far * normal[i]!);
  };
  // The borders of the region: toward a face along the face's normal, toward a vertex across the
  // edge.
  function drawRegion(side: Side, {kind, index}: Feature): void {
    const style = {ink: colour(inks[side]), alpha: 0.16};
    const {edges, faces} = features[side];
    const withFace = (edge: number, face: number) => {
      const {tail, head} = edges[edge]!;
      view.polygon([
        vertexPosition(side, tail), vertexPosition(side, head), out(side, head, face),
        out(side, tail, face),
      ], style);
    };
    const withVertex = (edge: number, vertex: number) => {
      const {left, right} = edges[edge]!;
      view.polygon([vertexPosition(side, vertex), out(side, vertex, left), out(side, vertex, right)], style);
    };
    edges.forEach((edge, i) => {
      if (kind === 0 && (edge.tail === index || edge.head === index)) withVertex(i, index);
      if (kind === 2 && (edge.left === index || edge.right === index)) withFace(i, index);
      if (kind !== 1 || i !== index) return;
      for (const vertex of [edge.tail, edge.head]) withVertex(i, vertex);
      for (const face of [edge.left, edge.right]) withFace(i, face);
    });
    const rays = kind === 2 ? faces[index]!.map((vertex) => [vertex, index] as const)
      : cornersOf(features[side], {kind, index}).flatMap((vertex) => edges
        .filter((edge, i) => kind === 1 ? i === index : edge.tail === vertex || edge.head === vertex)
        .flatMap((edge) => [[vertex, edge.left], [vertex, edge.right]] as const));
    for (const [vertex, face] of rays) {
      view.line(vertexPosition(side, vertex), out(side, vertex, face), style.ink, 1);
    }
  }
  function drawFeature(side: Side, feature: Feature, ink: string, wide: number): void {
    const corners = cornersOf(features[side], feature).map((vertex) => vertexPosition(side, vertex));
    if (corners.length === 1) view.dot(corners[0]!, 3 + wide, ink);
    corners.forEach((p, i) => {
      if (corners.length > 1) view.line(p, corners[(i + 1) % corners.length]!, ink, wide);
    });
    if (corners.length > 2) view.polygon(corners, {ink, alpha: 0.6});
  }
  function drawStep(step: number): void {
    const visit = walk.visits[step];
    if (visit === undefined) return;
    const last = step === walk.visits.length - 1;
    const ink = colour(last && walk.outcome === 0 ? 'hit' : 'cell');
    for (const side of sides) drawRegion(side, visit[side]);
    view.over = true;
    for (const side of sides) drawFeature(side, visit[side], ink, 6);
    if (visit.leaves !== undefined) drawFeature(visit.leaves.side, visit.leaves.to, colour('focus'), 4);
    if (!last || walk.outcome === 1) return;
    view.line(walk.pointA, walk.pointB, ink, 4);
    for (const p of [walk.pointA, walk.pointB]) view.dot(p, 6, ink);
  }

  const shapes = new SolidPair(pairs);
  const view = new Space(pairs.panels, 'walk', caption, new Eye(), draw);
  view.reach = 2;
  view.listen(shapes.hands(view));
  legend(scene.root, [['cell', 'the current features'], ['focus', 'the next feature'], ['hit', 'the closest points']]);
  const stepper = new Stepper(scene.root, stepOf(scene), (step) => {
    scene.host.remember({step});
    draw();
  });
  pairs.controls.select('by', 'Method', [['lin-canny', 'Lin-Canny'], ['v-clip', 'V-Clip']], by, (word) => {
    by = word;
    scene.host.remember({by: word === 'lin-canny' ? undefined : word});
    pairs.update();
  });
  pairs.controls.select('start', 'Start at', starts, from, (word) => {
    from = word;
    scene.host.remember({start: word === 'far' ? undefined : word});
    pairs.update();
  });
  pairs.start();
  return {stop() { stepper.stop(); pairs.stop(); view.stop(); }};
}
