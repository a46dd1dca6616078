// SPDX-License-Identifier: MIT
// The shell: a menu, one page at a time, and its state in the address.
import type {Masu} from 'masu';
import './style.css';
import {pages} from './pages/pages';
import {addressOf, readAddress, type Address} from './shell/address';
import {listenToKeys} from './shell/controls';
import {Counters} from './shell/counters';
import type {Entry, Running} from './shell/page';
import {bindTheme} from './shell/theme';

const main = document.querySelector('main')!;
const menu = document.querySelector('nav')!;
bindTheme(document.querySelector<HTMLButtonElement>('button.theme')!);

// A file of its own, which stays in caches when the pages change.
const library: Promise<Masu> = import('masu').then(({init}) => init());
let shown: Address | undefined;
let running: Running | undefined;
// Pages load asynchronously: only the last one requested is shown.
let lastRequest = 0;

for (const page of pages) {
  const link = document.createElement('a');
  link.href = addressOf({page: page.id, state: {}});
  link.textContent = page.title;
  link.title = page.line;
  menu.append(link);
}

async function show(): Promise<void> {
  const {page: pageId, state} = readAddress();
  const page = pages.find(({id}) => id === pageId) ?? pages[0]!;
  const address = {page: page.id, state};
  if (shown !== undefined && addressOf(address) === addressOf(shown)) return;
  shown = address;
  if (pageId !== page.id) history.replaceState(null, '', addressOf(shown));
  const request = ++lastRequest;
  running?.stop();
  running = undefined;
  for (const link of menu.querySelectorAll('a')) {
    const here = link.textContent === page.title;
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${page.title} – masu`;
  const {root, counters} = frame(page);
  try {
    const [{start}, masu] = await Promise.all([page.load(), library]);
    if (request !== lastRequest) return;
    const started = await start({root, masu, counters, state, remember: rememberer(request)});
    const keys = listenToKeys(root);
    if (request !== lastRequest) {
      keys();
      started.stop();
      return;
    }
    running = {stop() { keys(); started.stop(); }};
    main.dataset.ready = page.id;
    // For measurements of the loading time.
    performance.mark('page-ready');
  } catch (error) {
    const line = document.createElement('p');
    line.className = 'error';
    line.textContent = `This page could not start: ${error instanceof Error ? error.message : error}`;
    root.replaceChildren(line);
    throw error;
  }
}

function frame(page: Entry): {root: HTMLElement; counters: Counters} {
  const line = document.createElement('h1');
  line.className = 'line';
  line.textContent = page.line;
  const numbers = document.createElement('div');
  numbers.className = 'counters';
  const root = document.createElement('section');
  root.className = `page ${page.id}`;
  delete main.dataset.ready;
  main.replaceChildren(line, numbers, root);
  return {root, counters: new Counters(numbers)};
}

// The address is replaced, not added to the history: going back leaves the page.
function rememberer(request: number) {
  return (changes: Record<string, string | number | boolean | undefined>) => {
    if (shown === undefined || request !== lastRequest) return;
    const state = {...shown.state};
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) delete state[key];
      else state[key] = String(value);
    }
    shown = {...shown, state};
    history.replaceState(null, '', addressOf(shown));
  };
}

addEventListener('hashchange', () => void show());
void show();
