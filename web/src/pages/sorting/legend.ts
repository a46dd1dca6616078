// SPDX-License-Identifier: MIT

/** Explains the colours of the panels. */
export function legend(): HTMLElement {
  const list = document.createElement('ul');
  list.className = 'legend';
  const rows: readonly (readonly [string, string])[] = [
    ['background: linear-gradient(90deg, #4f5bb5, #25a884, #f2d13a)', 'first to last in the order that the method makes'],
    ['border-color: var(--candidate)', 'looked at now'],
    ['border-color: var(--hit)', 'a pair'],
    ['border-color: var(--cell)', 'what space is cut into'],
    ['border: 2px dashed var(--focus)', 'bounds, cells on the way'],
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
