// SPDX-License-Identifier: MIT
// Dark or light: as the system has it until somebody says otherwise.

const kKey = 'masu-theme';
type Theme = 'dark' | 'light';
const listeners = new Set<() => void>();
const system = matchMedia('(prefers-color-scheme: dark)');

export function theme(): Theme {
  const chosen = localStorage.getItem(kKey);
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return system.matches ? 'dark' : 'light';
}

export function bindTheme(button: HTMLButtonElement): void {
  const show = () => {
    document.documentElement.dataset.theme = theme();
    button.textContent = theme() === 'dark' ? '☀' : '☾';
    for (const listener of listeners) listener();
  };
  button.addEventListener('click', () => {
    localStorage.setItem(kKey, theme() === 'dark' ? 'light' : 'dark');
    show();
  });
  system.addEventListener('change', show);
  show();
}

/** Calls the function whenever the colours change; gives what ends that. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A colour of style.css: `colour('cell')` is --cell. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
