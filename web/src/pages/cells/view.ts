// SPDX-License-Identifier: MIT
// What the views of the page share: what they draw, and whom they tell of hands.
import type {Model} from './model';
import type {Cell, Tree} from './tree';

/** What is pointed at: a cell, and an object by its place. */
export interface Focus {
  cell?: Cell | undefined;
  object?: number | undefined;
}

export interface Now {
  model: Model;
  /** None while boxes are not drawn. */
  tree: Tree | undefined;
  focus: Focus;
  /** The first cell of each level. */
  firsts: readonly Cell[];
  /** Cells of the finest level in Morton order, two or three numbers each in [0, 1]; or none. */
  curve: Float64Array | undefined;
  links: boolean;
}

export interface View {
  draw(now: Now): void;
  stop(): void;
}

export interface Hands {
  /** Over this place of the world, or nowhere. */
  point(place: readonly number[] | undefined, object: number | undefined): void;
  /** A click where nothing is, or on an object. */
  tap(place: readonly number[], object: number | undefined): void;
  hold(object: number, centre: readonly number[]): void;
  drop(): void;
}

/** The greatest number of objects for which each is drawn with a border, and linked. */
export const fewObjects = 2000;
