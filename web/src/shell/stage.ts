// SPDX-License-Identifier: MIT
// A 2D canvas that fills its box at the screen's resolution, and its pointers.
import {onPixelRatio} from './pixel_ratio';
import {leaveScrolling} from './touch';

/** A finger, pen or mouse, in the canvas' CSS pixels. */
export interface Pointer {
  id: number;
  x: number;
  y: number;
}

export interface Hands {
  /** Returns whether it takes the pointer: then move and up follow, wherever it goes. */
  down?(pointer: Pointer): boolean;
  move?(pointer: Pointer): void;
  up?(pointer: Pointer): void;
  /** The browser took the pointer for scrolling; by default as `up`. */
  cancel?(pointer: Pointer): void;
  /** Over the canvas, with nothing pressed. */
  hover?(pointer: Pointer | null): void;
  wheel?(pointer: Pointer, delta: number): void;
  /** Returns whether a finger here drags; otherwise it scrolls the page. By default: what `down` took. */
  grabs?(pointer: Pointer): boolean;
}

export class Stage {
  readonly canvas = document.createElement('canvas');
  readonly context: CanvasRenderingContext2D;
  /** In CSS pixels. */
  width = 0;
  height = 0;
  private readonly observer: ResizeObserver;
  private readonly stopRatio: () => void;
  private ratio = 0;

  /** resized is called once at the start, and whenever the size changes. */
  constructor(parent: HTMLElement, private readonly resized: () => void, label: string) {
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', label);
    parent.append(this.canvas);
    // Drawn by the processor: without a graphics card, lines then take a third of the time.
    this.context = this.canvas.getContext('2d', {willReadFrequently: true})!;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.canvas);
    this.stopRatio = onPixelRatio(() => this.fit());
    this.fit();
  }

  /** Starts an empty picture, opaque if a colour is given; one unit is a CSS pixel. */
  begin(opaque?: string): CanvasRenderingContext2D {
    const {ratio} = this;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, this.width, this.height);
    if (opaque !== undefined) {
      this.context.fillStyle = opaque;
      this.context.fillRect(0, 0, this.width, this.height);
    }
    return this.context;
  }

  listen(hands: Hands): void {
    const captured = new Set<number>();
    leaveScrolling(this.canvas, (x, y) => hands.grabs?.({id: 0, x, y}) ?? captured.size > 0);
    const pointerOf = (event: PointerEvent | WheelEvent): Pointer => {
      const box = this.canvas.getBoundingClientRect();
      const id = event instanceof PointerEvent ? event.pointerId : 0;
      return {id, x: event.clientX - box.left, y: event.clientY - box.top};
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || hands.down?.(pointerOf(event)) !== true) return;
      captured.add(event.pointerId);
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (captured.has(event.pointerId)) hands.move?.(pointerOf(event));
      else hands.hover?.(pointerOf(event));
    });
    const end = (event: PointerEvent) => {
      if (captured.delete(event.pointerId)) hands.up?.(pointerOf(event));
    };
    this.canvas.addEventListener('pointerup', end);
    this.canvas.addEventListener('pointercancel', (event) => {
      if (hands.cancel === undefined) return end(event);
      if (captured.delete(event.pointerId)) hands.cancel(pointerOf(event));
    });
    // The focus of a finger stays when it is lifted.
    this.canvas.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'touch') hands.hover?.(null);
    });
    if (hands.wheel === undefined) return;
    this.canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      hands.wheel?.(pointerOf(event), event.deltaY);
    }, {passive: false});
  }

  stop(): void {
    this.observer.disconnect();
    this.stopRatio();
    this.canvas.remove();
  }

  private fit(): void {
    const {clientWidth, clientHeight} = this.canvas;
    const ratio = devicePixelRatio;
    if (clientWidth === this.width && clientHeight === this.height && ratio === this.ratio) return;
    this.ratio = ratio;
    this.width = clientWidth;
    this.height = clientHeight;
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    this.resized();
  }
}
