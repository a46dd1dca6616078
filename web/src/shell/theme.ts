// SPDX-License-Identifier: MIT
// Dark or light: the system's choice until the user makes one.

const kKey = 'masu-theme';
type Theme = 'dark' | 'light';
const listeners = new Set<() => void>();
const system = matchMedia('(prefers-color-scheme: dark)');

// Where a browser stores nothing for pages, the choice lasts while this page is open.
let chosen: string | null = null;
try {
  chosen = localStorage.getItem(kKey);
} catch {}

export function theme(): Theme {
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return system.matches ? 'dark' : 'light';
}

function choose(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(kKey, theme);
  } catch {}
}

export function bindTheme(button: HTMLButtonElement): void {
  const show = () => {
    document.documentElement.dataset.theme = theme();
    button.textContent = theme() === 'dark' ? '☀' : '☾';
    for (const listener of listeners) listener();
  };
  button.addEventListener('click', () => {
    choose(theme() === 'dark' ? 'light' : 'dark');
    show();
  });
  // In another window.
  addEventListener('storage', ({key, newValue}) => {
    if (key !== kKey) return;
    chosen = newValue;
    show();
  });
  system.addEventListener('change', show);
  show();
}

/** Calls the function whenever the colours change; returns a function that ends this. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A colour of style.css: `colour('cell')` is --cell. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
