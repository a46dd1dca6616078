// SPDX-License-Identifier: MIT
// The methods on this page: each of masu's, and each other library with its fastest one.
import {fastest, finders, ours} from '../../../../wasm/bench/peers/index.js';

export const methods = [...ours, ...finders, ...fastest];

export type Method = (typeof methods)[number];

export const methodsIn = (dimension: 2 | 3): Method[] =>
  methods.filter(({dimensions}) => dimensions.includes(dimension));

/** Returns a colour of chart.css or race.css for each, the same in 2D and 3D. */
export const colourOf = (name: string): string =>
  `line-${methods.findIndex((method) => method.name === name) + 1}`;
