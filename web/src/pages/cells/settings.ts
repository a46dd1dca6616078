// SPDX-License-Identifier: MIT
// The settings of the page in the address.
import {sceneNames, type SceneName} from '../../scene/scene';
import {numberIn, wordIn} from '../../shell/address';
import {calm} from '../../shell/motion';
import type {State} from '../../shell/page';
import {textOf, type Edit} from './edits';

export interface Settings {
  dimension: 2 | 3;
  scene: SceneName;
  n: number;
  seed: number;
  /** Scale factors of the edges and of the world, relative to the scene. */
  size: number;
  world: number;
  /** Frames of the scene per second. */
  speed: number;
  depth: number;
  /** The domain of the tree: around the objects, as in the finders, or fixed. */
  fit: boolean;
  boxes: boolean;
  links: boolean;
  curve: boolean;
  running: boolean;
  frame: number;
  tap: 'add' | 'remove';
}

export const mostObjects = 100000;
export const deepest = {2: 8, 3: 6} as const;
const kScenes: readonly [SceneName, ...SceneName[]] = ['fast', ...sceneNames.filter((s) => s !== 'fast')];

export function settingsOf(state: State): Settings {
  const whole = (key: string, otherwise: number, least: number, most: number) =>
    Math.round(numberIn(state, key, otherwise, least, most));
  const dimension = wordIn(state, 'd', ['2', '3']) === '3' ? 3 : 2;
  return {
    dimension,
    scene: wordIn(state, 'scene', kScenes),
    n: whole('n', dimension === 2 ? 40 : 30, 1, mostObjects),
    seed: whole('seed', 1, 0, 2 ** 31),
    size: numberIn(state, 'size', 1, 0.1, 4),
    world: numberIn(state, 'world', 1, 0.5, 4),
    speed: numberIn(state, 'speed', 0.6, 0.1, 60),
    depth: whole('depth', dimension === 2 ? 4 : 3, 0, deepest[dimension]),
    fit: state['fit'] === '1',
    boxes: state['boxes'] !== '0',
    links: state['links'] !== '0',
    curve: state['curve'] === '1',
    running: state['pause'] === undefined ? !calm() : state['pause'] !== '1',
    frame: whole('frame', 0, 0, 1e6),
    tap: wordIn(state, 'tap', ['add', 'remove']),
  };
}

/** The settings of a page without an address. */
export function defaults(dimension: 2 | 3): Settings {
  return settingsOf({d: String(dimension)});
}

/** Returns the state for the address: what differs from the defaults. */
export function stateOf(
  settings: Settings, edits: readonly Edit[],
): Record<string, string | number | undefined> {
  const {dimension, running, boxes, links, fit, curve, ...rest} = settings;
  const usual = defaults(dimension);
  const other = Object.fromEntries(Object.entries(rest).map(([key, value]) =>
    [key, value === usual[key as keyof Settings] ? undefined : value]));
  return {
    ...other, d: dimension === 2 ? undefined : 3, pause: running ? (calm() ? 0 : undefined) : 1,
    boxes: boxes ? undefined : 0, links: links ? undefined : 0, fit: fit ? 1 : undefined,
    curve: curve ? 1 : undefined, e: edits.length === 0 ? undefined : textOf(edits),
  };
}
