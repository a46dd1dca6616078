// SPDX-License-Identifier: MIT
// A story: some hundred calls on shared objects. Each returns or throws a MasuError, and the objects
// stay valid.
import {inspect} from 'node:util';
import * as library from 'masu';
import {check} from './checks.js';
import {Draw, Thrown} from './draw.js';
import {ballast} from './memory.js';
import {exempt, table, weights} from './table.js';

const {MasuError, Resource} = library;
const kKept = 2;  // objects of a class
const kResults = ['Rows', 'Groups', 'IndexGroups', 'Shapes', 'LayerMatrix'].map((name) => [name, library[name]]);
const kMakers = {
  World: ['Masu.world'], BoxIndex: ['Boxes.boxIndex'], Finder: ['Boxes.finder'], ConvexHull: ['Masu.convexHull'],
  Corridor: ['Masu.corridor'], Movers: ['Corridor.movers'], Memory: ['Boxes.allocate'], Shapes: ['Masu.shapes'],
  Body: Object.keys(table).filter((name) => name.startsWith('Bodies.')),
  IndexGroups: ['BoxIndex.overlappingMany', 'BoxIndex.neighborsMany'],
  Groups: ['World.nearestMany', 'World.overlappingMany'],
  Rows: ['World.pairs', 'World.rayCastAll', 'Corridor.nearestMany', 'BoxIndex.rayCastMany'], SlideObstacle: ['World.slide'],
};
// These may have done a part of their work when they throw.
const kPartial = new Set(['World.moveMany', 'World.update', 'World.setLayers']);

// They return numbers of earlier calls: movers may have been put anywhere, and shapes have vectors
// that their kind does not use.
const kAsGiven = /^Movers\.|^World\.find$/;

// In what is printed: objects refer to the whole module.
for (const {prototype} of [Resource, ...kResults.map(([, type]) => type)]) {
  prototype[inspect.custom] = function () {
    return `a ${this.constructor.name}`;
  };
}
const shown = (value) => inspect(value, {depth: 3, breakLength: Infinity, maxArrayLength: 16});

/** Calls drawn by a seed. `names` are those of declared.js, `statuses` those that errors may have. */
export class Story {
  calls = 0;
  /** What went wrong first. */
  fault = '';
  /** What each call has done, in a few words. */
  outcomes = [];
  #pools = new Map();
  #facts = new Map();
  #depth = 0;
  #recent = [];
  #running = [];
  #ballast;  // frees it

  constructor(masu, seed, {names, statuses, tallies, began = () => {}}) {
    this.masu = masu;
    Object.assign(this, {seed, statuses, tallies, began});
    this.draw = new Draw(this, seed);
    this.names = names.filter((name) => !(name.split('.')[0] in exempt)).flatMap((name) => Array(weights[name] ?? 1).fill(name));
    this.home = {dimension: this.draw.pick([2, 3]), scalar: this.draw.pick(['float', 'double'])};
    this.keep(new library.LayerMatrix());
    /** Whether there is little memory for a while. */
    this.tight = this.draw.rarely(3);
  }

  /** Makes so many calls, and frees everything. Returns whether all went well. */
  run(count) {
    const [from, to] = this.tight ? [this.draw.below(count), this.draw.below(count)] : [-1, -1];
    for (let i = 0; i < count && this.fault === ''; ++i) {
      if (i === from) this.#ballast ??= ballast(this.masu, this.draw.below(4));
      if (i === to) this.#lighten();
      this.step();
      if (i % 50 === 0) this.#check();
    }
    this.#lighten();
    this.#check();
    for (const pool of this.#pools.values()) {
      for (const each of pool) {
        if (each instanceof Resource) this.quietly(() => each.free());
        if (each.freed === false) this.#fail(`a ${each.constructor.name} cannot be freed`);
      }
    }
    return this.fault === '';
  }
  #lighten() {
    this.#ballast?.();
    this.#ballast = undefined;
  }

  // --- Objects -----------------------------------------------------------------------------------

  all(name) {
    return this.#pools.get(name) ?? [];
  }
  /** Returns an object of this class, rarely a freed one. */
  some(name) {
    const alive = this.all(name).filter((each) => !each.freed);
    return this.draw.pick(alive.length === 0 || this.draw.rarely(25) ? this.all(name) : alive);
  }
  everything() {
    const handles = this.all('World').flatMap((world) => this.facts(world).handles);
    return [...this.#pools.values(), handles, [this.masu]].flat();
  }
  /** Returns what the story knows about an object. */
  facts(of) {
    return this.#facts.get(of) ?? {handles: [], saved: []};
  }
  fits(of, {dimension, scalar}) {
    const facts = this.facts(of);
    return facts.dimension === dimension && facts.scalar === scalar;
  }
  meshShape(kind) {
    const meshes = this.all('Body').filter((b) => !b.freed && this.facts(b).made === 'Bodies.mesh' && this.fits(b, kind));
    return this.draw.pick(meshes)?.shape;
  }
  /** Returns these numbers in an array of the module's memory, if there is enough. */
  inMemory(type, list) {
    const memory = this.quietly(() => this.masu.allocate(type, list.length));
    if (memory === undefined) return new type(list);
    this.keep(memory);
    memory.view.set(list);
    return memory.view;
  }
  /** Keeps an object for later calls; frees the oldest if there are many. */
  keep(value, facts = {}) {
    const [name] = value instanceof Resource ? [value.constructor.name]
      : typeof value?.gap === 'function' ? ['SlideObstacle']
        : kResults.find(([, type]) => value instanceof type) ?? [];
    if (name === undefined) return;
    const pool = this.all(name);
    this.#pools.set(name, pool);
    const {dimension, scalar} = value.kind ?? facts;  // options may have been spoilt
    this.#facts.set(value, {handles: [], saved: [], ...facts, dimension, scalar});
    pool.push(value);
    const most = name === 'Body' || name === 'Memory' ? 3 * kKept : kKept;
    const alive = pool.filter((each) => !each.freed);
    if (alive.length > most && value instanceof Resource) this.quietly(() => alive[0].free());
    if (pool.length > most + 2) this.#drop(pool);
  }
  // Drops the oldest that needs no free(): the program must not lose objects.
  #drop(pool) {
    const old = pool.findIndex((each) => each.freed !== false);
    if (old >= 0) this.#facts.delete(pool.splice(old, 1)[0]);
  }

  // --- Calls -------------------------------------------------------------------------------------

  /** Makes a call from a callback: of the object that is in use, a free(), or any. */
  nested() {
    if (this.#depth >= 3 || this.fault !== '') return;
    const {draw} = this;
    const [name, receiver] = this.#running.at(-1) ?? [];
    const owner = name?.slice(0, name.indexOf('.') + 1);
    const choice = draw.below(4);
    ++this.#depth;
    if (choice < 2 && owner) this.use(draw.pick(this.names.filter((other) => other.startsWith(owner))), receiver);
    else if (choice === 2) this.#free(draw.pick(['Body', 'Body', 'Memory', 'World', 'BoxIndex']));
    else this.step();
    --this.#depth;
  }
  #free(owner) {
    const object = this.some(owner);
    if (object !== undefined) this.use(`${owner}.free`, object);
  }
  step() {
    this.#call(this.draw.pick(this.names));
  }
  #receiver(owner) {
    if (owner === '') return library;
    if (owner === 'Masu' || owner === 'Boxes') return this.masu;
    if (owner === 'Bodies') return this.masu.bodies;
    if (this.draw.rarely(50) || this.some(owner) === undefined) {
      const makers = kMakers[owner]?.filter((name) => this.names.includes(name)) ?? [];
      if (makers.length > 0 && this.#depth < 3) {
        ++this.#depth;
        this.#call(this.draw.pick(makers));
        --this.#depth;
      }
    }
    return this.some(owner);
  }
  #call(name) {
    const {draw} = this;
    const [owner, member] = name.includes('.') ? name.split('.', 2) : ['', name];
    // Most objects are freed by keep().
    if ((member === 'free' || name.endsWith('dispose]')) && !draw.rarely(3)) return;
    if (member === 'clear' && !draw.rarely(4)) return;
    const receiver = this.#receiver(owner);
    if (receiver !== undefined && this.fault === '') this.use(name, receiver);
  }
  /** Calls a function of a receiver. */
  use(name, receiver) {
    const {draw} = this;
    const member = name.slice(name.indexOf('.') + 1);
    const any = {dimension: draw.pick([2, 3]), scalar: draw.pick(['float', 'double'])};
    const {dimension, scalar} = {...(draw.rarely(5) ? any : this.home), ...this.facts(receiver)};
    Object.assign(draw, {dimension, scalar});
    const valid = table[name.replace('Boxes.', 'Masu.')]?.(draw, receiver) ?? [];
    const spoilt = draw.rarely(4);
    const args = spoilt ? draw.spoil(valid) : valid;
    this.#perform({name, receiver, member, args, spoilt, facts: {dimension, scalar, made: name, period: args[0]?.period}});
  }
  #perform({name, receiver, member, args, spoilt, facts}) {
    const {calls} = this;
    const tally = this.tallies[name] ??= {called: 0, succeeded: 0};
    ++this.calls;
    ++tally.called;
    this.#recent.push([name, args]);
    if (this.#recent.length > 12) this.#recent.shift();
    this.began(name, calls);
    const before = this.#state(receiver);
    const input = copyOf(args[0]);
    this.#running.push([name, receiver]);
    try {
      const result = invoke(receiver, member, args);
      ++tally.succeeded;
      this.outcomes.push(`${name} ok`);
      this.#learn(name, receiver, input, result, facts);
      if (!spoilt && !kAsGiven.test(name)) this.#examine(name, result, 4);
    } catch (error) {
      this.outcomes.push(`${name} ${error?.status}`);
      if (!this.#allowed(name, error)) return;
      tally[error.status] = (tally[error.status] ?? 0) + 1;
      // Documented: these may leave them empty.
      if (/^(BoxIndex|ConvexHull)\.(build|refit)/.test(name)) Object.assign(this.facts(receiver), {boxes: undefined, points: undefined});
      const alone = this.calls === calls + 1;
      if (alone && !kPartial.has(name) && before !== this.#state(receiver)) this.#fail(`${name} threw and has changed the world`, error);
    } finally {
      this.#running.pop();
    }
  }
  #state(of) {
    return of instanceof library.World && !of.freed ? this.quietly(() => of.hash()) : undefined;
  }
  /** Calls f(), which may throw what calls may. */
  quietly(f) {
    try {
      return f();
    } catch (error) {
      this.#allowed('', error);
      return undefined;
    }
  }
  #allowed(name, error) {
    if (error instanceof Thrown || (error instanceof MasuError && this.statuses.has(error.status))) return true;
    this.#fail(`${name} threw no MasuError`, error);
    return false;
  }
  #fail(what, error) {
    if (this.fault !== '') return;
    const calls = this.#recent.map(([name, args]) => `  ${name}(${args.map(shown).join(', ')})`);
    this.fault = [`seed ${this.seed}, call ${this.calls}: ${what}`, error?.stack ?? '', 'last calls:', ...calls].join('\n');
  }

  /** Keeps what a call has made or said. */
  #learn(name, receiver, input, result, facts) {
    this.keep(result, facts);
    const known = this.facts(receiver);
    if (name === 'World.add') known.handles.push(result);
    if (name === 'World.objects') known.handles = result;
    if (name === 'World.addMany') {
      for (let i = 0; i < result.length; i += 2) known.handles.push({index: result[i], generation: result[i + 1]});
    }
    if (name.endsWith('.save')) known.saved.push(result);
    if (name === 'BoxIndex.build' || name === 'BoxIndex.refit') known.boxes = input;
    if (name === 'BoxIndex.restore') known.boxes = undefined;
    if (name === 'ConvexHull.build') known.points = input;
  }
  /** Results of valid calls have no NaN, and statuses that are known. */
  #examine(name, value, depth) {
    if (Number.isNaN(value)) this.#fail(`${name} returned NaN`);
    if (depth === 0 || value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return;
    if ('status' in value && !this.statuses.has(value.status)) this.#fail(`${name} returned status ${value.status}`);
    if (value instanceof Resource || value === this.masu || value === this.masu.bodies || (value.status ?? 'ok') !== 'ok') return;
    const parts = value instanceof library.Rows ? value.toArray() : value;
    // `data` is what the program has put there.
    for (const [key, each] of Object.entries(parts)) if (key !== 'data') this.#examine(name, each, depth - 1);
  }
  #check() {
    if (this.fault !== '' || this.#ballast !== undefined) return;
    for (const each of [...this.#pools.values()].flat()) {
      if (each.freed !== false) continue;
      const wrong = this.quietly(() => check(each, this.facts(each), this.draw));
      if (wrong) this.#fail(`${each.constructor.name}: ${wrong}`);
    }
  }
}

/** Returns a copy of numbers, which calls may overwrite. */
function copyOf(numbers) {
  return Array.isArray(numbers) || (ArrayBuffer.isView(numbers) && numbers.length > 0) ? Array.from(numbers) : [];
}

/** Calls a method, or reads a property. */
function invoke(receiver, member, args) {
  if (member === '[Symbol.iterator]') return [...receiver];
  if (member === '[Symbol.dispose]') return Symbol.dispose === undefined ? undefined : receiver[Symbol.dispose]();
  for (let of = receiver; of !== null; of = Object.getPrototypeOf(of)) {
    const own = Object.getOwnPropertyDescriptor(of, member);
    if (own !== undefined) return typeof own.value === 'function' ? receiver[member](...args) : receiver[member];
  }
  throw new Error(`there is no ${member}`);
}
