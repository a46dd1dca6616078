// SPDX-License-Identifier: MIT
// The shell: a menu, one page at a time, and its state in the address.
import type {Masu} from 'masu';
import './style.css';
import {pages} from './pages/pages';
import {addressOf, readAddress, type Address} from './shell/address';
import {Counters} from './shell/counters';
import {listenToKeys} from './shell/keys';
import {keepOffline} from './shell/offline';
import type {Entry, Running} from './shell/page';
import {bindTheme} from './shell/theme';
import {addWhy} from './shell/why';

const main = document.querySelector('main')!;
const menu = document.querySelector('nav')!;
bindTheme(document.querySelector<HTMLButtonElement>('button.theme')!);

// A file of its own, which stays in caches when the pages change.
let library: Promise<Masu> | undefined;
function loadLibrary(): Promise<Masu> {
  library ??= import('masu').then(({init}) => init());
  // After a failure the next page tries again.
  library.catch(() => { library = undefined; });
  return library;
}
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
  const {root, heading, counters} = frame(page);
  try {
    const [{start}, masu] = await Promise.all([page.load(), loadLibrary()]);
    if (request !== lastRequest) return;
    const started = await start({root, heading, masu, counters, state, remember: rememberer(request)});
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
    keepOffline();
  } catch (error) {
    if (request === lastRequest) showFailure(root, error);
    throw error;
  }
}

/** Shows what went wrong, and tries again on request or when the network is back. */
function showFailure(root: HTMLElement, error: unknown): void {
  const line = document.createElement('p');
  line.className = 'error';
  line.setAttribute('role', 'alert');
  line.textContent = `This page could not start: ${error instanceof Error ? error.message : error}`;
  const again = document.createElement('button');
  again.type = 'button';
  again.name = 'again';
  again.textContent = 'Try again';
  const retry = () => {
    removeEventListener('online', retry);
    if (!root.isConnected) return;
    // Some browsers remember that a module failed to load. A new document forgets it.
    if (error instanceof TypeError && /module|import/i.test(error.message)) return location.reload();
    shown = undefined;
    void show();
  };
  again.addEventListener('click', retry);
  addEventListener('online', retry);
  root.replaceChildren(line, again);
}

function frame(page: Entry): {root: HTMLElement; heading: HTMLElement; counters: Counters} {
  const line = document.createElement('h1');
  line.className = 'line';
  line.textContent = page.line;
  const numbers = document.createElement('div');
  numbers.className = 'counters';
  const root = document.createElement('section');
  root.className = `page ${page.id}`;
  delete main.dataset.ready;
  main.replaceChildren(line, numbers, root);
  if (page.why !== undefined) addWhy(main, page.why);
  return {root, heading: line, counters: new Counters(numbers)};
}

// Some browsers refuse more than a hundred changes in half a minute: then the last is written later.
let writing = 0;
function writeAddress(address: Address): void {
  clearTimeout(writing);
  try {
    history.replaceState(null, '', addressOf(address));
  } catch {
    writing = window.setTimeout(() => { if (shown === address) writeAddress(address); }, 2000);
  }
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
    writeAddress(shown);
  };
}

addEventListener('hashchange', () => void show());
if (typeof WebAssembly === 'object') void show();
