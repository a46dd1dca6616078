// SPDX-License-Identifier: MIT
// The methods, in the order of SortMethod of web/steps/sort_methods.hpp.

export interface Method {
  readonly id: string;
  readonly title: string;
  /** Its kind of sort. */
  readonly sort: string;
  readonly colour: string;
  /** What it does, in few words, for the large view. */
  readonly description: string;
}

/** Methods that are stepped through. */
export const methods: readonly Method[] = [
  {
    id: 'all_pairs', title: 'All pairs', sort: 'selection sort', colour: 'line-1',
    description: 'Compares each object with all later ones, as selection sort searches the least of the rest.',
  },
  {
    id: 'sweep', title: 'Sweep and prune', sort: 'insertion sort', colour: 'line-3',
    description: 'Sorts along one axis; then compares each object only with objects that start inside its interval.',
  },
  {
    id: 'kd_tree', title: 'kd-tree', sort: 'quicksort', colour: 'line-2',
    description: 'The first object is the pivot: smaller ones go left, the others right; the axes alternate.',
  },
  {
    id: 'planes', title: 'BSP tree', sort: 'quicksort by planes', colour: 'line-6',
    description: 'A plane in any direction is the pivot and splits the boxes’ edges: in front, on the plane, behind.',
  },
  {
    id: 'grid', title: 'Uniform grid', sort: 'bucket sort', colour: 'line-4',
    description: 'Each object goes into the bucket of its lower corner; only neighboring buckets are compared.',
  },
  {
    id: 'tree', title: 'Linear tree', sort: 'radix sort', colour: 'line-5',
    description: 'The bits of an object’s position form the key of the cell that contains it, one digit per level.',
  },
];

/** Methods whose growth is shown: the above, and the library's version of the tree. */
export const growing: readonly {readonly name: string; readonly colour: string; readonly most: number}[] = [
  ...methods.map(({id, title, colour}) => ({name: title, colour, most: id === 'planes' ? 2048 : 8192})),
  {name: 'Sorted linear tree', colour: 'line-7', most: 8192},
];
