// SPDX-License-Identifier: MIT
// Keeps objects, tree and views consistent, frame by frame.
import {eachFrame, MedianTime} from '../../shell/frames';
import type {Host} from '../../shell/page';
import type {Steps} from '../../shell/steps';
import {onTheme} from '../../shell/theme';
import {addControls} from './controls';
import {Model} from './model';
import {Panel} from './panel';
import {Plane} from './plane';
import {Pointing} from './pointing';
import {Row} from './row';
import {MovingScene} from './scene';
import {defaults, stateOf, type Settings} from './settings';
import type {Space} from './space';
import {buildTree, cellsContaining, pairsOf, type Tree} from './tree';
import type {Hands, View} from './view';

/** With more candidates, links are indistinguishable and not drawn. */
const kMostLinks = 4000;
/** Seconds between updates of the numbers: faster ones are unreadable. */
const kCounted = 0.15;
/** Number of timed searches during a pause: the first calls are slower. */
const kTimed = 12;

export class CellsPage {
  private model: Model;
  private readonly view: View;
  private readonly row: Row;
  private readonly panel: Panel;
  private readonly pointing: Pointing;
  private readonly pause: HTMLButtonElement;
  private readonly ends: (() => void)[];
  private dirty = true;
  /** Frames of a pause that remain to be timed. */
  private untimed = kTimed;
  private sinceCounted = 0;
  /** Of the tree of the picture, and of the picture. */
  private readonly building = new MedianTime();
  private readonly drawing = new MedianTime();
  private curve: {depth: number; points: Float64Array} | undefined;

  constructor(
    private readonly host: Host, private readonly steps: Steps, private readonly settings: Settings,
    scene: MovingScene, space: typeof Space | undefined,
    /** Restarts with another dimension. */
    private readonly again: (settings: Settings) => void,
  ) {
    this.model = new Model(host.masu, settings, scene);
    this.pointing = new Pointing(steps);
    host.root.replaceChildren();
    this.pause = addControls(host.root, settings, {
      restart: (changes) => this.restart(changes), change: (changes) => this.change(changes),
      step: () => this.step(), addHere: () => this.addHere(), removeHere: () => this.removeHere(),
    });
    const views = part(host.root, 'views');
    const changed = () => { this.dirty = true; };
    this.view = new (space ?? Plane)(part(views, 'space'), this.hands(), changed);
    this.row = new Row(part(views, 'array'), {
      point: (index, object) => { this.pointing.inRow(index, object); changed(); },
    }, changed);
    this.panel = new Panel(views);
    this.ends = [onTheme(changed), eachFrame((seconds) => this.frame(seconds))];
    this.showState();
    this.frame(0);
  }

  stop(): void {
    for (const end of this.ends) end();
    this.view.stop();
    this.row.stop();
    this.model.free();
  }

  private frame(seconds: number): void {
    const {model, settings} = this;
    if (!settings.running && !this.dirty && model.still && this.untimed-- <= 0) return;
    model.update(seconds);
    const tree = settings.boxes ? this.building.of(() => this.tree()) : undefined;
    this.count(tree, seconds);
    this.host.root.dataset['still'] = String(model.still);
    // Without boxes pictures stay as they are, and all time goes to the search.
    if (tree !== undefined || this.dirty) this.drawing.of(() => this.draw(tree));
    this.dirty = false;
  }

  private draw(tree: Tree | undefined): void {
    const {model, settings} = this;
    const firsts = tree === undefined ? []
      : cellsContaining(this.steps, tree, tree.domain.slice(0, tree.dimension));
    const {focus} = this.pointing;
    const now = {model, tree, focus, firsts, curve: this.points(), links: settings.links};
    this.view.draw(now);
    this.row.draw(now);
    this.panel.show(focus.cell, focus.object === undefined ? undefined : model.idOf(focus.object), tree);
  }

  /** Builds the tree with the candidates of the focus, or with all. */
  private tree(): Tree {
    const {model, settings, pointing} = this;
    const {dimension, depth, fit} = settings;
    const corner = (x: number) => Array<number>(dimension).fill(x);
    const domain = fit ? [...corner(1), ...corner(0)] : [...corner(0), ...corner(model.edge)];
    const build = (focus: number) =>
      buildTree(this.steps, dimension, model.boxes, domain, depth, focus, kMostLinks);
    const tree = build(-1);
    const cell = pointing.find(tree, model.count);
    if (cell === undefined) return tree;
    const {listed} = build(cell.index);
    const {object} = pointing.focus;
    tree.listed = object === undefined ? listed : pairsOf(object, listed);
    return tree;
  }

  private count(tree: Tree | undefined, seconds: number): void {
    const {counters} = this.host;
    const {model} = this;
    this.sinceCounted += seconds;
    if (this.sinceCounted < kCounted && !model.still && !this.dirty) return;
    this.sinceCounted = 0;
    counters.set('objects', model.count);
    counters.set('candidates', tree?.candidates ?? NaN);
    counters.set('tests', model.tests);
    counters.set('pairs', model.pairs.length / 2);
    counters.set('us', Math.round(model.microseconds), 'µs');
    counters.set('cells', Math.round(this.building.microseconds), 'µs');
    counters.set('drawing', Math.round(this.drawing.microseconds), 'µs');
    counters.set('frame', model.frame);
  }

  private points(): Float64Array | undefined {
    const {curve, dimension} = this.settings;
    const depth = Math.min(this.settings.depth, dimension === 2 ? 6 : 4);
    if (!curve) return undefined;
    if (this.curve?.depth !== depth) {
      this.curve = {depth, points: this.steps.call('curve', [dimension, depth])};
    }
    return this.curve.points;
  }

  // --- Requests ----------------------------------------------------------------------------------

  private restart(changes: Partial<Settings>): void {
    const settings = {...this.settings, ...changes, frame: 0};
    if (settings.dimension !== this.settings.dimension) {
      const {n, depth} = defaults(settings.dimension);
      this.host.remember(stateOf({...settings, n, depth}, []));
      return this.again({...settings, n, depth});
    }
    Object.assign(this.settings, settings);
    this.model.free();
    this.model = new Model(this.host.masu, this.settings, new MovingScene(this.steps, this.settings, []));
    this.pointing.forget();
    this.showState();
  }

  private change(changes: Partial<Settings>): void {
    Object.assign(this.settings, changes);
    if ('running' in changes) this.settings.frame = this.model.frame;
    this.showState();
  }

  private step(): void {
    this.settings.running = false;
    this.model.step();
    this.settings.frame = this.model.frame;
    this.showState();
  }

  /** Adds an object at the cursor, or in the center. */
  private addHere(): void {
    const {dimension} = this.settings;
    const center = this.pointing.position ?? Array<number>(dimension).fill(this.model.edge / 2);
    this.model.add(this.inWorld(center));
    this.showState();
  }
  /** Removes the object under the cursor, or the last one. */
  private removeHere(): void {
    if (this.model.count > 0) this.take(this.pointing.focus.object ?? this.model.count - 1);
  }
  private take(object: number): void {
    this.model.remove(object);
    this.pointing.forget();
    this.showState();
  }

  /** Returns the nearest point of the world: nothing is put outside, where no cell would hold it. */
  private inWorld(center: readonly number[]): number[] {
    return center.map((x) => Math.min(this.model.edge, Math.max(0, x)));
  }

  private hands(): Hands {
    return {
      point: (position, object) => { this.pointing.inSpace(position, object); this.dirty = true; },
      hold: (object, center) => { this.model.hold(object, this.inWorld(center)); this.dirty = true; },
      release: () => { this.model.release(); this.showState(); },
      tap: (position, object) => {
        if (!this.settings.boxes) return;
        if (this.settings.tap === 'remove' && object !== undefined) this.take(object);
        const inside = position.every((x) => x >= 0 && x <= this.model.edge);
        if (this.settings.tap === 'add' && object === undefined && inside) this.model.add(position);
        this.showState();
      },
    };
  }

  /** Writes the state into the address and onto the button. */
  private showState(): void {
    this.dirty = true;
    this.untimed = kTimed;
    this.pause.textContent = this.settings.running ? 'Pause' : 'Run';
    this.host.remember(stateOf(this.settings, this.model.edits));
  }
}

function part(parent: HTMLElement, name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  parent.append(element);
  return element;
}
