// SPDX-License-Identifier: MIT
// The settings in the page's address.
import type {Response} from 'masu';
import {numberIn, wordIn} from '../../shell/address';
import {calm} from '../../shell/motion';
import type {State} from '../../shell/page';
import {unpacked, type Stroke} from './drawn';

export const shows = ['tree', 'groups', 'none'] as const;
export type Show = (typeof shows)[number];

export interface Settings {
  map: string;
  /** For seeded maps. */
  walls: number;
  seed: number;
  /** Number of balls in addition to the one that is steered. */
  balls: number;
  /** Radii per frame. */
  speed: number;
  /** Size of the balls, in percent of what the map has space for. */
  size: number;
  response: Response;
  show: Show;
  /** Walls per group. */
  k: number;
  follow: boolean;
  run: boolean;
  /** Whether the ball roams by itself until the user steers it. */
  roam: boolean;
  strokes: Stroke[];
  /** Whether the pointer draws. */
  draw: boolean;
  /**
   * The frame at which it was paused; the start of the ball's last displacement, and the
   * displacement.
   */
  frame: number;
  ball: {from: [number, number]; displacement: [number, number]} | undefined;
  /** A view chosen by hand: center and scale. */
  view: [number, number, number] | undefined;
}

/** Reads the center and the scale of a view; undefined if the text is another. */
function viewOf(text: string): [number, number, number] | undefined {
  const [x, y, scale, ...more] = text.split('_').map(Number);
  const valid = more.length === 0 && [x, y, scale].every((value) => Math.abs(value ?? NaN) < 1e9) && scale! > 0;
  return valid && text !== '' ? [x!, y!, scale!] : undefined;
}

export const least = {walls: 64, balls: 0, speed: 0.1, size: 10, k: 2};
export const most = {walls: 50000, balls: 100000, speed: 500, size: 100, k: 64};

export function settingsOf(state: State, maps: readonly string[]): Settings {
  const map = state.map !== undefined && maps.includes(state.map) ? state.map : maps[0]!;
  const strokes = unpacked(state.cave ?? '');
  const coordinate = (key: string) => numberIn(state, key, NaN, -1e9, 1e9);
  const from: [number, number] = [coordinate('x'), coordinate('y')];
  const displacement: [number, number] = [coordinate('dx'), coordinate('dy')];
  return {
    map,
    walls: Math.round(numberIn(state, 'walls', 3000, least.walls, most.walls)),
    seed: Math.round(numberIn(state, 'seed', 1, 0, 2 ** 32 - 1)),
    balls: Math.round(numberIn(state, 'balls', 200, least.balls, most.balls)),
    speed: numberIn(state, 'speed', 0.5, least.speed, most.speed),
    size: Math.round(numberIn(state, 'size', 100, least.size, most.size)),
    response: wordIn(state, 'response', ['bounce', 'slide']),
    show: wordIn(state, 'show', shows),
    k: Math.round(numberIn(state, 'k', 16, least.k, most.k)),
    follow: state.follow !== '0',
    run: state.run === undefined ? !calm() : state.run !== '0',
    roam: state.roam !== '0',
    strokes,
    draw: strokes.length === 0,
    frame: Math.round(numberIn(state, 'frame', 0, 0, 1e6)),
    view: viewOf(state.view ?? ''),
    ball: [...from, ...displacement].every(Number.isFinite) ? {from, displacement} : undefined,
  };
}
