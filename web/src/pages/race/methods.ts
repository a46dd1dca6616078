// SPDX-License-Identifier: MIT
// Who races on this page: each of masu's methods, and each other library in its fastest use.
import {fastest, finders, ours} from '../../../../wasm/bench/peers/index.js';

export const methods = [...ours, ...finders, ...fastest];

export type Method = (typeof methods)[number];

export const methodsIn = (dimension: 2 | 3): Method[] =>
  methods.filter(({dimensions}) => dimensions.includes(dimension));

/** A colour of chart.css or race.css for each, the same in the plane and in space. */
export const colourOf = (name: string): string =>
  `line-${methods.findIndex((method) => method.name === name) + 1}`;
