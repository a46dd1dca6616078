// SPDX-License-Identifier: MIT
// The controls of the page, in the order in which they are needed.
import {Controls} from '../../shell/controls';
import {sceneNames} from '../../scene/scene';
import {deepest, mostObjects, type Settings} from './settings';

export interface Wishes {
  /** Starts with new objects. */
  restart(changes: Partial<Settings>): void;
  /** Keeps the objects and changes settings. */
  change(changes: Partial<Settings>): void;
  step(): void;
  addHere(): void;
  removeHere(): void;
}

/** Adds the controls and returns the button whose label says what pause does next. */
export function addControls(parent: HTMLElement, settings: Settings, wishes: Wishes): HTMLButtonElement {
  const first = new Controls(parent);
  const pause = first.button('pause', '', () => wishes.change({running: !settings.running}), ' ');
  first.button('add', 'Add', () => wishes.addHere(), 'a');
  first.slider('n', 'Objects', {min: 1, max: mostObjects, log: true}, settings.n, (n) => wishes.restart({n}));
  first.hint('Press A or tap to add, drag to move.');

  const more = first.more();
  more.button('step', 'Step', () => wishes.step(), '.');
  more.button('restart', 'Restart', () => wishes.restart({}), 'r');
  more.button('remove', 'Remove', () => wishes.removeHere(), 'x');
  more.select('tap', 'Click', [['add', 'adds'], ['remove', 'removes']], settings.tap, (tap) => wishes.change({tap}));
  const dimensions = [['2', '2D'], ['3', '3D']] as const;
  more.select('d', 'In', dimensions, settings.dimension === 2 ? '2' : '3',
    (d) => wishes.restart({dimension: d === '2' ? 2 : 3}));
  more.select('scene', 'Scene', sceneNames.map((name) => [name, name.replace('_', ' ')] as const),
    settings.scene, (name) => wishes.restart({scene: name}));
  more.slider('depth', 'Depth', {min: 0, max: deepest[settings.dimension]}, settings.depth,
    (depth) => wishes.change({depth}));
  more.slider('seed', 'Seed', {min: 0, max: 99}, settings.seed, (seed) => wishes.restart({seed}));
  more.slider('size', 'Sizes', {min: 0.1, max: 4, step: 0.1}, settings.size, (size) => wishes.change({size}));
  more.slider('speed', 'Speed', {min: 0.1, max: 60, step: 0.1, log: true}, settings.speed, (speed) => wishes.change({speed}));
  more.slider('world', 'Root size', {min: 0.5, max: 4, step: 0.1}, settings.world, (world) => wishes.change({world}));
  more.toggle('boxes', 'draw boxes', settings.boxes, (boxes) => wishes.change({boxes}));
  more.toggle('links', 'candidates', settings.links, (links) => wishes.change({links}));
  more.toggle('curve', 'Morton curve', settings.curve, (curve) => wishes.change({curve}));
  more.toggle('fit', 'root fits objects', settings.fit, (fit) => wishes.change({fit}));
  return pause;
}
