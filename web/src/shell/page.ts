// SPDX-License-Identifier: MIT
// What a page of the playground is, and what it is given.
import type {Masu} from 'masu';
import type {Counters} from './counters';

/** What a page's address says of it: `#/cells?n=200&seed=1`. */
export type State = Record<string, string>;

export interface Host {
  /** The page's own part of the document, empty at the start. */
  readonly root: HTMLElement;
  /** As the address has it. */
  readonly state: State;
  readonly masu: Masu;
  /** The numbers above every page: objects, tests, pairs, time. */
  readonly counters: Counters;
  /** Writes into the address what is not as it is by default; undefined takes a key out. */
  remember(state: Record<string, string | number | boolean | undefined>): void;
}

export interface Running {
  /** Stops frames, takes listeners off, gives memory back. */
  stop(): void;
}

export interface Page {
  readonly id: string;
  readonly title: string;
  /** What one sees here, in a sentence. */
  readonly line: string;
  start(host: Host): Running | Promise<Running>;
}

/** A page that is loaded when somebody opens it. */
export interface Entry extends Omit<Page, 'start'> {
  load(): Promise<{readonly start: Page['start']}>;
}
