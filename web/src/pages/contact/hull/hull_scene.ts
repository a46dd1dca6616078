// SPDX-License-Identifier: MIT
// Points, the steps of their hull, and its dual: what 2D and 3D share.
import {wordIn} from '../../../shell/address';
import {Controls} from '../../../shell/controls';
import {MedianTime} from '../../../shell/frames';
import {onTheme} from '../../../shell/theme';
import {legend} from '../legend';
import {recordsOf} from '../records';
import {stepOf, type Scene} from '../scene';
import {Stepper} from '../stepper';
import {dualOf, hullOf, methods, type Dual, type Frame, type Hull, type Method} from './frames';
import {Points} from './points';

export class HullScene {
  readonly points: Points;
  readonly controls: Controls;
  readonly panels = document.createElement('div');
  hull!: Hull;
  dual!: Dual;
  private method: Method;
  private readonly stepper: Stepper;
  private readonly time = new MedianTime();
  private readonly theme: () => void;

  /** words: of the legend. */
  constructor(
    readonly scene: Scene, words: readonly (readonly [string, string])[], private readonly draw: () => void,
  ) {
    const {root, host, dimension} = scene;
    this.points = new Points(dimension, host.state);
    const offered = methods.filter(([word]) => dimension === 2 || word !== 'andrew');
    const [first, ...rest] = offered.map(([word]) => word) as [Method, ...Method[]];
    this.method = wordIn(host.state, 'method', [first, ...rest]);
    this.controls = new Controls(root);
    this.controls.select('dimension', 'In', [['2', '2D'], ['3', '3D']], `${dimension}`, (d) =>
      scene.restart({d: d === '3' ? '3' : undefined, points: undefined, center: undefined, n: undefined}));
    this.controls.more().select('method', 'Method', offered, this.method, (word) => {
      this.method = word;
      host.remember({method: word === first ? undefined : word});
      this.update();
    });
    this.controls.slider('n', 'Points', {min: 3, max: 200, log: true}, this.points.count, (n) =>
      this.make(Math.round(n), this.points.seed));
    this.controls.button('again', 'New points', () =>
      this.make(this.points.count, this.points.seed % 9999 + 1), 'r');
    this.panels.className = 'panels';
    root.append(this.panels);
    legend(root, words, false);
    this.stepper = new Stepper(root, stepOf(scene), (step) => {
      host.remember({step});
      this.redraw();
    });
    this.theme = onTheme(() => this.redraw());
  }

  /** The part of the hull built at the present step. */
  get frame(): Frame {
    return this.hull.frames[this.stepper.step]!;
  }
  get last(): boolean {
    return this.stepper.step === this.hull.frames.length - 1;
  }
  /** Returns the dual of these points alone. */
  dualOfSome(indices: readonly number[]): Dual {
    const {scene: {steps, dimension}, points} = this;
    const some = indices.flatMap((index) => points.all[index]!);
    return dualOf(recordsOf(steps.call('dual', [dimension], [...points.center, ...some])), dimension);
  }

  start(): void {
    this.compute(); // the first run of code is slow, and must not be in the measured time
    this.update(false);
  }
  update(remember = true): void {
    const {dimension, host} = this.scene;
    this.time.of(() => this.compute());
    const {counters} = host;
    counters.set('objects', this.points.all.length);
    counters.set('vertices', this.hull.vertices);
    if (dimension === 3) counters.set('faces', this.hull.faces.length);
    counters.set('tests', this.hull.tests);
    counters.set('pairs', NaN); // points have no collisions
    counters.set(dimension === 2 ? 'edges built' : 'faces built', this.hull.built);
    counters.set('us', Math.round(this.time.microseconds), 'µs');
    this.scene.root.dataset.points = JSON.stringify(this.points.all);
    if (remember) host.remember(this.points.state());
    this.redraw();
  }
  redraw(): void {
    if (this.hull === undefined) return;
    this.stepper.show(this.hull.frames.length, (step) => this.hull.frames[step]!.text);
    this.draw();
  }
  stop(): void {
    this.stepper.stop();
    this.theme();
  }

  private compute(): void {
    const {steps, dimension} = this.scene;
    const method = methods.findIndex(([word]) => word === this.method);
    this.hull = hullOf(recordsOf(steps.call('hull', [dimension, method], this.points.all.flat())));
    this.dual = this.dualOfSome(this.points.all.map((_, i) => i));
  }
  private make(count: number, seed: number): void {
    this.points.make(count, seed);
    this.update();
  }
}
