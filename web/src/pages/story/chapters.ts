// SPDX-License-Identifier: MIT
// The parts of the story: a figure beside its words.
import {addressOf} from '../../shell/address';
import {quietOutput} from '../../shell/quiet';
import {pages} from '../pages';
import {methods} from '../sorting/methods';
import type {Replay} from '../sorting/replay';
import type {Boxes} from './boxes';
import {code, lineOf} from './code';
import {Crowd} from './crowd';
import {Figure, Plain} from './figure';
import {sentenceOf, type Language} from './sentences';
import {filled, words, type Chapter, type Words} from './words';

/** What the page shows in a language. */
export interface Part {
  speak(language: Language): void;
  draw?(): void;
  moved?(): void;
  stop?(): void;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, name: string, parent: HTMLElement,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (name !== '') made.className = name;
  parent.append(made);
  return made;
}

/** A chapter: title, words, figure. */
export class Frame {
  readonly words: HTMLElement;
  readonly figure: HTMLElement;
  private readonly title: HTMLElement;
  private readonly text: HTMLElement;

  constructor(parent: HTMLElement, name: string) {
    const root = element('section', `chapter ${name}`, parent);
    root.dataset.chapter = name;
    this.words = element('div', 'words', root);
    this.title = element('h2', '', this.words);
    this.text = element('div', 'text', this.words);
    this.figure = element('figure', '', root);
  }

  speak({title, sort, text}: Chapter): void {
    this.title.replaceChildren(title);
    if (sort !== '') element('small', '', this.title).textContent = sort;
    this.text.replaceChildren(...text.map((line) => {
      const p = document.createElement('p');
      p.textContent = line;
      return p;
    }));
  }
}

const triangle = (n: number) => n * (n - 1) / 2;

/** A method, played on the boxes. */
export class MethodPart implements Part {
  private readonly frame: Frame;
  private readonly figure: Figure;
  private readonly lines: HTMLElement[];
  private readonly sentence: HTMLElement;
  private readonly tally: HTMLElement;
  private language: Language = 'en';
  private last: Replay | undefined;

  constructor(parent: HTMLElement, private readonly k: number, private readonly boxes: Boxes) {
    this.frame = new Frame(parent, methods[k]!.id);
    const listing = element('pre', 'code', this.frame.words);
    this.lines = code[this.id]!.map((line) => {
      const row = element('code', '', listing);
      row.textContent = line;
      return row;
    });
    this.sentence = element('p', 'sentence', this.frame.words);
    this.tally = element('p', 'tally', this.frame.words);
    this.figure = new Figure(this.frame.figure, k, this.id, boxes, (replay) => this.show(replay));
  }

  speak(language: Language): void {
    this.language = language;
    const {again, position, captions, chapters} = words[language];
    const chapter = chapters[this.id]!;
    this.frame.speak(chapter);
    this.figure.words = {label: `${chapter.title}: ${chapter.sort}`, again, position, captions};
    if (this.last !== undefined) this.show(this.last);
  }
  draw(): void {
    this.figure.draw();
  }
  moved(): void {
    this.figure.moved();
  }
  stop(): void {
    this.figure.stop();
  }

  private get id(): string {
    return methods[this.k]!.id;
  }

  private show(replay: Replay): void {
    this.last = replay;
    const step = replay.run.steps[replay.at - 1];
    const line = step === undefined ? -1 : lineOf(this.id, step);
    this.lines.forEach((row, k) => row.classList.toggle('now', k === line));
    this.sentence.textContent = sentenceOf(this.id, step, this.language);
    const {tests, pairs} = replay.counted;
    this.tally.textContent = filled(words[this.language].tally, {tests, pairs, all: triangle(this.boxes.count)});
    this.tally.dataset.tests = String(tests);
    this.tally.dataset.pairs = String(pairs);
  }
}

/** The boxes alone, at the start. */
export class StartPart implements Part {
  private readonly picture: Plain;
  private readonly line: HTMLElement;
  private language: Language = 'en';

  constructor(figure: HTMLElement, under: HTMLElement, private readonly boxes: Boxes) {
    this.picture = new Plain(figure, '', boxes);
    this.line = element('p', 'tally', under);
  }

  speak(language: Language): void {
    this.language = language;
    this.picture.stage.canvas.setAttribute('aria-label', words[language].title);
    this.moved();
  }
  draw(): void {
    this.picture.draw();
  }
  moved(): void {
    const {drag, overlap} = words[this.language];
    const hint = document.createElement('b');
    hint.textContent = drag;
    this.line.dataset.pairs = String(this.boxes.pairs);
    this.line.replaceChildren(hint, ` ${filled(overlap, {pairs: this.boxes.pairs, all: triangle(this.boxes.count)})}`);
    this.picture.draw();
  }
  stop(): void {
    this.picture.stage.stop();
  }
}

/** The tests of all methods, side by side. */
export class SamePart implements Part {
  private readonly frame: Frame;
  private readonly picture: Plain;
  private readonly rows: {name: HTMLElement; bar: HTMLElement; number: HTMLOutputElement}[];
  private language: Language = 'en';

  constructor(parent: HTMLElement, private readonly boxes: Boxes) {
    this.frame = new Frame(parent, 'same');
    this.picture = new Plain(this.frame.figure, '', boxes);
    const list = element('ul', 'bars', this.frame.words);
    this.rows = methods.map(({id}) => {
      const row = element('li', '', list);
      row.dataset.method = id;
      const name = element('span', '', row);
      const bar = element('i', '', row);
      const number = quietOutput();
      row.append(number);
      return {name, bar, number};
    });
  }

  speak(language: Language): void {
    this.language = language;
    this.frame.speak(words[language].same);
    this.picture.stage.canvas.setAttribute('aria-label', words[language].same.title);
    this.moved();
  }
  draw(): void {
    this.picture.draw();
  }
  moved(): void {
    const {chapters} = words[this.language];
    const most = Math.max(...this.boxes.replays.map(({run}) => run.counted.tests));
    this.rows.forEach(({name, bar, number}, k) => {
      const {tests} = this.boxes.replays[k]!.run.counted;
      name.textContent = chapters[methods[k]!.id]!.title;
      bar.style.width = `${60 * tests / most}%`;
      number.textContent = String(tests);
    });
    this.picture.draw();
  }
  stop(): void {
    this.picture.stage.stop();
  }
}

/** Thousands of boxes. */
export class CrowdPart implements Part {
  private readonly frame: Frame;
  private readonly crowd: Crowd;
  private readonly button = document.createElement('button');
  private readonly outputs = new Map<string, {name: HTMLElement; output: HTMLOutputElement}>();
  private language: Language = 'en';

  constructor(
    parent: HTMLElement, private readonly name: 'ten' | 'hundred', masu: ConstructorParameters<typeof Crowd>[2],
    steps: ConstructorParameters<typeof Crowd>[3], count: number,
  ) {
    this.frame = new Frame(parent, name);
    const list = element('dl', 'numbers', this.frame.words);
    for (const key of ['search', 'drawing', 'pictures', 'pairs', 'tests'] as const) {
      const row = element('div', key, list);
      const term = element('dt', '', row);
      const output = quietOutput();
      output.textContent = '–';
      element('dd', '', row).append(output);
      this.outputs.set(key, {name: term, output});
    }
    this.crowd = new Crowd(this.frame.figure, '', masu, steps, count, ({search, drawing, pictures, pairs, tests}) => {
      const shown = {search: ms(search), drawing: ms(drawing), pictures: whole(pictures), pairs: whole(pairs), tests: whole(tests)};
      for (const [key, text] of Object.entries(shown)) this.outputs.get(key)!.output.textContent = text;
      Object.assign(this.frame.figure.dataset, {search, drawing, pictures, pairs});
    });
    const row = element('div', 'play', this.frame.figure);
    this.button.type = 'button';
    this.button.name = 'run';
    this.button.addEventListener('click', () => {
      this.crowd.toggle();
      this.label(words[this.language]);
    });
    row.append(this.button);
  }

  speak(language: Language): void {
    this.language = language;
    const spoken = words[language];
    this.frame.speak(spoken[this.name]);
    for (const [key, {name}] of this.outputs) name.textContent = spoken.numbers[key as keyof Words['numbers']];
    this.frame.figure.querySelector('canvas')!.setAttribute('aria-label', spoken[this.name].title);
    this.label(spoken);
  }
  draw(): void {
    this.crowd.redraw();
  }
  stop(): void {
    this.crowd.stop();
  }

  private label({run, pause}: Words): void {
    this.button.textContent = this.crowd.isRunning ? pause : run;
  }
}

/** Cards that lead to the other pages. */
export class EndPart implements Part {
  private readonly frame: Frame;
  private readonly lines: {id: string; line: string; text: HTMLElement}[];

  constructor(parent: HTMLElement) {
    this.frame = new Frame(parent, 'end');
    this.frame.figure.remove();
    const cards = element('div', 'cards', this.frame.words);
    this.lines = pages.filter(({id}) => id !== 'story').map(({id, title, line}) => {
      const card = element('a', '', cards);
      card.href = addressOf({page: id, state: {}});
      element('b', '', card).textContent = title;
      return {id, line, text: element('span', '', card)};
    });
  }

  speak(language: Language): void {
    const {cards, end} = words[language];
    this.frame.speak(end);
    for (const {id, line, text} of this.lines) text.textContent = cards[id] ?? line;
  }
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
const whole = (value: number) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–');
