// SPDX-License-Identifier: MIT
// Sorting: every method on one scene, with each step of the C++ trace.
import {makeScene, sceneNames, type SceneName} from '../../scene/scene';
import {numberIn, wordIn} from '../../shell/address';
import {Controls} from '../../shell/controls';
import {MedianTime} from '../../shell/frames';
import type {Host, Running} from '../../shell/page';
import {loadSteps} from '../../shell/steps';
import {onTheme} from '../../shell/theme';
import {Growth, measures} from './growth';
import {legend} from './legend';
import {methods} from './methods';
import {Panel} from './panel';
import {paces, Player, type PlayerState} from './player';
import {Replay} from './replay';
import {domainOf, samePairs} from './scene_of';
import './sorting.css';
import type {SceneView} from './space';
import {runMethod} from './tape';

const kPhone = matchMedia('(max-width: 640px)');
const ids = ['all', ...methods.map(({id}) => id)] as [string, ...string[]];
const mosts = ['4096', '8192', '1024'] as const;

export async function start(host: Host): Promise<Running> {
  const {root, counters, state} = host;
  const steps = await loadSteps();
  const choice = {
    scene: wordIn(state, 'scene', sceneNames),
    n: Math.round(numberIn(state, 'n', 32, 4, 64)),
    seed: Math.round(numberIn(state, 'seed', 1, 1, 100)),
    show: wordIn(state, 'show', ids),
    measure: wordIn(state, 'measure', ['work', 'tests', 'comparisons']),
    most: wordIn(state, 'most', mosts),
  };
  const playing: PlayerState = {
    at: numberIn(state, 'at', 0, 0, 1e6), speed: numberIn(state, 'speed', 60, 1, 3000),
    pace: wordIn(state, 'pace', ['steps', 'share']),
  };
  const buttons = new Controls(root);
  root.lastElementChild!.classList.add('play');
  const more = buttons.more();
  const scrub = new Controls(root);
  root.lastElementChild!.classList.add('scrub');
  const same = document.createElement('p');
  same.className = 'same';
  const sorts = document.createElement('div');
  sorts.className = 'sorts';
  root.append(same, sorts, legend());
  const growthRoot = document.createElement('section');
  growthRoot.className = 'growth';
  root.append(growthRoot);

  let scene: SceneView;
  let replays: Replay[] = [];
  const time = new MedianTime();
  const panels = methods.map((method) => new Panel(sorts, method, () => enlarge(choice.show === method.id ? 'all' : method.id)));
  // On a phone one at a time: the first, if none is chosen.
  const alone = () => (choice.show === 'all' && kPhone.matches ? methods[0]!.id : choice.show);
  const visible = (k: number) => alone() === 'all' || methods[k]!.id === alone();

  const draw = () => {
    const shown = replays.map((_, k) => k).filter(visible);
    time.of(() => { for (const k of shown) replays[k]!.goTo(player.stepOf(replays[k]!.length)); });
    for (const k of shown) panels[k]!.show(replays[k]!, scene);
    counters.set('step', Math.max(...shown.map((k) => replays[k]!.at)));
    counters.set('tests', shown.reduce((sum, k) => sum + replays[k]!.counted.tests, 0));
    counters.set('us', Math.round(time.microseconds), 'µs');
    const ended = shown.every((k) => replays[k]!.at === replays[k]!.length);
    const equal = samePairs(replays.map(({run}) => run.pairs));
    same.classList.toggle('yes', ended && equal);
    same.dataset.same = String(equal);
    same.textContent = !ended ? '' : equal
      ? `✓ All ${methods.length} methods find the same ${replays[0]!.run.counted.pairs} pairs.` : 'The pairs differ!';
  };
  const remember = () => host.remember({
    scene: choice.scene, n: choice.n, seed: choice.seed, show: choice.show === 'all' ? undefined : choice.show,
    at: Math.floor(playing.at) || undefined, speed: playing.speed === 60 ? undefined : playing.speed,
    pace: playing.pace === 'steps' ? undefined : playing.pace,
    measure: choice.measure === 'work' ? undefined : choice.measure, most: choice.most === mosts[0] ? undefined : choice.most,
  });
  const player = new Player(buttons, more, scrub, playing, draw, remember);
  const lay = () => {
    const one = alone() !== 'all';
    sorts.classList.toggle('one', one);
    root.classList.toggle('one', one);
    panels.forEach((panel, k) => {
      panel.root.classList.toggle('hidden', !visible(k));
      panel.large = one;
    });
    player.length = Math.max(...replays.map(({length}, k) => (visible(k) ? length : 1)));
    draw();
  };
  const enlarge = (id: string) => {
    if (id === 'all' && kPhone.matches) return;
    choice.show = id;
    showing.value = id;
    lay();
    remember();
  };
  const make = () => {
    const made = makeScene(steps, 2, choice.scene, choice.n, choice.seed);
    scene = {boxes: made.boxes, domain: domainOf(made.boxes)};
    const which = sceneNames.indexOf(choice.scene);
    replays = methods.map(({id}, k) => new Replay(runMethod(steps, k, id, which, choice.n, choice.seed), scene.domain));
    counters.set('objects', choice.n);
    counters.set('pairs', replays[0]!.run.counted.pairs);
    lay();
  };
  const restart = () => { playing.at = 0; make(); remember(); };
  const measure = () => void growth.run(sceneNames.indexOf(choice.scene), choice.seed, Number(choice.most));

  more.select('scene', 'scene', sceneNames.map((name) => [name, name.replace('_', ' ')] as const), choice.scene,
    (name: SceneName) => { choice.scene = name; restart(); measure(); });
  more.slider('n', 'objects', {min: 4, max: 64}, choice.n, (n) => { choice.n = n; restart(); });
  more.slider('seed', 'seed', {min: 1, max: 100}, choice.seed, (seed) => { choice.seed = seed; restart(); measure(); });
  const showing = buttons.select('show', 'show', [['all', 'all methods'], ...methods.map(({id, title}) => [id, title] as const)],
    choice.show, (id: string) => { choice.show = id; lay(); remember(); });
  more.select('pace', 'pace', paces, playing.pace, (pace) => { playing.pace = pace; draw(); remember(); });

  const growth = new Growth(growthRoot, steps);
  const growthControls = new Controls(growthRoot);
  growthControls.select('measure', 'count', measures, choice.measure, (word) => { choice.measure = word; growth.show(word); remember(); });
  growthControls.select('most', 'up to', mosts.map((most) => [most, `${Number(most).toLocaleString('en')} objects`] as const), choice.most,
    (most) => { choice.most = most; remember(); measure(); });

  make();
  growth.show(choice.measure);
  measure();
  const stopTheme = onTheme(() => { for (const panel of panels) panel.draw(); });
  kPhone.addEventListener('change', lay);
  return {
    stop() {
      player.stop();
      growth.stop();
      stopTheme();
      kPhone.removeEventListener('change', lay);
      for (const panel of panels) panel.stop();
    },
  };
}
