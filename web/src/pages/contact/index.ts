// SPDX-License-Identifier: MIT
// Four tabs about two shapes or points.
import './contact.css';
import {wordIn} from '../../shell/address';
import type {Host, Running, State} from '../../shell/page';
import {loadSteps} from '../../shell/steps';
import {hasWebGL, showNoWebGL} from '../../shell/webgl';
import {start as gjk} from './gjk/flat';
import {start as hull} from './hull/flat';
import {start as kinds} from './kinds/flat';
import type {Mode} from './scene';
import {start as walk} from './walk/flat';

type Name = 'gjk' | 'walk' | 'kinds' | 'hull';
const modes: readonly {name: Name; title: string; flat: Mode; solid: () => Promise<{start: Mode}>}[] = [
  {name: 'gjk', title: 'GJK and EPA', flat: gjk, solid: () => import('./gjk/solid')},
  {name: 'walk', title: 'Voronoi walk', flat: walk, solid: () => import('./walk/solid')},
  {name: 'kinds', title: 'Point, area, volume', flat: kinds, solid: () => import('./kinds/solid')},
  {name: 'hull', title: 'Hull and dual', flat: hull, solid: () => import('./hull/solid')},
];

export async function start(host: Host): Promise<Running> {
  const steps = await loadSteps();
  const state: State = {...host.state};
  const tabs = document.createElement('div');
  tabs.className = 'tabs';
  tabs.setAttribute('role', 'tablist');
  const root = document.createElement('div');
  root.className = 'mode';
  host.root.append(tabs, root);
  let running: Running | undefined;
  let lastRequest = 0;

  // State that modes remember is theirs until they restart.
  const remember: Host['remember'] = (changes) => {
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) delete state[key];
      else state[key] = String(value);
    }
    host.remember(changes);
  };
  async function begin(changes: {[key: string]: string | undefined}): Promise<void> {
    remember(changes);
    const request = ++lastRequest;
    running?.stop();
    running = undefined;
    const name = wordIn(state, 'mode', ['gjk', 'walk', 'kinds', 'hull']);
    const mode = modes.find((each) => each.name === name)!;
    for (const tab of tabs.children) {
      tab.setAttribute('aria-selected', String((tab as HTMLElement).dataset.mode === name));
    }
    const dimension = state.d === '3' ? 3 : 2;
    if (dimension === 3 && !hasWebGL()) {
      return showNoWebGL(root, () => void begin({d: undefined, step: undefined}));
    }
    const run = dimension === 2 ? mode.flat : (await mode.solid()).start;
    if (request !== lastRequest) return;
    host.counters.clear();
    root.replaceChildren();
    root.dataset.mode = name;
    root.dataset.dimension = String(dimension);
    running = await run({
      host: {...host, state: {...state}, remember}, steps, root, dimension,
      restart: (more) => void begin({step: undefined, ...more}),
    });
  }

  for (const {name, title} of modes) {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.setAttribute('role', 'tab');
    tab.dataset.mode = name;
    tab.textContent = title;
    tab.addEventListener('click', () => void begin({mode: name === 'gjk' ? undefined : name, step: undefined}));
    tabs.append(tab);
  }
  await begin({});
  return {stop() { ++lastRequest; running?.stop(); }};
}
