// SPDX-License-Identifier: MIT
// Keys of a page: they work whatever is in focus, except those that the element in focus needs, and
// also while caps lock is on.

/** Returns the name of a key: letters in lower case. */
export function nameOf(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Returns whether an element in focus handles a key itself. */
export function isItsOwn(element: EventTarget | null, key: string): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element.matches('button, summary, a, input[type=checkbox]')) return key === ' ' || key === 'Enter';
  if (element.matches('input[type=range]')) return /^(Arrow|Page|Home|End)/.test(key);
  // Letters are the page's, not a search in the list: its keys are few, and a list opens by space.
  if (element.matches('select')) return /^(Arrow|Page|Home|End|Enter|Escape| )/.test(key);
  return element.matches('input, textarea, [contenteditable]');
}

/** Presses the button of the page that names the key. Returns a function that ends this. */
export function listenToKeys(root: HTMLElement): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isItsOwn(event.target, event.key)) return;
    const button = root.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(nameOf(event.key))}"]`);
    if (button === null) return;
    event.preventDefault();
    button.click();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
