// SPDX-License-Identifier: MIT
// The position of all methods: a number of steps, the same for all or as a share of each one's own.
import type {Controls} from '../../shell/controls';
import {eachFrame} from '../../shell/frames';

export const paces = [['steps', 'same number of steps'], ['share', 'all end together']] as const;
export type Pace = (typeof paces)[number][0];

export interface PlayerState {
  at: number;
  speed: number;
  pace: Pace;
}

export class Player {
  private playing = false;
  private longest = 1;
  private resting = 0;
  private readonly position: HTMLInputElement;
  private readonly play: HTMLButtonElement;
  private readonly stopFrames: () => void;

  /** moved is called when the position changes, rested when it stays there for now. */
  constructor(
    buttons: Controls, more: Controls, scrub: Controls, readonly state: PlayerState,
    private readonly moved: () => void, private readonly rested: () => void,
  ) {
    this.play = buttons.button('play', '', () => this.toggle(), ' ');
    more.button('first', '|◀', () => this.rest(0), 'Home').setAttribute('aria-label', 'To the start');
    more.button('back', '◀', () => this.rest(Math.ceil(state.at) - 1), ',').setAttribute('aria-label', 'One step back');
    more.button('step', '▶', () => this.rest(Math.floor(state.at) + 1), '.').setAttribute('aria-label', 'One step');
    more.button('end', '▶|', () => this.rest(this.longest), 'End').setAttribute('aria-label', 'To the end');
    more.slider('speed', 'steps per second', {min: 1, max: 3000, log: true}, state.speed, (value) => {
      state.speed = value;
      rested();
    });
    this.position = scrub.slider('at', 'step', {min: 0, max: 1}, 0, (value) => {
      this.pause();
      state.at = value;
      moved();
      // Not at each of the many positions it passes.
      clearTimeout(this.resting);
      this.resting = window.setTimeout(rested, 150);
    });
    this.label();
    this.stopFrames = eachFrame((seconds) => this.frame(seconds));
  }

  /** The end of the scale: the steps of the longest visible method. */
  set length(steps: number) {
    this.longest = Math.max(1, steps);
    this.position.max = String(this.longest);
    this.state.at = Math.min(this.state.at, this.longest);
    this.showPosition();
  }

  /** Returns the present step of a method with this many steps. */
  stepOf(length: number): number {
    const {at, pace} = this.state;
    return pace === 'share' ? Math.round(length * at / this.longest) : Math.min(length, Math.floor(at));
  }

  rest(at: number): void {
    this.pause();
    this.state.at = Math.min(this.longest, Math.max(0, at));
    this.showPosition();
    this.moved();
    this.rested();
  }

  stop(): void {
    clearTimeout(this.resting);
    this.stopFrames();
  }

  private pause(): void {
    this.playing = false;
    this.label();
  }

  private toggle(): void {
    if (this.playing) return this.rest(Math.floor(this.state.at));
    if (this.state.at >= this.longest) this.state.at = 0;
    this.playing = true;
    this.label();
  }

  private frame(seconds: number): void {
    if (!this.playing) return;
    this.state.at = Math.min(this.longest, this.state.at + seconds * this.state.speed);
    this.showPosition();
    this.moved();
    if (this.state.at < this.longest) return;
    this.pause();
    this.rested();
  }

  private showPosition(): void {
    const at = Math.floor(this.state.at);
    this.position.value = String(at);
    const shown = this.position.nextElementSibling;
    if (shown !== null) shown.textContent = at.toLocaleString('en');
  }

  private label(): void {
    this.play.textContent = this.playing ? 'Pause' : 'Play';
    this.play.setAttribute('aria-pressed', String(this.playing));
  }
}
