// SPDX-License-Identifier: MIT
// The drawer below each page: why it works, what it costs, where it comes from, and its code.
import './why.css';

export interface Why {
  /** Paragraphs. */
  readonly text: readonly string[];
  readonly complexity: string;
  /** Of the five papers and articles, by their letters in docs/sources.md. */
  readonly source: string;
  readonly cpp: string;
  readonly js: string;
  /** Paths of the guide and of the code in the repository. */
  readonly guide: string;
  readonly code: string;
}

/** Set by vite.config.ts from packaging/repository_url.txt; empty while there is no public one. */
declare const __REPOSITORY__: string;

/** Adds the drawer. load: the words, when it is first opened. */
export function addWhy(parent: HTMLElement, load: () => Promise<Why>): void {
  const drawer = document.createElement('details');
  drawer.className = 'why';
  const summary = document.createElement('summary');
  summary.textContent = 'Why this works';
  drawer.append(summary);
  parent.append(drawer);
  let filled = false;
  drawer.addEventListener('toggle', () => {
    if (!drawer.open || filled) return;
    filled = true;
    load().then((why) => drawer.append(...parts(why)), () => { filled = false; });
  });
}

function parts(why: Why): HTMLElement[] {
  const words = part('text', 'div');
  for (const line of why.text) words.append(paragraph(line));
  const costs = part('complexity', 'p', 'Complexity');
  costs.append(why.complexity);
  const source = part('source', 'p', 'Source');
  source.append(why.source);
  const cpp = part('cpp', 'div', 'C++');
  cpp.append(listing(why.cpp));
  const js = part('js', 'div', 'JavaScript');
  js.append(listing(why.js));
  const links = part('links', 'p', 'More');
  links.append('guide ', fileOf(why.guide), ' · code ', fileOf(why.code), ' · package ', code('npm install masu'), ' ');
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.name = 'link';
  copy.textContent = 'Copy the link to this view';
  copy.addEventListener('click', () => void copyAddress(status));
  const share = part('share', 'p');
  share.append(copy, ' ', status);
  return [words, costs, source, cpp, js, links, share];
}

async function copyAddress(status: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = 'Copied.';
  } catch {
    status.textContent = `Copy this: ${location.href}`;
  }
}

function part(name: string, tag: 'div' | 'p', title = ''): HTMLElement {
  const made = document.createElement(tag);
  made.dataset.part = name;
  if (title === '') return made;
  const bold = document.createElement('b');
  bold.textContent = title;
  made.append(bold, ' ');
  return made;
}

function paragraph(text: string): HTMLElement {
  const made = document.createElement('p');
  made.textContent = text;
  return made;
}

function code(text: string): HTMLElement {
  const made = document.createElement('code');
  made.textContent = text;
  return made;
}

function listing(text: string): HTMLElement {
  const made = document.createElement('pre');
  made.append(code(text));
  return made;
}

/** A file of the repository: a link if that is public. */
function fileOf(path: string): HTMLElement {
  if (__REPOSITORY__ === '') return code(path);
  const link = document.createElement('a');
  link.href = `${__REPOSITORY__}/blob/main/${path}`;
  link.append(code(path));
  return link;
}
