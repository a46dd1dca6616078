// SPDX-License-Identifier: MIT
// The words in the pictures of the methods.

export interface Captions {
  readonly list: (axis: 'x' | 'y') => string;
  readonly selection: (comparisons: number, exchanges: number) => string;
  readonly halves: string;
  readonly planes: string;
  readonly placed: (some: number, all: number) => string;
  readonly buckets: (count: number) => string;
  readonly usedBuckets: (count: number) => string;
  readonly keys: (some: number, all: number) => string;
  readonly stack: (count: number) => string;
  readonly digits: (level: number) => string;
}

export const english: Captions = {
  list: (axis) => `sorted by lower end on ${axis}`,
  selection: (comparisons, exchanges) => `${comparisons} comparisons, ${exchanges} exchanges`,
  halves: 'less | pivot | more, level by level',
  planes: 'in front | on the plane | behind, level by level',
  placed: (some, all) => `${some} of ${all} are in buckets`,
  buckets: (count) => `${count} buckets`,
  usedBuckets: (count) => `${count} buckets in use`,
  keys: (some, all) => `${some} of ${all} have a cell key`,
  stack: (count) => `sorted by cell key; ${count} on the stack of ancestors`,
  digits: (level) => (level === 0 ? 'root' : `${level} digit${level === 1 ? '' : 's'}`),
};

export const japanese: Captions = {
  list: (axis) => `${axis}軸での始まりの順`,
  selection: (comparisons, exchanges) => `比較${comparisons}回、交換${exchanges}回`,
  halves: '小さい側｜軸値｜大きい側、1段ずつ',
  planes: '前｜平面上｜後ろ、1段ずつ',
  placed: (some, all) => `${all}個のうち${some}個がバケツに入った`,
  buckets: (count) => `バケツ${count}個`,
  usedBuckets: (count) => `使われるバケツ${count}個`,
  keys: (some, all) => `${all}個のうち${some}個にセルのキーがある`,
  stack: (count) => `セルのキーの順。祖先のスタックに${count}個`,
  digits: (level) => (level === 0 ? '根' : `${level}桁`),
};
