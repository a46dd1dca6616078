// SPDX-License-Identifier: MIT

/** Explains the colours of the panels. */
export function legend(): HTMLElement {
  const list = document.createElement('ul');
  list.className = 'legend';
  const rows: readonly (readonly [string, string])[] = [
    ['background: linear-gradient(90deg, #4f5bb5, #25a884, #f2d13a)', 'first to last in the order of the method'],
    ['border-color: var(--candidate)', 'used in this step'],
    ['border-color: var(--hit)', 'a pair'],
    ['border-color: var(--cell)', 'cells or regions'],
    ['border: 2px dashed var(--focus)', 'bounds, cells on the path'],
  ];
  for (const [style, text] of rows) {
    const item = document.createElement('li');
    const sample = document.createElement('i');
    sample.setAttribute('style', style);
    item.append(sample, text);
    list.append(item);
  }
  return list;
}
