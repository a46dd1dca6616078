// SPDX-License-Identifier: MIT
// A step in one sentence, in English and Japanese.
import {pathOf} from '../sorting/replay';
import type {Step} from '../sorting/tape';

export type Language = 'en' | 'ja';

type Say = (of: readonly number[]) => readonly [en: string, ja: string];

const test: Say = ([a, b, hit]) => hit === 1
  ? [`Boxes ${a} and ${b} overlap: a pair.`, `箱${a}と箱${b}は重なっている。ペアが見つかった。`]
  : [`Boxes ${a} and ${b} do not overlap.`, `箱${a}と箱${b}は重なっていない。`];

const inJapanese = (path: string) => (path === 'root' ? '根' : path);

const say: Record<Step['kind'], Say> = {
  phase: ([search]) => search === 1
    ? ['Everything is sorted. Now the search begins.', '整列が終わった。ここから探索が始まる。'] : ['The sort begins.', '整列が始まる。'],
  compare: test,
  select: test,
  swap: ([, to]) => [`Selection sort puts the least of the rest at index ${to}.`, `選択ソートは残りの最小を${to}番目に置く。`],
  elements: () => ['Is it less than its neighbor?', '隣より小さいか？'],
  move: ([from, to]) => [`It is inserted: ${from! - to!} elements shift by one.`, `挿入する。${from! - to!}個の要素が1つずつずれる。`],
  cut: ([axis, , begin, pivot, end]) => [
    `The pivot divides by ${axis === 0 ? 'x' : 'y'}: ${pivot! - begin!} on one side, ${end! - pivot! - 1} on the other.`,
    `軸値が${axis === 0 ? 'x' : 'y'}で分ける。片側に${pivot! - begin!}個、反対側に${end! - pivot! - 1}個。`],
  bounds: () => ['Do the bounds of two nodes overlap? If not, all their boxes are skipped.', '2つの節の範囲は重なるか？ 重ならなければ中の箱をすべて飛ばす。'],
  visit: () => ['A node of the tree is visited.', '木の節を1つ訪れる。'],
  cells: ([depth, , count]) => depth === 0 ? [`There are ${count} empty buckets.`, `空のバケツが${count}個ある。`]
    : [`A crowded cell is split into ${count} smaller buckets.`, `混んだセルを${count}個の小さなバケツに分ける。`],
  insert: ([a, , bucket]) => bucket! < 0 ? [`Box ${a} is too large for the cells.`, `箱${a}はセルより大きい。`]
    : [`Box ${a} goes into bucket ${bucket}. No comparison is needed.`, `箱${a}はバケツ${bucket}へ。比較はいらない。`],
  search: ([a]) => [`Box ${a} looks for partners.`, `箱${a}の相手を探す。`],
  read: (of) => [`Only ${of[4] === 1 ? 'one bucket is' : `${of[4]} buckets are`} near enough.`, `近いバケツは${of[4]}個だけ。`],
  plane: (of) => [
    `A line divides the edges: ${of[6]} in front, ${of[5]} on it, ${of[7]} behind.`, `直線が辺を分ける。前に${of[6]}本、線上に${of[5]}本、後ろに${of[7]}本。`],
  query: ([a, nodes]) => [`Box ${a} visits ${nodes} nodes of the tree.`, `箱${a}は木の節を${nodes}個訪れる。`],
  key: ([a, level, cell]) => {
    const path = pathOf({level: level!, code: cell!});
    return [`The smallest cell around box ${a} has the path ${path}.`, `箱${a}を囲む最小のセルの経路は${inJapanese(path)}。`];
  },
  enter: ([level, cell]) => {
    const path = pathOf({level: level!, code: cell!});
    return [`The pass goes down into cell ${path}.`, `${inJapanese(path)}のセルへ降りる。`];
  },
  push: ([count]) => count === 0 ? ['This cell holds no box.', 'このセルに箱はない。']
    : [`${count} ${count === 1 ? 'box goes' : 'boxes go'} onto the stack of ancestors.`, `${count}個の箱を祖先のスタックに積む。`],
  pop: ([count]) => count === 0 ? ['The pass goes back up.', '上へ戻る。']
    : [`Back up: ${count} ${count === 1 ? 'box leaves' : 'boxes leave'} the stack.`, `上へ戻る。${count}個の箱をスタックから下ろす。`],
};

/** Returns the sentence of a step of a method; undefined: before the first. */
export function sentenceOf(method: string, step: Step | undefined, language: Language): string {
  const along = method === 'sweep' && step?.kind === 'visit';
  const [en, ja] = along ? ['The search goes along the list.', '探索は並びに沿って進む。'] : step === undefined ? ['The boxes are in the order in which they came.', '箱は届いた順に並んでいる。']
    : say[step.kind](step.of);
  return language === 'ja' ? ja : en;
}
