// SPDX-License-Identifier: MIT
// Sliders, lists, switches and buttons in a row, each with a label and a name for tests.
import {quietOutput} from './quiet';

export class Controls {
  private readonly root = document.createElement('form');

  constructor(parent: HTMLElement) {
    this.root.className = 'controls';
    this.root.addEventListener('submit', (event) => event.preventDefault());
    parent.append(this.root);
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
    this.root.append(button);
    return button;
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
    this.root.append(around);
  }
}

/** Returns whether an element in focus handles a key itself. */
function isItsOwn(element: HTMLElement | null, key: string): boolean {
  if (element === null) return false;
  if (element.matches('button, input[type=checkbox]')) return key === ' ' || key === 'Enter';
  if (element.matches('input[type=range]')) return /^(Arrow|Page|Home|End)/.test(key);
  return element.matches('input, select, textarea');
}

/** Presses the button of the page that names the key. Returns a function that ends this. */
export function listenToKeys(root: HTMLElement): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isItsOwn(event.target as HTMLElement | null, event.key)) return;
    const button = root.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(event.key)}"]`);
    if (button === null) return;
    event.preventDefault();
    button.click();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
