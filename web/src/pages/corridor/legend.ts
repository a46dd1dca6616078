// SPDX-License-Identifier: MIT
// Explains the colours and the controls, below the stage.
import type {Show} from './settings';

const kBoxes: Record<Show, [string, string][]> = {
  tree: [['object', 'box around 8 consecutive walls'], ['candidate', 'box tested (dashed: around boxes)'],
    ['focus', 'wall measured'], ['cell', 'wall touched'], ['hit', 'your ball and its path']],
  groups: [['object', 'group of k consecutive walls'], ['candidate', 'group tested'],
    ['focus', 'wall measured'], ['cell', 'wall touched'], ['hit', 'your ball and its path']],
  none: [['object', 'balls'], ['cell', 'wall touched'], ['hit', 'your ball and its path']],
};

export class Legend {
  private readonly root = document.createElement('p');
  private shown = '';

  constructor(parent: HTMLElement) {
    this.root.className = 'line legend';
    parent.append(this.root);
  }

  show(show: Show, hint: string): void {
    if (this.shown === show + hint) return;
    this.shown = show + hint;
    this.root.replaceChildren(hint, ...kBoxes[show].flatMap(([colour, word]) => {
      const entry = document.createElement('span');
      const patch = document.createElement('i');
      patch.style.background = `var(--${colour})`;
      entry.append(patch, word);
      return [entry, ' '];
    }));
  }
}
