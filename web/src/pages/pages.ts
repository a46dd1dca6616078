// SPDX-License-Identifier: MIT
import type {Entry} from '../shell/page';

/** In the order of the menu. */
export const pages: readonly Entry[] = [
  {
    id: 'story', title: 'Story',
    line: 'Which boxes touch? Collision detection is sorting.',
    load: () => import('./story'),
  },
  {
    id: 'cells', title: 'Cells',
    line: 'The linear 2ᵈ-tree: each object is in the smallest cell that contains it; one pass finds all pairs.',
    load: () => import('./cells'),
    why: () => import('../why/cells').then(({why}) => why),
  },
  {
    id: 'sorting', title: 'Sorting',
    line: 'Collision detection as sorting: every method on the same scene, step by step.',
    load: () => import('./sorting'),
    why: () => import('../why/sorting').then(({why}) => why),
  },
  {
    id: 'corridor', title: 'Corridor',
    line: 'Balls move among walls at any speed, and never pass through one.',
    load: () => import('./corridor'),
    why: () => import('../why/corridor').then(({why}) => why),
  },
  {
    id: 'contact', title: 'Contact',
    line: 'Two shapes: distance, penetration depth, and three kinds of contact.',
    load: () => import('./contact'),
    why: () => import('../why/contact').then(({why}) => why),
  },
  {
    id: 'race', title: 'Race',
    line: 'Every method and other npm libraries on one scene, in your own browser.',
    load: () => import('./race'),
    why: () => import('../why/race').then(({why}) => why),
  },
];
