// SPDX-License-Identifier: MIT
// What the views of the page share: their data, and their callbacks.
import type {Model} from './model';
import type {Cell, Tree} from './tree';

/** The focus: a cell, and an object by its index. */
export interface Focus {
  cell?: Cell | undefined;
  object?: number | undefined;
}

export interface Now {
  model: Model;
  /** Undefined while boxes are not drawn. */
  tree: Tree | undefined;
  focus: Focus;
  /** The first cell of each level. */
  firsts: readonly Cell[];
  /**
   * Centers of the cells of the finest level in Morton order, two or three numbers each in [0, 1];
   * or undefined.
   */
  curve: Float64Array | undefined;
  links: boolean;
}

export interface View {
  draw(now: Now): void;
  stop(): void;
}

export interface Hands {
  /** The pointer is over this position of the world, or outside. */
  point(position: readonly number[] | undefined, object: number | undefined): void;
  /** A click on the background, or on an object. */
  tap(position: readonly number[], object: number | undefined): void;
  hold(object: number, center: readonly number[]): void;
  release(): void;
}

/** The largest number of objects for which each is drawn with a border and links. */
export const fewObjects = 2000;
