// SPDX-License-Identifier: MIT
// The numbers above a page. Each has its name as data-counter and its exact value as data-value.
import {quietOutput} from './quiet';

/** Other words than the names. */
const kLabels: Record<string, string> = {us: 'masu', 'so far': 'touched so far', cells: 'tree shown'};

/** Width of a letter of a unit, in digits. */
const kUnit = 0.85;
/** Shorter numbers get no space for longer ones. */
const kLeast = 2;

export class Counters {
  private readonly outputs = new Map<string, HTMLOutputElement>();

  constructor(private readonly root: HTMLElement) {}

  /** Shows a number under a name; unit is a word after it. */
  set(name: string, value: number, unit = ''): void {
    const output = this.outputs.get(name) ?? this.add(name);
    const exact = String(value);
    if (output.dataset.value === exact) return;
    output.dataset.value = exact;
    const number = shown(value);
    output.textContent = `${number}${unit === '' ? '' : `\u202f${unit}`}`;
    // As wide as its longest number so far: names stay where they are, and lines break where they did.
    const wide = number.length + kUnit * unit.length;
    if (wide <= Number(output.dataset.wide ?? kLeast)) return;
    output.dataset.wide = String(wide);
    output.style.minWidth = `${wide}ch`;
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
