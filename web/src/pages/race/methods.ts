// SPDX-License-Identifier: MIT
// The methods on this page: each of masu's, and each other library with its fastest one.
import {fastest, finders, ours} from '../../../../wasm/bench/peers/index.js';

export const methods = [...ours, ...finders, ...fastest];

export type Method = (typeof methods)[number];

export const methodsIn = (dimension: 2 | 3): Method[] =>
  methods.filter(({dimensions}) => dimensions.includes(dimension));

const libraryOf = (name: string): string => name.split(/[:_]/, 1)[0]!;

/**
 * Returns a colour of chart.css or race.css for each, the same in 2D and 3D; for a slower method of
 * another library ('rbush:insert') that of the library.
 */
export function colourOf(name: string): string {
  const exact = methods.findIndex((method) => method.name === name);
  const at = exact >= 0 ? exact : methods.findIndex((method) => method.name === libraryOf(name));
  return `line-${at + 1}`;
}

/** Of the methods with times: masu's, and the fastest of each other library at the largest size. */
export function fastestOf(results: readonly {name: string; n: number; ms: number}[]): string[] {
  const best = new Map<string, {name: string; n: number; ms: number}>();
  for (const result of results) {
    const key = result.name.startsWith('masu:') ? result.name : libraryOf(result.name);
    const last = best.get(key);
    if (last === undefined || result.n > last.n || (result.n === last.n && result.ms < last.ms)) best.set(key, result);
  }
  return [...best.values()].map(({name}) => name);
}
