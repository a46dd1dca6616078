// SPDX-License-Identifier: MIT
import type {Why} from '../shell/why';

export const why: Why = {
  text: [
    'Walls of a map come in chains: each begins where the last one ended. A box around eight consecutive walls is therefore small, and boxes around eight such boxes make a tree without any sort.',
    'A ball does not jump to its goal. The tree gives the first wall on its way, with the exact time of impact; the ball moves there, slides or is reflected, and searches again with the rest of its displacement. So none passes a wall, at any speed.',
  ],
  complexity: 'building takes O(walls); a move takes O(log walls + walls near its path) for each contact.',
  source: 'S (Suzuki and Tsukiji): groups of consecutive walls for objects in a corridor; here the groups have a tree above them.',
  cpp: `masu::Corridor<float> corridor;
corridor.build(chains, {.reach = 4});
corridor.move(mover, {3, -2});  // slides; never passes a wall`,
  js: `const {vertices, chains} = masu.chains(walls);
const corridor = masu.corridor(vertices, chains, {reach: 4});
corridor.move(corridor.movers([3, 1], 0.25), [3, -2]);`,
  guide: 'docs/corridor.md',
  code: 'include/masu/corridor/corridor.hpp',
};
