// SPDX-License-Identifier: MIT
// The state of a page is in its address, after the #, so that it can be shared.
import type {State} from './page';

export interface Address {
  page: string;
  state: State;
}

export function readAddress(hash: string = location.hash): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return {page: path, state: Object.fromEntries(new URLSearchParams(query))};
}

export function addressOf({page, state}: Address): string {
  const query = new URLSearchParams(state).toString();
  return `#/${page}${query === '' ? '' : `?${query}`}`;
}

/** Returns a number of the state within [least, most], or its default. */
export function numberIn(
  state: State, key: string, otherwise: number, least: number, most: number,
): number {
  const text = state[key];
  const value = text === undefined || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise;
}

/** Returns one of the given words, or the first. */
export function wordIn<W extends string>(state: State, key: string, words: readonly [W, ...W[]]): W {
  return words.find((word) => word === state[key]) ?? words[0];
}
