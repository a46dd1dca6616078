// SPDX-License-Identifier: MIT
// A 2D canvas that fills its box at the screen's resolution, and its pointers.

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
  /** Over the canvas, with nothing pressed. */
  hover?(pointer: Pointer | null): void;
  wheel?(pointer: Pointer, delta: number): void;
}

export class Stage {
  readonly canvas = document.createElement('canvas');
  readonly context: CanvasRenderingContext2D;
  /** In CSS pixels. */
  width = 0;
  height = 0;
  private readonly observer: ResizeObserver;

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
    this.fit();
  }

  /** Starts an empty picture; one unit is a CSS pixel. */
  begin(): CanvasRenderingContext2D {
    const scale = devicePixelRatio;
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
    this.context.clearRect(0, 0, this.width, this.height);
    return this.context;
  }

  listen(hands: Hands): void {
    const captured = new Set<number>();
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
    this.canvas.addEventListener('pointercancel', end);
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
    this.canvas.remove();
  }

  private fit(): void {
    const {clientWidth, clientHeight} = this.canvas;
    if (clientWidth === this.width && clientHeight === this.height) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.canvas.width = Math.round(clientWidth * devicePixelRatio);
    this.canvas.height = Math.round(clientHeight * devicePixelRatio);
    this.resized();
  }
}
