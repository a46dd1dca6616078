// SPDX-License-Identifier: MIT
// The interface of the modes of the page, and what modes with two shapes share.
import {Controls} from '../../shell/controls';
import {MedianTime} from '../../shell/frames';
import {isItsOwn} from '../../shell/keys';
import type {Host, Running} from '../../shell/page';
import type {Steps} from '../../shell/steps';
import {onTheme} from '../../shell/theme';
import {Pair, sides, type PairOptions, type Side} from './pair';
import {bodyOf, recordsOf, type Body, type Record} from './records';

export interface Scene {
  readonly host: Host;
  readonly steps: Steps;
  /** The mode's part of the page. */
  readonly root: HTMLElement;
  readonly dimension: 2 | 3;
  /** Restarts the mode, with another dimension. */
  restart(state: {[key: string]: string | undefined}): void;
}
export type Mode = (scene: Scene) => Running | Promise<Running>;

/** Returns a whole number from the address, or undefined. */
export function stepOf(scene: Scene): number | undefined {
  const text = scene.host.state.step;
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

/** Two shapes that are moved, and the results for them. */
export class PairScene {
  readonly pair: Pair;
  /** Those that are hidden at first: modes add their own. */
  readonly controls: Controls;
  readonly panels = document.createElement('div');
  bodies!: {a: Body; b: Body; difference: Body};
  private readonly time = new MedianTime();
  private readonly command = document.createElement('code');
  private readonly ends: (() => void)[] = [];

  /** compute: calls the C++ steps; draw: shows their results, also after a change of colours. */
  constructor(
    readonly scene: Scene, options: PairOptions, private readonly compute: () => void,
    private readonly draw: () => void,
  ) {
    const {dimension, root, host} = scene;
    this.pair = new Pair(dimension, host.state, options);
    const first = new Controls(root);
    first.select('dimension', 'In', [['2', '2D'], ['3', '3D']], `${dimension}`, (d) =>
      scene.restart({
        d: d === '3' ? '3' : undefined, a: undefined, b: undefined, ap: undefined, bp: undefined,
      }));
    for (const side of sides) this.addSelect(first, side);
    this.controls = first.more();
    this.controls.button('other', 'Keys move B', () => this.hold(this.pair.held === 'a' ? 'b' : 'a'), 'o')
      .title = 'Arrow keys move, Q and E rotate. Key: o';
    this.panels.className = 'panels';
    this.command.className = 'command';
    this.command.title = 'The same with the command line tool';
    root.append(this.panels);
    this.ends.push(onTheme(draw), this.listenToKeys());
  }

  /** Adds the controls at the bottom, after the mode has added its own. */
  start(): void {
    this.scene.root.append(this.command);
    this.scene.host.counters.set('objects', 2);
    this.updateBodies();
    this.compute(); // the first run of code is slow, and must not be in the measured time
    this.update(false);
  }
  redraw(): void {
    this.draw();
  }
  stop(): void {
    for (const end of this.ends) end();
  }

  /** Returns the records of the steps of that name. */
  records(name: string, args: number[] = []): Record[] {
    const {steps, dimension} = this.scene;
    return recordsOf(steps.call(name, [dimension, ...args], this.pair.input()));
  }

  /** Recomputes after every change of the shapes. */
  update(remember = true): void {
    const {pair, scene} = this;
    this.time.of(() => {
      this.updateBodies();
      this.compute();
    });
    scene.host.counters.set('us', Math.round(this.time.microseconds), 'µs');
    if (remember) scene.host.remember(pair.state());
    const dim = pair.dimension === 2 ? ' --dim 2' : '';
    const volume = pair.sharp() ? ' --volume' : '';
    this.command.textContent = `masu contact${dim} '${pair.words('a')}' '${pair.words('b')}'${volume}`;
    for (const side of sides) this.command.dataset[side] = pair.json(side);
    this.draw();
  }

  hold(side: Side): void {
    if (this.pair.held === side) return;
    this.pair.held = side;
    const button = this.scene.root.querySelector<HTMLButtonElement>('button[name=other]')!;
    button.textContent = `Keys move ${side.toUpperCase()}`;
    this.draw();
  }

  private updateBodies(): void {
    const [a, b, difference] = this.records('bodies').map((record) => bodyOf(record, this.pair.dimension));
    this.bodies = {a: a!, b: b!, difference: difference!};
  }

  private addSelect(controls: Controls, side: Side): void {
    const {pair} = this;
    const words = pair.shapes.map(({name}) => [name, name] as const);
    controls.select(side, side.toUpperCase(), words, pair[side].shape.name, (name) => {
      pair[side].shape = pair.shapes.find((shape) => shape.name === name)!;
      this.update();
    });
  }

  private listenToKeys(): () => void {
    const directions: {[key: string]: readonly [number, number]} = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
    };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isItsOwn(event.target, event.key)) return;
      const {pair} = this;
      const {position, angles} = pair[pair.held];
      const direction = directions[event.key];
      const about = pair.dimension === 2 ? 0 : event.shiftKey ? 0 : 1;
      const degrees = event.key.toLowerCase() === 'q' ? 5 : event.key.toLowerCase() === 'e' ? -5 : 0;
      if (direction !== undefined) {
        // With shift towards the camera, or away.
        const along = pair.dimension === 3 && event.shiftKey ? [0, 0, -direction[1]] : [...direction, 0];
        pair.move(pair.held, position.map((x, i) => x + 0.05 * along[i]!));
      } else if (degrees !== 0) {
        pair.rotateTo(pair.held, angles.map((x, i) => i === about ? x + degrees : x));
      } else {
        return;
      }
      event.preventDefault();
      this.update();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }
}
