// SPDX-License-Identifier: MIT
// The focus: what the user points at, in 3D or in the array, while cells and objects change.
import type {Steps} from '../../shell/steps';
import {cellOfIndex, cellsContaining, type FullCell, type Tree} from './tree';
import type {Focus} from './view';

export class Pointing {
  focus: Focus = {};
  /** Position in the world. */
  position: readonly number[] | undefined;
  private object: number | undefined;
  /** Index in the array of cells. */
  private index: number | undefined;

  constructor(private readonly steps: Steps) {}

  inSpace(position: readonly number[] | undefined, object: number | undefined): void {
    this.position = position;
    this.object = object;
    this.index = undefined;
  }
  inRow(index: number | undefined, object: number | undefined): void {
    this.position = undefined;
    this.object = object;
    this.index = index;
  }
  /** Clears the focus when the indices of objects change their meaning. */
  forget(): void {
    this.object = undefined;
    this.focus = {};
  }

  /**
   * Finds the focus in the tree and stores it in `focus`; returns its cell if that holds objects.
   */
  find(tree: Tree, objects: number): FullCell | undefined {
    if (this.object !== undefined && this.object >= objects) this.object = undefined;
    const {object, index, position} = this;
    if (object !== undefined) this.focus = {object, cell: tree.cellOf[object]};
    else if (index !== undefined) this.focus = {cell: cellOfIndex(this.steps, tree, index)};
    else if (position !== undefined) {
      this.focus = {cell: cellsContaining(this.steps, tree, position).at(-1)};
    }
    else this.focus = {};
    const found = this.focus.cell?.index;
    return tree.cells.find((cell) => cell.index === found);
  }
}
