// SPDX-License-Identifier: MIT
// One method: its space, its sort, its counters.
import {quietOutput} from '../../shell/quiet';
import {Stage} from '../../shell/stage';
import {drawMethod} from './draw';
import type {Method} from './methods';
import type {Replay} from './replay';
import type {SceneView} from './space';
import type {Counted} from './tape';

const kCounters: readonly (keyof Counted)[] = ['tests', 'comparisons', 'shifts', 'nodes', 'pairs'];

export class Panel {
  readonly root = document.createElement('article');
  private readonly stage: Stage;
  private readonly caption = document.createElement('p');
  private readonly step = quietOutput();
  private readonly outputs = new Map<keyof Counted, HTMLOutputElement>();
  private shown: {replay: Replay; scene: SceneView} | undefined;
  private big = false;

  constructor(parent: HTMLElement, readonly method: Method, chosen: () => void) {
    this.root.className = 'sort';
    this.root.dataset.method = method.id;
    this.root.innerHTML = '<h2></h2><div class="work"></div>';
    const [title, work] = this.root.children as unknown as [HTMLElement, HTMLElement];
    const button = document.createElement('button');
    button.type = 'button';
    button.append(method.title);
    button.title = 'Enlarge, or shrink again';
    const sort = document.createElement('span');
    sort.textContent = method.sort;
    sort.style.color = `var(--${method.colour})`;
    button.append(' = ', sort);
    button.addEventListener('click', chosen);
    this.step.className = 'step';
    title.append(button, this.step);
    this.caption.className = 'caption';
    const about = document.createElement('p');
    about.className = 'about';
    about.textContent = method.description;
    title.after(about);
    for (const name of kCounters) {
      const label = document.createElement('label');
      const output = quietOutput();
      output.dataset.counted = name;
      label.append(name, output);
      this.outputs.set(name, output);
      work.append(label);
    }
    this.root.append(this.caption);
    parent.append(this.root);
    this.stage = new Stage(this.root, () => this.draw(), `${method.title}: the scene, and ${method.sort}`);
    this.root.insertBefore(this.stage.canvas, work);
    this.root.insertBefore(this.caption, work);
    this.stage.canvas.addEventListener('click', chosen);
  }

  set large(large: boolean) {
    this.big = large;
    this.root.classList.toggle('large', large);
    this.draw();
  }

  show(replay: Replay, scene: SceneView): void {
    this.shown = {replay, scene};
    for (const [name, output] of this.outputs) {
      const value = replay.counted[name];
      // Counters that a method never uses are hidden.
      output.parentElement!.hidden = replay.run.counted[name] === 0 && name !== 'tests' && name !== 'pairs';
      output.dataset.value = String(value);
      output.textContent = value.toLocaleString('en');
    }
    this.step.dataset.value = String(replay.at);
    this.step.textContent = `${replay.at.toLocaleString('en')} / ${replay.length.toLocaleString('en')}`;
    this.root.classList.toggle('done', replay.at === replay.length);
    this.caption.textContent = replay.at === replay.length ? `Done: ${replay.counted.pairs} pairs` : replay.caption;
    this.draw();
  }

  draw(): void {
    const stage: Stage | undefined = this.stage;
    if (this.shown === undefined || stage === undefined || stage.width === 0) return;
    const {replay, scene} = this.shown;
    drawMethod(stage, this.method.id, replay, scene, this.big);
  }

  stop(): void {
    this.stage.stop();
  }
}
