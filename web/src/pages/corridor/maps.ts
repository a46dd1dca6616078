// SPDX-License-Identifier: MIT
// Sources of walls: seeded maps, those of Freedoom if available, and the user's own.
import type {Steps} from '../../shell/steps';
import {wallsOf, type Stroke} from './drawn';

/** Loose walls: x and y of both ends of each. */
export interface Walls {
  /** A radius for which a mover finds space. */
  radius: number;
  /** The number of walls that close the map; they come first. */
  closing: number;
  ends: Float32Array;
}

/** In the order of scenes/generators/wall_scene.hpp, plus one that steps/corridor.cpp adds. */
const kSeeded = [
  ['side_scroller', 'side-scroller'], ['maze', 'maze'], ['fractal_cave', 'fractal cave'],
  ['spikes', 'spikes'], ['slits', 'slits'], ['islands', 'islands'],
  ['growing', 'corridor with ever finer walls'],
] as const;

export function isSeeded(map: string): boolean {
  return kSeeded.some(([name]) => name === map);
}

interface MapFile {
  id: string;
  title: string;
}

/** The list of Freedoom's maps written by ./masu.sh play; empty if it found none. */
async function mapFiles(): Promise<MapFile[]> {
  try {
    const answer = await fetch(new URL('maps/index.json', document.baseURI));
    return answer.ok ? ((await answer.json()) as MapFile[]) : [];
  } catch {
    return [];
  }
}

export interface MapList {
  /** Names and titles, the default first. */
  choices: [string, string][];
  /** Whether maps of Freedoom are available. */
  freedoom: boolean;
}

export async function listMaps(): Promise<MapList> {
  const files = await mapFiles();
  const seeded = kSeeded.filter(([name]) => name !== 'fractal_cave');
  return {
    choices: [
      ['fractal_cave', 'fractal cave'],
      ...files.map(({id, title}): [string, string] => [id, title]),
      ['drawn', 'draw your own'],
      ...seeded.map(([name, title]): [string, string] => [name, title]),
    ],
    freedoom: files.length > 0,
  };
}

export async function loadWalls(
  steps: Steps, map: string, count: number, seed: number, strokes: readonly Stroke[],
): Promise<Walls> {
  if (map === 'drawn') {
    const ends = wallsOf(strokes);
    return {radius: 8, closing: ends.length / 4, ends};
  }
  const which = kSeeded.findIndex(([name]) => name === map);
  if (which >= 0) {
    const numbers = steps.call('corridor_walls', [which, count, seed]);
    const ends = Float32Array.from(numbers.subarray(1));
    return {radius: numbers[0]!, closing: ends.length / 4, ends};
  }
  const answer = await fetch(new URL(`maps/${map}.json`, document.baseURI));
  if (!answer.ok) throw new Error(`the server returned status ${answer.status}`);
  const file = (await answer.json()) as {radius: number; closing: number[]; others: number[]};
  return {
    radius: file.radius,
    closing: file.closing.length / 4,
    ends: Float32Array.from([...file.closing, ...file.others]),
  };
}
