// SPDX-License-Identifier: MIT
import type {Running} from '../../../shell/page';
import {Flat} from '../flat';
import {FlatPair} from '../flat_pair';
import {legend} from '../legend';
import {PairScene, stepOf, type Scene} from '../scene';
import {Stepper} from '../stepper';
import {showCounters} from './counters';
import {drawDifference, drawShapes} from './flat_drawing';
import {describe, framesOf, type GjkRun} from './frames';

export function start(scene: Scene): Running {
  let run: GjkRun;
  const draw = () => {
    if (run === undefined) return;
    stepper.show(run.frames.length, (step) => describe(run, step, 2));
    const frame = run.frames[stepper.step];
    const last = stepper.step === run.frames.length - 1;
    drawShapes(left, shapes, frame, run, last);
    drawDifference(right, pairs.bodies.difference, frame, last);
  };
  const pairs: PairScene = new PairScene(scene, {}, () => {
    run = framesOf(pairs.records('gjk'), 2);
    showCounters(pairs, run);
  }, draw);
  const shapes = new FlatPair(pairs);
  const left = new Flat(pairs.panels, 'shapes', 'Two shapes: drag to move, drag a handle to rotate', draw);
  const right = new Flat(pairs.panels, 'difference', 'Minkowski difference A − B: all points a − b', draw);
  left.listen(shapes.hands(left));
  legend(scene.root, [['cell', 'the simplex'], ['focus', 'the current support query'], ['hit', 'the result']]);
  const stepper = new Stepper(scene.root, stepOf(scene), (step) => {
    scene.host.remember({step});
    draw();
  });
  pairs.start();
  return {stop() { stepper.stop(); pairs.stop(); left.stop(); right.stop(); }};
}
