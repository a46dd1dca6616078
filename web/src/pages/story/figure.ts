// SPDX-License-Identifier: MIT
// A canvas on which the dozen boxes can be dragged, and a method played on it.
import {eachFrame} from '../../shell/frames';
import {calm} from '../../shell/motion';
import {Stage, type Pointer} from '../../shell/stage';
import {onVisible} from '../../shell/visible';
import {english, type Captions} from '../sorting/captions';
import {drawMethod} from '../sorting/draw';
import {palette} from '../sorting/paint';
import type {Replay} from '../sorting/replay';
import {SpaceView} from '../sorting/space';
import type {Boxes} from './boxes';

/** Seconds that a method takes from its first step to its last, if that is not too fast to read. */
const kSeconds = 16;
const kMostSteps = 14;

/** Lets the user drag boxes of a canvas: by a pointer, or by the arrow keys. */
function draggable(stage: Stage, boxes: Boxes, view: () => SpaceView | undefined, held: (is: boolean) => void): void {
  let grabbed: {box: number; x: number; y: number} | undefined;
  const positionOf = (pointer: Pointer): [number, number] => view()?.toScene(pointer) ?? [-1, -1];
  const boxAt = (pointer: Pointer) => boxes.at(positionOf(pointer));
  const end = () => {
    grabbed = undefined;
    held(false);
  };
  stage.listen({
    down(pointer) {
      const box = boxAt(pointer);
      if (box < 0) return false;
      const [x, y] = positionOf(pointer);
      const [cx, cy] = boxes.center(box);
      grabbed = {box, x: cx - x, y: cy - y};
      held(true);
      return true;
    },
    move(pointer) {
      if (grabbed === undefined) return;
      const [x, y] = positionOf(pointer);
      boxes.move(grabbed.box, [x + grabbed.x, y + grabbed.y]);
    },
    up: end,
    hover(pointer) {
      stage.canvas.style.cursor = pointer !== null && boxAt(pointer) >= 0 ? 'grab' : '';
    },
  });
  let chosen = 0;
  stage.canvas.addEventListener('keydown', (event) => {
    const by = {ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, 0.2], ArrowDown: [0, -0.2]}[event.key];
    const digit = '0123456789'.indexOf(event.key);
    if (digit >= 0) chosen = digit;
    if (by === undefined) return;
    event.preventDefault();
    const [x, y] = boxes.center(chosen);
    boxes.move(chosen, [x + by[0]!, y + by[1]!]);
  });
}

/** The boxes and their pairs, without a method. */
export class Plain {
  readonly stage: Stage;
  private view: SpaceView | undefined;

  constructor(parent: HTMLElement, label: string, private readonly boxes: Boxes) {
    // The stage calls draw() while it is being constructed.
    this.stage = new Stage(parent, () => this.draw(), label);
    draggable(this.stage, boxes, () => this.view, () => undefined);
    this.draw();
  }

  draw(): void {
    const stage: Stage | undefined = this.stage;
    if (stage === undefined || stage.width === 0) return;
    const replay = this.boxes.replays[0]!;
    replay.goTo(replay.length);
    this.view = new SpaceView(
      stage.begin(), {x: 8, y: 8, width: stage.width - 16, height: stage.height - 16}, this.boxes.scene, palette());
    this.view.draw(replay, true, false);
  }
}

export class Figure {
  private readonly stage: Stage;
  private readonly play = document.createElement('button');
  private readonly slider = document.createElement('input');
  private readonly ends: (() => void)[];
  private view: SpaceView | undefined;
  private captions = english;
  private at = 0;
  private playing = false;
  private dragging = false;
  /** Whether it has played by itself: later it plays on request. */
  private started = false;

  /** k: the index of the method; changed is called with its state at each step. */
  constructor(
    parent: HTMLElement, private readonly k: number, private readonly id: string, private readonly boxes: Boxes,
    private readonly changed: (replay: Replay) => void,
  ) {
    this.stage = new Stage(parent, () => this.draw(), id);
    draggable(this.stage, boxes, () => this.view, (is) => this.hold(is));
    const row = document.createElement('div');
    row.className = 'play';
    this.play.type = 'button';
    this.play.name = 'play';
    this.play.addEventListener('click', () => this.toggle());
    this.slider.type = 'range';
    this.slider.name = 'at';
    this.slider.min = '0';
    this.slider.addEventListener('input', () => {
      this.playing = false;
      this.started = true;
      this.goTo(Number(this.slider.value));
    });
    row.append(this.play, this.slider);
    parent.append(row);
    this.ends = [
      onVisible(this.stage.canvas, (visible) => {
        if (!visible) this.playing = false;
        else if (!this.started && !calm()) this.begin();
        this.show();
      }),
      eachFrame((seconds) => this.frame(seconds)),
      () => this.stage.stop(),
    ];
    // With reduced motion the result is there from the start.
    this.goTo(calm() ? this.length : 0);
  }

  /** The words of the button, of the slider and in the picture. */
  set words({label, again, position, captions}: {label: string; again: string; position: string; captions: Captions}) {
    this.captions = captions;
    this.play.title = again;
    this.play.setAttribute('aria-label', again);
    this.slider.setAttribute('aria-label', position);
    this.stage.canvas.setAttribute('aria-label', label);
  }

  /** Boxes have moved: the result is shown while one is held. */
  moved(): void {
    this.playing = false;
    this.goTo(this.dragging ? this.length : Math.min(Math.floor(this.at), this.length));
  }

  draw(): void {
    const stage: Stage | undefined = this.stage;
    if (stage === undefined || stage.width === 0) return;
    // The boxes at the start of the page show the same run at its end.
    this.replay.goTo(Math.floor(this.at));
    this.view = drawMethod(stage, this.id, this.replay, this.boxes.scene, true, this.captions);
  }

  stop(): void {
    for (const end of this.ends) end();
  }

  private get replay(): Replay {
    return this.boxes.replays[this.k]!;
  }
  private get length(): number {
    return this.replay.length;
  }

  private begin(): void {
    this.started = true;
    this.at = 0;
    this.playing = true;
  }

  private toggle(): void {
    if (this.playing) this.playing = false;
    else if (this.at >= this.length) this.begin();
    else this.started = this.playing = true;
    this.show();
  }

  private hold(is: boolean): void {
    this.dragging = is;
    this.playing = false;
    this.started = true;
    if (is) this.goTo(this.length);
    // Then the method does its work on the new boxes.
    else if (!calm()) this.begin();
    this.show();
  }

  private frame(seconds: number): void {
    if (!this.playing) return;
    const speed = Math.max(kMostSteps / 4, Math.min(kMostSteps, this.length / kSeconds));
    const before = Math.floor(this.at);
    this.at = Math.min(this.length, this.at + speed * seconds);
    if (this.at >= this.length) this.playing = false;
    if (Math.floor(this.at) !== before || !this.playing) this.show();
  }

  private goTo(at: number): void {
    this.at = at;
    this.show();
  }

  private show(): void {
    const {replay} = this;
    replay.goTo(Math.floor(this.at));
    this.play.textContent = this.playing ? '❚❚' : '▶';
    this.play.setAttribute('aria-pressed', String(this.playing));
    this.slider.max = String(this.length);
    this.slider.value = String(replay.at);
    this.draw();
    this.changed(replay);
  }
}
