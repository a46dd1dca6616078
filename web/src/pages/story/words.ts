// SPDX-License-Identifier: MIT
// The words of the story, in two languages.
import {english, japanese, type Captions} from '../sorting/captions';
import type {Language} from './sentences';

export interface Chapter {
  readonly title: string;
  readonly sort: string;
  readonly text: readonly string[];
}

export interface Words {
  readonly title: string;
  readonly other: string;
  readonly start: readonly string[];
  readonly drag: string;
  /** With {pairs} and {all}. */
  readonly overlap: string;
  readonly chapters: Readonly<Record<string, Chapter>>;
  readonly again: string;
  readonly position: string;
  readonly captions: Captions;
  /** With {tests}, {pairs} and {all}. */
  readonly tally: string;
  readonly same: Chapter;
  readonly ten: Chapter;
  readonly hundred: Chapter;
  readonly numbers: Readonly<Record<'search' | 'drawing' | 'pictures' | 'pairs' | 'tests', string>>;
  readonly run: string;
  readonly pause: string;
  readonly end: Chapter;
  /** What a page shows, by its id; pages that are missing show their own line. */
  readonly cards: Readonly<Record<string, string>>;
  readonly code: string;
}

const en: Words = {
  title: 'Which boxes touch?',
  other: '日本語',
  start: [
    'Games, robots and maps ask this question many times a second. It is called broad-phase collision detection.',
    'The answer is one of the oldest ideas of computing: sort, then search.',
    'Below, the same dozen boxes are sorted in six ways, step by step. Then there are a hundred thousand of them.',
  ],
  drag: 'Drag a box.',
  overlap: '{pairs} of {all} pairs overlap.',
  chapters: {
    all_pairs: {title: 'All pairs', sort: 'selection sort', text: [
      'Test every box with every other one. Selection sort makes the same comparisons: each element with all that follow.',
      'For n boxes these are n(n − 1)/2 tests: 66 for a dozen, five billion for a hundred thousand.']},
    sweep: {title: 'Sweep and prune', sort: 'insertion sort', text: [
      'Sort the boxes by where they begin along one axis. Then test each box only with those that begin before it ends.',
      'Boxes that moved a little are almost sorted. Insertion sort repairs that in linear time.']},
    grid: {title: 'Uniform grid', sort: 'bucket sort', text: [
      'Cut space into equal cells. Each box falls into the bucket of its corner, without any comparison.',
      'Then test each box only with those in buckets nearby. Boxes of about one size take linear time.']},
    kd_tree: {title: 'kd-tree', sort: 'quicksort', text: [
      'Choose a pivot. Smaller boxes go to one side, larger ones to the other. Repeat on both sides, by the other axis.',
      'Two branches whose bounds do not overlap are skipped with all their boxes.']},
    planes: {title: 'BSP tree', sort: 'quicksort by planes', text: [
      'The pivot may be a line in any direction. Edges in front of it go one way, edges behind it the other way.',
      'Rooms of early 3D games were sorted like this. For a dozen boxes its search costs more than all pairs.']},
    tree: {title: 'Linear quadtree', sort: 'radix sort', text: [
      'Each box has a smallest cell that contains it. The digits of the path to that cell form a number, its Morton code.',
      'Sort by that number, digit by digit. Then one pass with a stack of ancestors finds all pairs.']},
  },
  again: 'Play or pause',
  position: 'Step',
  captions: english,
  tally: '{tests} tests (all pairs: {all}), {pairs} pairs',
  same: {title: 'Six sorts, one answer', sort: '', text: [
    'All methods find the same pairs. Drag a box: their work changes, and their answers stay equal.',
    'The bars show the tests of two boxes or of the bounds of two nodes.']},
  ten: {title: 'Ten thousand boxes', sort: 'all moving', text: [
    'The same question, asked again for every picture, in your browser. Green boxes overlap another one.']},
  hundred: {title: 'A hundred thousand boxes', sort: 'all moving', text: [
    'All pairs would make five billion tests for each picture. masu sorts, and makes a few million.']},
  numbers: {search: 'masu', drawing: 'drawing', pictures: 'pictures per second', pairs: 'pairs', tests: 'tests'},
  run: 'Run',
  pause: 'Pause',
  end: {title: 'Now play', sort: '', text: ['Each page opens one of these ideas. Everything runs here, in your browser.']},
  cards: {},
  code: 'Code',
};

const ja: Words = {
  title: 'どの箱が触れているか？',
  other: 'English',
  start: [
    'ゲームも、ロボットも、地図も、毎秒何度もこの問いに答えている。衝突判定のブロードフェーズと呼ばれる。',
    '答えは計算機のもっとも古い考えの1つ。整列して、探すこと。',
    'この下では、同じ12個の箱を6通りのやり方で、1歩ずつ整列する。最後には10万個になる。',
  ],
  drag: '箱を動かしてみよう。',
  overlap: '{all}組のうち{pairs}組が重なっている。',
  chapters: {
    all_pairs: {title: '総当たり', sort: '選択ソート', text: [
      'すべての箱を、ほかのすべての箱と調べる。選択ソートの比較と同じで、各要素を後ろの全要素と比べる。',
      'n個ならn(n − 1)/2回。12個で66回、10万個では50億回になる。']},
    sweep: {title: 'スイープ＆プルーン', sort: '挿入ソート', text: [
      '1つの軸で、箱を始まりの順に並べる。各箱は、自分が終わる前に始まる箱とだけ調べればよい。',
      '少し動いただけの箱はほぼ整列済み。挿入ソートなら線形時間で直る。']},
    grid: {title: '一様格子', sort: 'バケットソート', text: [
      '空間を等しいセルに切る。箱は角のあるセルのバケツに入る。比較は1回もいらない。',
      'そして近くのバケツの箱とだけ調べる。大きさがそろっていれば線形時間で済む。']},
    kd_tree: {title: 'kd木', sort: 'クイックソート', text: [
      '軸値を選ぶ。小さい箱は一方へ、大きい箱は他方へ。軸を替えて両側で繰り返す。',
      '範囲が重ならない2つの枝は、中の箱ごと飛ばせる。']},
    planes: {title: 'BSP木', sort: '平面によるクイックソート', text: [
      '軸値はどんな向きの直線でもよい。前の辺は一方へ、後ろの辺は他方へ。',
      '初期の3Dゲームの部屋は、こうして並べられていた。12個の箱では、探索が総当たりより高くつく。']},
    tree: {title: '線形四分木', sort: '基数ソート', text: [
      'どの箱にも、それを含む最小のセルがある。そこへの経路の数字を並べた数がモートン符号である。',
      'その数で1桁ずつ整列する。あとは祖先のスタックを持って1回たどれば、全ペアが見つかる。']},
  },
  again: '再生・一時停止',
  position: 'ステップ',
  captions: japanese,
  tally: '判定{tests}回（総当たりなら{all}回）、{pairs}組',
  same: {title: '6つの整列、1つの答え', sort: '', text: [
    'どの方法も同じペアを見つける。箱を動かすと手間は変わるが、答えはいつも等しい。',
    '棒は、2つの箱または2つの節の範囲を調べた回数。']},
  ten: {title: '1万個の箱', sort: 'すべて動く', text: ['同じ問いに、1枚の絵ごとに、このブラウザの中で答える。緑の箱は別の箱と重なっている。']},
  hundred: {title: '10万個の箱', sort: 'すべて動く', text: ['総当たりなら1枚の絵に50億回の判定がいる。masuは整列し、数百万回で済ませる。']},
  numbers: {search: 'masu', drawing: '描画', pictures: '枚/秒', pairs: '組', tests: '判定'},
  run: '再生',
  pause: '一時停止',
  end: {title: '自由に遊ぶ', sort: '', text: ['どのページも、この中の考えを1つ開いて見せる。すべてこのブラウザの中で動く（英語）。']},
  cards: {
    cells: '線形2ᵈ分木。物体は、それを含む最小のセルに入る。1回たどれば全ペアが見つかる。',
    sorting: '整列としての衝突判定。同じ場面をすべての方法で、1歩ずつ。',
    corridor: '壁の間を動く球。どんな速さでも、壁を通り抜けない。',
    contact: '2つの形。距離、めり込みの深さ、3種類の接触。',
    race: 'すべての方法とほかのnpmライブラリを、同じ場面で、このブラウザで比べる。',
  },
  code: 'コード',
};

export const words: Record<Language, Words> = {en, ja};

/** Fills the names in braces. */
export function filled(text: string, values: Record<string, number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => (values[name] ?? 0).toLocaleString('en'));
}
