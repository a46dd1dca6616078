// SPDX-License-Identifier: MIT
// Sliders, lists, switches and buttons in a row, each with a label and a name for tests.
import {quietOutput} from './quiet';

const kOpen = 'masu-more';

function isOpen(): boolean {
  try {
    return localStorage.getItem(kOpen) === '1';
  } catch {
    return false;
  }
}

export class Controls {
  private readonly root: HTMLElement;
  private rest: Controls | undefined;

  constructor(parent: HTMLElement, tag: 'form' | 'div' = 'form') {
    this.root = document.createElement(tag);
    this.root.className = 'controls';
    this.root.addEventListener('submit', (event) => event.preventDefault());
    parent.append(this.root);
  }

  /** The controls that few need: hidden behind a word, until the user opens them on any page. */
  more(): Controls {
    if (this.rest !== undefined) return this.rest;
    const details = document.createElement('details');
    details.className = 'more';
    const summary = document.createElement('summary');
    summary.textContent = 'More';
    details.append(summary);
    details.open = isOpen();
    details.addEventListener('toggle', () => {
      try {
        localStorage.setItem(kOpen, details.open ? '1' : '0');
      } catch {}
    });
    this.root.append(details);
    this.rest = new Controls(details, 'div');
    return this.rest;
  }

  /** Adds a short text, such as which key does what. */
  hint(text: string): void {
    const hint = document.createElement('span');
    hint.className = 'hint';
    hint.textContent = text;
    this.root.append(hint);
  }

  slider(
    name: string, label: string, range: {min: number; max: number; step?: number; log?: boolean},
    value: number, changed: (value: number) => void,
  ): HTMLInputElement {
    const input = this.input(name, label, 'range');
    const scale = range.log === true ? Math.log : (x: number) => x;
    const back = range.log === true ? Math.exp : (x: number) => x;
    const step = range.step ?? 1;
    input.min = String(scale(range.min));
    input.max = String(scale(range.max));
    input.step = range.log === true ? 'any' : String(step);
    const shown = quietOutput();
    input.after(shown);
    const round = (x: number) => Number((Math.round(back(x) / step) * step).toPrecision(12));
    const show = () => { shown.textContent = round(Number(input.value)).toLocaleString('en'); };
    input.value = String(scale(value));
    show();
    input.addEventListener('input', () => {
      show();
      changed(round(Number(input.value)));
    });
    return input;
  }

  select<W extends string>(
    name: string, label: string, words: readonly (readonly [W, string])[], value: W,
    changed: (value: W) => void,
  ): HTMLSelectElement {
    const select = document.createElement('select');
    for (const [word, text] of words) select.append(new Option(text, word, false, word === value));
    select.addEventListener('change', () => changed(select.value as W));
    this.add(name, label, select);
    return select;
  }

  toggle(
    name: string, label: string, value: boolean, changed: (value: boolean) => void,
  ): HTMLInputElement {
    const input = this.input(name, label, 'checkbox');
    input.checked = value;
    input.addEventListener('change', () => changed(input.checked));
    return input;
  }

  /** key: does the same on the keyboard, unless the user is typing. */
  button(name: string, label: string, pressed: () => void, key?: string): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.name = name;
    button.textContent = label;
    if (key !== undefined) {
      button.setAttribute('aria-keyshortcuts', key === ' ' ? 'Space' : key);
      button.dataset.key = key;
      button.title = `Key: ${key === ' ' ? 'space' : key}`;
    }
    button.addEventListener('click', pressed);
    this.put(button);
    return button;
  }

  /** Before what is hidden. */
  private put(element: HTMLElement): void {
    const last = this.root.lastElementChild;
    if (last?.matches('details.more') === true) last.before(element);
    else this.root.append(element);
  }

  private input(name: string, label: string, type: string): HTMLInputElement {
    const input = document.createElement('input');
    input.type = type;
    this.add(name, label, input);
    return input;
  }

  private add(name: string, label: string, element: HTMLInputElement | HTMLSelectElement): void {
    element.name = name;
    const around = document.createElement('label');
    around.append(label, element);
    this.put(around);
  }
}
