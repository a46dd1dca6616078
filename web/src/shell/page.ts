// SPDX-License-Identifier: MIT
// The interface of a page of the playground.
import type {Masu} from 'masu';
import type {Counters} from './counters';
import type {Why} from './why';

/** The state of a page in its address: `#/cells?n=200&seed=1`. */
export type State = Record<string, string>;

export interface Host {
  /** The page's own part of the document, initially empty. */
  readonly root: HTMLElement;
  /** The page's title, above the numbers: its `line` until the page changes it. */
  readonly heading: HTMLElement;
  /** The state in the address. */
  readonly state: State;
  readonly masu: Masu;
  /** The numbers above every page: objects, tests, pairs, time. */
  readonly counters: Counters;
  /** Writes what differs from the defaults into the address; undefined removes a key. */
  remember(state: Record<string, string | number | boolean | undefined>): void;
}

export interface Running {
  /** Stops frames, removes listeners, frees memory. */
  stop(): void;
}

export interface Page {
  readonly id: string;
  readonly title: string;
  /** A description in one sentence. */
  readonly line: string;
  start(host: Host): Running | Promise<Running>;
}

/** A page that is loaded when it is opened. */
export interface Entry extends Omit<Page, 'start'> {
  /** What the drawer below the page says. */
  why?(): Promise<Why>;
  load(): Promise<{readonly start: Page['start']}>;
}
