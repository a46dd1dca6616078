// SPDX-License-Identifier: MIT
// The methods, in the order of SortMethod of web/steps/sort_methods.hpp.

export interface Method {
  readonly id: string;
  readonly title: string;
  /** Its kind of sort. */
  readonly sort: string;
  readonly colour: string;
  /** What it does, in few words, for the large view. */
  readonly says: string;
}

/** Methods that are stepped through. */
export const methods: readonly Method[] = [
  {
    id: 'all_pairs', title: 'All pairs', sort: 'selection sort', colour: 'line-1',
    says: 'Each is compared with all behind it, as selection sort looks for the least of the rest.',
  },
  {
    id: 'sweep', title: 'Sweep and prune', sort: 'insertion sort', colour: 'line-3',
    says: 'Sorted along one axis; then each meets only those that begin inside it.',
  },
  {
    id: 'kd_tree', title: 'kd-tree', sort: 'quicksort', colour: 'line-2',
    says: 'The first object is the pivot: less to the left, the rest to the right, the axes in turn.',
  },
  {
    id: 'planes', title: 'BSP tree', sort: 'quicksort by planes', colour: 'line-6',
    says: 'A plane in any direction is the pivot of the boxes’ edges: in front, in it, behind.',
  },
  {
    id: 'grid', title: 'Uniform grid', sort: 'bucket sort', colour: 'line-4',
    says: 'Each goes into the bucket of its lower corner; only neighbouring buckets are compared.',
  },
  {
    id: 'tree', title: 'Linear tree', sort: 'radix sort', colour: 'line-5',
    says: 'The bits of its place spell the name of the cell that holds it, a digit a level.',
  },
];

/** Methods whose growth is shown: the above, and the library's version of the tree. */
export const growing: readonly {readonly name: string; readonly colour: string; readonly most: number}[] = [
  ...methods.map(({id, title, colour}) => ({name: title, colour, most: id === 'planes' ? 2048 : 8192})),
  {name: 'Sorted linear tree', colour: 'line-7', most: 8192},
];
