// SPDX-License-Identifier: MIT
// The picture of a method: the scene, and its sort beside or below it.
import type {Stage} from '../../shell/stage';
import {english, type Captions} from './captions';
import {drawBuckets, drawLevels} from './buckets';
import {drawPlanes} from './icicle';
import {drawHalves, drawList, type Sheet} from './lists';
import {palette} from './paint';
import type {Replay} from './replay';
import {SpaceView, type SceneView} from './space';

const sorts: Record<string, (sheet: Sheet) => void> = {
  all_pairs: drawList, sweep: drawList, kd_tree: drawHalves, planes: drawPlanes, grid: drawBuckets, tree: drawLevels,
};

/** Draws a method by its id; returns the view of the scene, for the pointer. */
export function drawMethod(
  stage: Stage, id: string, replay: Replay, scene: SceneView, numbers: boolean, captions: Captions = english,
): SpaceView {
  const {width, height} = stage;
  const c = stage.begin();
  const colours = palette();
  const air = 8;
  // Side by side if that leaves enough space for both.
  const sideBySide = width > 1.25 * height && width > 520;
  const first = sideBySide ? Math.min(0.5 * width, height) : 0.64 * height;
  const space = sideBySide
    ? {x: air, y: air, width: first - air, height: height - 2 * air}
    : {x: air, y: air, width: width - 2 * air, height: first - air};
  const sort = sideBySide
    ? {x: first + 2 * air, y: air, width: width - first - 3 * air, height: height - 2 * air}
    : {x: air, y: first + air, width: width - 2 * air, height: height - first - 2 * air};
  const view = new SpaceView(c, space, scene, colours);
  view.draw(replay, numbers);
  sorts[id]!({c, area: sort, replay, colours, captions});
  return view;
}
