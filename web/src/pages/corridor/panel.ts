// SPDX-License-Identifier: MIT
// The controls of the page: each changes one setting.
import {Controls} from '../../shell/controls';
import {least, most, shows, type Settings} from './settings';

/** What must be updated after a change. */
export type Needs = 'map' | 'balls' | 'boxes' | 'picture';

export interface Buttons {
  pause(): void;
  step(): void;
  fit(): void;
  follow(): void;
  undo(): void;
}

export class Panel {
  private readonly map: HTMLSelectElement;
  private readonly pauseButton: HTMLButtonElement;
  private readonly ofShow: HTMLInputElement;
  private readonly ofSeeded: HTMLInputElement[];
  private readonly draws: HTMLInputElement;
  private readonly undoes: HTMLButtonElement;
  private readonly roams: HTMLInputElement;
  private readonly follows: HTMLInputElement;

  constructor(
    parent: HTMLElement, settings: Settings, seeded: boolean,
    maps: readonly [string, string][],
    change: (changes: Partial<Settings>, needs: Needs) => void, buttons: Buttons,
  ) {
    const first = new Controls(parent);
    const more = first.more();
    const number = (name: 'walls' | 'balls' | 'speed' | 'size' | 'k', label: string,
      needs: Needs, log: boolean, step = 1, controls = more) => controls.slider(
      name, label, {min: least[name], max: most[name], log, step}, settings[name],
      (value) => change({[name]: value}, needs));
    this.pauseButton = first.button('pause', '', buttons.pause, ' ');
    this.map = first.select('map', 'map', maps, settings.map, (map) => change({map}, 'map'));
    number('balls', 'balls', 'balls', false, 100, first);
    this.undoes = first.button('undo', 'undo line', buttons.undo, 'Backspace');
    this.draws = first.toggle('draw', 'draw lines', settings.draw,
      (draw) => change({draw}, 'picture'));

    more.button('step', 'one frame', buttons.step, '.');
    more.button('fit', 'whole map', buttons.fit, '0');
    this.follows = more.toggle('follow', 'follow ball', settings.follow,
      (follow) => {
        change({follow}, 'picture');
        if (follow) buttons.follow();
      });
    this.roams = more.toggle('roam', 'ball wanders', settings.roam,
      (roam) => change({roam}, 'picture'));
    more.select('show', 'show', [
      [shows[0], 'chain boxes'], [shows[1], 'groups of k'], [shows[2], 'only balls'],
    ], settings.show, (show) => change({show}, 'boxes'));
    this.ofShow = number('k', 'k', 'boxes', false);
    more.select('response', 'at a wall', [['bounce', 'reflect'], ['slide', 'slide']],
      settings.response, (response) => change({response}, 'balls'));
    number('speed', 'radii per frame', 'map', true, 0.1);
    number('size', 'size %', 'map', false);
    this.ofSeeded = [
      number('walls', 'walls', 'map', true),
      more.slider('seed', 'seed', {min: 1, max: 99}, settings.seed,
        (seed) => change({seed}, 'map')),
    ];
    this.show(settings, seeded);
  }

  /** Shows the controls that fit the settings, and their values. */
  show(settings: Settings, seeded: boolean): void {
    this.map.value = settings.map;
    this.pauseButton.textContent = settings.run ? 'Pause' : 'Run';
    this.roams.checked = settings.roam;
    this.follows.checked = settings.follow;
    visible(this.ofShow, settings.show === 'groups');
    for (const each of this.ofSeeded) visible(each, seeded);
    this.draws.checked = settings.draw;
    visible(this.draws, settings.map === 'drawn');
    this.undoes.style.display = settings.map === 'drawn' ? '' : 'none';
  }
}

function visible(input: HTMLInputElement, is: boolean): void {
  input.parentElement!.style.display = is ? '' : 'none';
}
