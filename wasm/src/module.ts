// SPDX-License-Identifier: MIT
// Module: calls the functions of a module by name and turns their statuses into errors.
import {checkNumbers, MasuError, shown, statusNames} from './errors.js';
import {Heap, type Arguments, type Numbers, type Resource, type ViewType} from './heap.js';
import {u32, type Struct} from './layout.js';
import type {Callbacks, Exports} from './loader.js';
import {Rows} from './rows.js';
import type {Dimension} from './vectors.js';
import {list, realOf, structsOf, type Scalar, type Structs} from './structs.js';

/** A function of C. */
export type Call = (...values: any[]) => any;

/**
 * Everything that depends on dimension and scalar: structures, and functions by their names without
 * the suffix.
 */
export interface Kind<D extends Dimension = Dimension> {
  /** The same for all worlds of this module, dimension and scalar. */
  readonly key: object;
  readonly dimension: D;
  readonly scalar: Scalar;
  readonly suffix: string;
  readonly structs: Structs<D>;
  readonly reals: ViewType<Float32Array | Float64Array>;
}

const kNumber = {read: u32.read};

export class Module {
  readonly heap: Heap;
  // Calls with callbacks in progress, and what to free after them.
  private running = 0;
  private freedLater: (() => void)[] = [];
  private readonly kinds = new Map<string, Kind>();

  constructor(
    private readonly exports: Exports, private readonly callbacks: Callbacks,
  ) {
    this.heap = new Heap(exports);
  }

  /** Returns whether it has masu_`name`: small modules have fewer functions. */
  has(name: string): boolean {
    return `masu_${name}` in this.exports;
  }
  /** Returns masu_`name`. */
  get(name: string): Call {
    const found = this.exports[`masu_${name}`] as Call | undefined;
    if (found !== undefined) return found;
    throw new MasuError('out_of_range', callName(name), 'not in this module: import masu');
  }
  /** Calls masu_`name`. */
  call(name: string, ...values: (number | bigint)[]): any {
    return this.get(name)(...values);
  }

  /** Calls a function that returns a status, and throws unless it is `'ok'`. */
  run(name: string, ...values: (number | bigint)[]): void {
    this.check(name, this.call(name, ...values) as number);
  }

  /** Calls a function whose result is also valid, within its bounds, with `'not_converged'`. */
  settle(name: string, ...values: (number | bigint)[]): void {
    const status = this.call(name, ...values) as number;
    if (statusNames[status] !== 'not_converged') this.check(name, status);
  }

  check(name: string, status: number): void {
    if (status === 0) return;
    const word = statusNames[status] ?? 'stopped';
    throw new MasuError(word, callName(name), this.heap.text(this.call('status_text', status) as number));
  }

  /**
   * Calls a function that returns a list and writes its length through a pointer; returns the rows.
   * They keep `retained`, which frees their owner when it is dropped.
   */
  rows<T extends object>(
    layout: Struct<T>, owner: Resource | undefined, get: (count: number) => number, retained?: object,
  ): Rows<T> {
    return this.heap.call('rows', (args) => {
      const count = args.space(u32);
      const at = get(count) >>> 0;
      return new Rows(this.heap, layout, at, kNumber.read(this.heap.view, count), owner, retained);
    });
  }

  /**
   * Returns the results of a search with a visitor: `search` gets the visitor and the list that it
   * fills.
   */
  gather<T extends object>(
    call: string, layout: Struct<T>,
    visitor: string,
    search: (args: Arguments, visit: number, into: number) => void,
  ): T[] {
    return this.collect(call, visitor, search, (at, size) =>
      new Rows(this.heap, layout, at, size / layout.size).toArray());
  }

  /** Returns the words that a search reports, as a copy. */
  gatherWords(
    call: string, visitor: string,
    search: (args: Arguments, visit: number, into: number) => void,
  ): Uint32Array {
    return this.collect(call, visitor, search, (at, size) =>
      this.heap.array(Uint32Array, at, size / Uint32Array.BYTES_PER_ELEMENT).slice());
  }

  private collect<R>(
    call: string,
    visitor: string,
    search: (args: Arguments, visit: number, into: number) => void,
    take: (at: number, size: number) => R,
  ): R {
    return this.heap.call(call, (args) => {
      const into = args.space(list);
      const refuseIfFull = (): void => {
        if (list.read(this.heap.view, into).full === 0) return;
        throw new MasuError('out_of_memory', call, 'the results could not be allocated');
      };
      try {
        search(args, this.call(`js_gather_${visitor}`) as number, into);
        refuseIfFull();
        const {data, size} = list.read(this.heap.view, into);
        return take(data, size);
      } catch (error) {
        refuseIfFull();
        throw error;
      } finally {
        this.call('js_list_free', into);
      }
    });
  }

  /**
   * Runs `body`, a call that calls `answer` with addresses. An exception of `answer` is thrown when
   * the call is over, as none may pass through functions of C; the remaining candidates count as
   * accepted.
   */
  withCallback<R>(answer: ((at: number) => boolean) | undefined, body: () => R): R {
    if (answer === undefined) return body();
    const outer = this.callbacks.counts;
    let thrown: {error: unknown} | undefined;
    this.callbacks.counts = (at) => {
      if (thrown !== undefined) return true;
      try {
        return answer(at);
      } catch (error) {
        thrown = {error};
        return true;
      }
    };
    try {
      const result = this.calledBack(body);
      if (thrown !== undefined) throw thrown.error;
      return result;
    } finally {
      this.callbacks.counts = outer;
    }
  }

  /**
   * Runs `body`, an update that calls `allows` with the addresses of pairs. An exception ends the
   * update and is thrown when it is over.
   */
  withPairFilter<R>(allows: ((at: number) => boolean) | undefined, body: () => R): R {
    if (allows === undefined) return body();
    const outer = this.callbacks.allows;
    let thrown: {error: unknown} | undefined;
    this.callbacks.allows = (at) => {
      try {
        return allows(at) ? 1 : 0;
      } catch (error) {
        thrown = {error};
        return -1;
      }
    };
    try {
      return this.calledBack(body);
    } catch (error) {
      throw thrown === undefined ? error : thrown.error;
    } finally {
      this.callbacks.allows = outer;
    }
  }

  /**
   * Frees memory, or waits until running calls are over: a callback may free what its call uses.
   * Objects that C counts, or refuses to free, do not need this.
   */
  release(free: () => void): void {
    if (this.running === 0) free();
    else this.freedLater.push(free);
  }
  private calledBack<R>(body: () => R): R {
    ++this.running;
    try {
      return body();
    } finally {
      if (--this.running === 0) for (const free of this.freedLater.splice(0)) free();
    }
  }

  kind<D extends Dimension>(dimension: D, scalar: Scalar = 'float'): Kind<D> {
    if (dimension !== 2 && dimension !== 3) {
      throw new MasuError('out_of_range', 'masu', `dimension is ${shown(dimension)}, not 2 or 3`);
    }
    indexOf(['float', 'double'], scalar, 'scalar');
    const suffix = `${dimension}${scalar[0]}`;
    let kind = this.kinds.get(suffix) as Kind<any> | undefined;
    if (kind === undefined) {
      if (!this.has(`broad_phase_create_${suffix}`)) {
        throw new MasuError('out_of_range', 'dimension', `this module has no ${dimension}D: import masu`);
      }
      const structs = structsOf<any>(dimension, realOf[scalar]);
      const reals = scalar === 'float' ? Float32Array : Float64Array;
      kind = {key: {}, dimension, scalar, suffix, structs, reals};
      this.kinds.set(suffix, kind);
    }
    return kind;
  }
}

const kOwners: Record<string, string> = {
  broad_phase: 'boxIndex', chain_tree: 'corridor', convex_hull: 'convexHull', js_finder: 'finder',
  compound: 'body', height_field: 'body', mesh: 'body', tile_grid: 'body', shape: 'shapes',
};
const kBodies = new Set(['hull', 'polygon', 'polyhedron', 'mesh', 'height_field', 'tile_grid', 'compound']);

/** Returns the name that a function of C has in JavaScript: 'world_add_2f' is `world.add`. */
export function callName(name: string): string {
  const [, owner = '', call = name] =
    /^(broad_phase|chain_tree|convex_hull|js_finder|height_field|tile_grid|[a-z]+)_(.*?)(?:_[23][fd])?$/
      .exec(name) ?? [];
  const camel = (words: string) => words.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  if (call !== 'create') return `${kOwners[owner] ?? owner}.${camel(call)}`;
  return kBodies.has(owner) ? `bodies.${camel(owner)}` : `masu.${kOwners[owner] ?? owner}`;
}

/** Returns how many structures these consecutive numbers are. */
export function countIn(
  call: string, numbers: Numbers, layout: {readonly size: number}, {reals}: Kind,
): number {
  checkNumbers(call, 'numbers', numbers);
  const each = layout.size / reals.BYTES_PER_ELEMENT;
  if (numbers.length % each === 0) return numbers.length / each;
  throw new MasuError('size_mismatch', call, `${numbers.length} numbers are no multiple of ${each}`);
}

/** Returns the index of a word in a list; throws with the name of `call` if it is not in it. */
export function indexOf<W extends string>(words: readonly W[], word: W, call: string): number {
  const index = words.indexOf(word);
  if (index < 0) {
    throw new MasuError('out_of_range', call, `${shown(word)} is not one of ${words.join(', ')}`);
  }
  return index;
}
