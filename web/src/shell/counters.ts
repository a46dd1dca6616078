// SPDX-License-Identifier: MIT
// The numbers above a page. Each has its name as data-counter and its exact value as data-value.
import {quietOutput} from './quiet';

/** Other words than the names. */
const kLabels: Record<string, string> = {us: 'masu', 'so far': 'touched so far', cells: 'tree shown'};

/** Of the space for a number. */
const kLeastChars = 3;

export class Counters {
  private readonly outputs = new Map<string, HTMLOutputElement>();

  constructor(private readonly root: HTMLElement) {}

  /** Shows a number under a name; unit is a word after it. */
  set(name: string, value: number, unit = ''): void {
    const output = this.outputs.get(name) ?? this.add(name);
    const exact = String(value);
    if (output.dataset.value === exact) return;
    output.dataset.value = exact;
    const text = output.textContent = `${shown(value)}${unit === '' ? '' : `\u202f${unit}`}`;
    // As wide as its longest number so far: names stay where they are, and lines break where they did.
    const chars = Math.max(text.length, Number(output.dataset.chars ?? kLeastChars));
    if (output.dataset.chars === String(chars)) return;
    output.dataset.chars = String(chars);
    output.style.minWidth = `${chars}ch`;
  }

  clear(): void {
    this.outputs.clear();
    this.root.replaceChildren();
  }

  private add(name: string): HTMLOutputElement {
    const label = document.createElement('label');
    const output = quietOutput();
    output.dataset.counter = name;
    label.append(kLabels[name] ?? name, output);
    this.root.append(label);
    this.outputs.set(name, output);
    return output;
  }
}

function shown(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return value.toPrecision(3).replace(/e\+?/, 'e');
}
