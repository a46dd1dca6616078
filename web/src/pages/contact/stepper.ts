// SPDX-License-Identifier: MIT
// Steps forward and back through the records of an algorithm.
import {Controls} from '../../shell/controls';

export class Stepper {
  private readonly root = document.createElement('div');
  private readonly slider: HTMLInputElement;
  private readonly output: HTMLOutputElement;
  private readonly text = document.createElement('p');
  private readonly playing: HTMLButtonElement;
  private count = 1;
  private timer: ReturnType<typeof setInterval> | undefined;
  private now: number;

  /** step: from the address; undefined is the end, where it stays while shapes are moved. */
  constructor(
    parent: HTMLElement, step: number | undefined,
    private readonly changed: (step: number | undefined) => void,
  ) {
    this.now = step ?? Infinity;
    this.root.className = 'stepper';
    parent.append(this.root);
    const controls = new Controls(this.root);
    controls.button('back', '◀ Back', () => this.by(-1), ',');
    this.playing = controls.button('play', '▶ Play', () => this.play(), ' ');
    controls.button('step', 'Step ▶', () => this.by(1), '.');
    this.slider = controls.slider('step-at', 'Step', {min: 0, max: 1}, 0, (value) => this.go(value));
    this.output = this.slider.nextElementSibling as HTMLOutputElement;
    this.text.className = 'description';
    this.announce(false);
    this.root.append(this.text);
  }

  /** The present step. */
  get step(): number {
    return Math.min(this.now, this.count - 1);
  }
  /** Sets the number of steps and the description of this one. */
  show(count: number, describe: (step: number) => string): void {
    this.count = Math.max(1, count);
    this.slider.max = String(this.count - 1);
    this.slider.value = String(this.step);
    this.output.textContent = `${this.step + 1} of ${this.count}`;
    const text = describe(this.step);
    if (this.text.textContent !== text) this.text.textContent = text;
    this.root.dataset.step = String(this.step);
    this.root.dataset.steps = String(this.count);
  }
  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.playing.textContent = '▶ Play';
  }

  /** Screen readers hear the steps that the user asks for, not those that play or follow a drag. */
  private announce(is: boolean): void {
    this.text.setAttribute('aria-live', is ? 'polite' : 'off');
  }
  private by(steps: number): void {
    this.stop();
    this.announce(true);
    this.go(this.step + steps);
  }
  private go(step: number): void {
    const last = this.count - 1;
    this.now = step >= last ? Infinity : Math.max(0, step);
    this.changed(this.now === Infinity ? undefined : this.now);
  }
  private play(): void {
    if (this.timer !== undefined) return this.stop();
    this.announce(false);
    this.playing.textContent = '❚❚ Pause';
    this.go(this.step === this.count - 1 ? 0 : this.step);
    this.timer = setInterval(() => {
      this.go(this.step + 1);
      if (this.step === this.count - 1) this.stop();
    }, 900);
  }
}
