// SPDX-License-Identifier: MIT
import type {Entry} from '../shell/page';

/** In the order of the menu. */
export const pages: readonly Entry[] = [
  {
    id: 'cells', title: 'Cells',
    line: 'The linear 2ᵈ-tree: each object in the smallest cell that holds it, all pairs in one pass.',
    load: () => import('./cells'),
  },
  {
    id: 'sorting', title: 'Sorting',
    line: 'Collision detection is sorting: every method on the same scene, step by step.',
    load: () => import('./sorting'),
  },
  {
    id: 'corridor', title: 'Corridor',
    line: 'Balls among walls, at any speed, and nobody gets through.',
    load: () => import('./corridor'),
  },
  {
    id: 'contact', title: 'Contact',
    line: 'Two shapes: how far apart, how deep, and the three kinds of contact.',
    load: () => import('./contact'),
  },
  {
    id: 'race', title: 'Race',
    line: 'Every method and the libraries of npm on one scene, in your own browser.',
    load: () => import('./race'),
  },
];
