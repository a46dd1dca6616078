// SPDX-License-Identifier: MIT
// The state of a method after a number of its steps: its results so far and its present tests.
import type {Counted, Run, Step} from './tape';

/** A partition of the kd-tree, and the region that it cuts. */
export interface Cut {
  readonly axis: number;
  readonly coordinate: number;
  readonly begin: number;
  readonly pivot: number;
  readonly end: number;
  readonly depth: number;
  readonly region: readonly number[];
}

export interface TreeCell {
  readonly level: number;
  readonly code: number;
  readonly box: readonly number[];
}

export class Replay {
  at = 0;
  counted!: Counted;
  /** Of the selection sort next to all pairs. */
  selection!: {comparisons: number; exchanges: number};
  /** Objects in the order of the list. */
  list!: number[];
  found!: (readonly [number, number])[];
  searching!: boolean;
  cuts!: Cut[];
  planes!: (readonly number[])[];
  /** By object: its bucket in the first grid; its cell in the tree. */
  buckets!: Map<number, number>;
  placed!: Set<number>;
  keys!: Map<number, TreeCell>;
  path!: TreeCell[];
  /** Keys of the cells of the tree that were visited. */
  entered!: Set<string>;
  cellCount!: number;
  stacked!: number;
  /** Objects of the present step; cleared at the next one. */
  objects!: readonly number[];
  hit!: boolean;
  indices!: readonly number[];
  boxes!: (readonly number[])[];
  /** The object that searches for partners, and the cells that it reads. */
  seeker!: number;
  reading!: readonly number[] | undefined;
  caption!: string;

  constructor(readonly run: Run, private readonly domain: readonly number[]) {
    this.restart();
  }

  get length(): number { return this.run.steps.length; }

  goTo(step: number): void {
    const to = Math.min(this.length, Math.max(0, Math.round(step)));
    if (to < this.at) this.restart();
    while (this.at < to) this.take(this.run.steps[this.at++]!);
  }

  private restart(): void {
    this.at = 0;
    this.counted = {tests: 0, nodes: 0, comparisons: 0, shifts: 0, pairs: 0};
    this.selection = {comparisons: 0, exchanges: 0};
    this.list = this.run.order.map((_, index) => index);
    this.found = [];
    this.searching = false;
    this.cuts = [];
    this.planes = [];
    this.buckets = new Map();
    this.placed = new Set();
    this.keys = new Map();
    this.path = [];
    this.entered = new Set();
    this.cellCount = 0;
    this.stacked = 0;
    this.seeker = -1;
    this.reading = undefined;
    this.forget();
    this.caption = 'In input order';
  }

  private forget(): void {
    this.objects = [];
    this.indices = [];
    this.boxes = [];
    this.hit = false;
  }

  private compare(a: number, b: number, hit: boolean): void {
    ++this.counted.tests;
    this.objects = [a, b];
    this.hit = hit;
    this.caption = hit ? `${a} and ${b} overlap` : `${a} and ${b} do not overlap`;
    if (!hit) return;
    ++this.counted.pairs;
    this.found.push([a, b]);
  }

  private take({kind, of}: Step): void {
    this.forget();
    const [a, b, c] = of as [number, number, number];
    switch (kind) {
      case 'phase':
        this.searching = a === 1;
        this.caption = this.searching ? 'Sorted; now the search' : 'The sort starts';
        break;
      case 'compare': return this.compare(a, b, c === 1);
      case 'select':
        this.compare(a, b, c === 1);
        this.indices = of.slice(3);
        ++this.selection.comparisons;
        break;
      case 'swap':
        [this.list[a], this.list[b]] = [this.list[b]!, this.list[a]!];
        this.indices = [a, b];
        ++this.selection.exchanges;
        this.caption = `The least of the rest moves to index ${b}`;
        break;
      case 'elements':
        ++this.counted.comparisons;
        this.indices = [a, b];
        this.caption = 'Is it less than its neighbor?';
        break;
      case 'move':
        this.list.splice(b, 0, ...this.list.splice(a, 1));
        this.counted.shifts += a - b;
        this.indices = [b];
        this.caption = `Inserted: ${a - b} elements shift by one`;
        break;
      case 'cut': return this.cut(of);
      case 'bounds':
        ++this.counted.tests;
        this.boxes = [of.slice(0, 4), of.slice(4)];
        this.caption = 'Do the bounds overlap?';
        break;
      case 'visit':
        ++this.counted.nodes;
        this.caption = 'Visits a node';
        break;
      case 'cells':
        if (a === 0) this.cellCount = c;
        this.caption = a === 0 ? `${c} empty buckets` : `A crowded cell is split: ${c} smaller buckets`;
        break;
      case 'insert':
        if (b === 0) this.buckets.set(a, c);
        this.placed.add(a);
        this.objects = [a];
        this.caption = c < 0 ? `${a} is too large for the cells` : `${a} goes into bucket ${c}`;
        break;
      case 'search':
        this.seeker = a;
        this.reading = undefined;
        this.objects = [a];
        this.caption = `Searches the partners of ${a}`;
        break;
      case 'read':
        this.reading = of.slice(0, 4);
        this.counted.nodes += of[4]!;
        this.objects = [this.seeker];
        this.caption = of[4] === 1 ? 'Reads a cell' : `Reads ${of[4]} adjacent cells`;
        break;
      case 'plane':
        this.planes.push(of);
        this.counted.comparisons = of[9]!;
        this.caption = `${of[6]} edges in front, ${of[5]} on the plane, ${of[7]} behind`;
        break;
      case 'query':
        this.seeker = a;
        this.objects = [a];
        this.counted.nodes += b;
        this.counted.tests += c;
        this.caption = `Searches the tree for ${a}: ${b} nodes`;
        break;
      case 'key': {
        const cell = {level: b, code: c, box: of.slice(3)};
        this.keys.set(a, cell);
        this.objects = [a];
        this.boxes = [cell.box];
        this.caption = `${a} is in cell ${pathOf(cell)}`;
        break;
      }
      case 'enter': {
        ++this.counted.nodes;
        const cell = {level: a, code: b, box: of.slice(2)};
        this.path.length = Math.min(this.path.length, a);
        this.path[a] = cell;
        this.entered.add(`${a}/${b}`);
        this.boxes = [cell.box];
        this.caption = `Down into cell ${pathOf(cell)}`;
        break;
      }
      case 'push':
        this.stacked += a;
        this.caption = a === 0 ? 'Nothing to push' : `Pushes ${a} onto the stack of ancestors`;
        break;
      case 'pop':
        this.stacked -= a;
        this.caption = a === 0 ? 'Back up' : `Back up: pops ${a} off the stack`;
        break;
    }
  }

  /** The region that the cuts around this one have left. */
  private cut(of: readonly number[]): void {
    const [axis, coordinate, begin, pivot, end] = of as [number, number, number, number, number];
    of.slice(5).forEach((object, k) => { this.list[begin + k] = object; });
    this.counted.comparisons += end - begin - 1;
    let depth = 0;
    const region = [...this.domain];
    for (const around of this.cuts) {
      if (begin < around.begin || end > around.end) continue;
      depth = around.depth + 1;
      region.splice(0, 4, ...around.region);
      region[begin < around.pivot ? around.axis + 2 : around.axis] = around.coordinate;
    }
    this.cuts.push({axis, coordinate, begin, pivot, end, depth, region});
    this.caption = `${pivot - begin} less | pivot | ${end - pivot - 1} more, by ${axis === 0 ? 'x' : 'y'}`;
  }
}

/** The digits of a cell's key, root first: "2·3·1". */
export function pathOf({level, code}: {level: number; code: number}): string {
  const digits: number[] = [];
  for (let k = level; k-- > 0;) digits.push(Math.floor(code / 4 ** k) % 4);
  return level === 0 ? 'root' : digits.join('·');
}
