// SPDX-License-Identifier: MIT
// Very many boxes in 2D: one call of WebGL draws them all. Without WebGL, pixel by pixel.
import {onPixelRatio} from './pixel_ratio';
import {Pixels, rgbOf} from './pixels';
import {colour} from './theme';

// A box is a point as large as its longer edge, cut to the box. Instances of a rectangle would be
// drawn one after another by machines without a graphics processor: seconds for a hundred thousand.
const kVertex = `#version 300 es
in vec4 box;
in float mark;
uniform vec4 view;     // scale and offset from the scene to clip space
uniform vec2 pixels;   // of the canvas
uniform vec3 plain, marked;
flat out vec3 ink;
flat out vec2 size;    // in pixels
void main() {
  vec2 low = box.xy * view.xy + view.zw, high = box.zw * view.xy + view.zw;
  size = max((high - low) * pixels / 2.0, 2.2);
  ink = mark > 0.0 ? marked : plain;
  gl_PointSize = max(size.x, size.y);
  gl_Position = vec4((low + high) / 2.0, 0.0, 1.0);
}`;
const kFragment = `#version 300 es
precision highp float;
flat in vec3 ink;
flat in vec2 size;
uniform vec3 paper;
out vec4 colour;
void main() {
  vec2 at = (gl_PointCoord - 0.5) * max(size.x, size.y) + size / 2.0;
  vec2 edge = min(at, size - at);
  float depth = min(edge.x, edge.y);
  if (depth < 0.0) discard;
  // Large boxes have a border and a paler face.
  bool inside = depth > 1.0 && min(size.x, size.y) > 4.0;
  colour = vec4(inside ? mix(paper, ink, 0.55) : ink, 1.0);
}`;

export class ManyBoxes {
  readonly canvas = document.createElement('canvas');
  /** In CSS pixels. */
  width = 0;
  height = 0;
  private readonly gl: WebGL2RenderingContext | null;
  private readonly flat: CanvasRenderingContext2D | null;
  private program: WebGLProgram | undefined;
  private buffers: {boxes: WebGLBuffer; marks: WebGLBuffer} | undefined;
  /** Returns the location of a uniform. */
  private at: (name: string) => WebGLUniformLocation | null = () => null;
  private readonly observer: ResizeObserver;
  private readonly stopRatio: () => void;

  constructor(parent: HTMLElement, label: string, private readonly resized: () => void) {
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', label);
    parent.append(this.canvas);
    this.gl = this.canvas.getContext('webgl2', {alpha: false, antialias: false, depth: false});
    this.flat = this.gl === null ? this.canvas.getContext('2d', {willReadFrequently: true}) : null;
    this.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    this.canvas.addEventListener('webglcontextrestored', () => {
      this.program = undefined;
      this.resized();
    });
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.canvas);
    this.stopRatio = onPixelRatio(() => this.fit());
    this.fit();
  }

  /** 'WebGL', or how else it draws. */
  get kind(): string {
    return this.gl === null ? 'canvas' : 'WebGL';
  }

  /** Draws boxes of a square scene of this side, four numbers each; marked ones in another colour. */
  draw(boxes: Float32Array, marks: Uint8Array, side: number): void {
    if (this.gl === null) this.drawFlat(boxes, marks, side);
    else if (!this.gl.isContextLost()) this.drawPoints(this.gl, boxes, marks, side);
  }

  stop(): void {
    this.observer.disconnect();
    this.stopRatio();
    this.gl?.getExtension('WEBGL_lose_context')?.loseContext();
    this.canvas.remove();
  }

  private drawPoints(gl: WebGL2RenderingContext, boxes: Float32Array, marks: Uint8Array, side: number): void {
    const program = this.program ??= this.compile(gl);
    const {width, height} = this.canvas;
    gl.viewport(0, 0, width, height);
    const paper = rgbOf(colour('panel'));
    gl.clearColor(paper[0] / 255, paper[1] / 255, paper[2] / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.useProgram(program);
    const {at} = this;
    gl.uniform4f(at('view'), 2 / side, 2 / side, -1, -1);
    gl.uniform2f(at('pixels'), width, height);
    for (const [name, word] of [['plain', 'object'], ['marked', 'hit'], ['paper', 'panel']] as const) {
      const [r, g, b] = rgbOf(colour(word));
      gl.uniform3f(at(name), r / 255, g / 255, b / 255);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers!.boxes);
    gl.bufferData(gl.ARRAY_BUFFER, boxes, gl.STREAM_DRAW);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers!.marks);
    gl.bufferData(gl.ARRAY_BUFFER, marks, gl.STREAM_DRAW);
    gl.drawArrays(gl.POINTS, 0, marks.length);
  }

  private compile(gl: WebGL2RenderingContext): WebGLProgram {
    const program = gl.createProgram()!;
    for (const [kind, source] of [[gl.VERTEX_SHADER, kVertex], [gl.FRAGMENT_SHADER, kFragment]] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.bindAttribLocation(program, 0, 'box');
    gl.bindAttribLocation(program, 1, 'mark');
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(gl.getProgramInfoLog(program) ?? 'The shader does not link.');
    }
    const found = new Map<string, WebGLUniformLocation | null>();
    for (const name of ['view', 'pixels', 'plain', 'marked', 'paper']) found.set(name, gl.getUniformLocation(program, name));
    this.at = (name) => found.get(name) ?? null;
    const [forBoxes, forMarks] = [gl.createBuffer()!, gl.createBuffer()!];
    this.buffers = {boxes: forBoxes, marks: forMarks};
    gl.bindBuffer(gl.ARRAY_BUFFER, forBoxes);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, forMarks);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 1, gl.UNSIGNED_BYTE, false, 0, 0);
    return program;
  }

  private drawFlat(boxes: Float32Array, marks: Uint8Array, side: number): void {
    const context = this.flat!;
    const {width, height} = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colour('panel');
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const pixels = new Pixels(context, width);
    const [plain, marked] = [rgbOf(colour('object')), rgbOf(colour('hit'))];
    const [x, y] = [width / side, height / side];
    for (let i = 0, k = 0; k < marks.length; i += 4, ++k) {
      pixels.rect(
        boxes[i]! * x, height - boxes[i + 3]! * y, boxes[i + 2]! * x, height - boxes[i + 1]! * y,
        marks[k] === 1 ? marked : plain, 0.8);
    }
    pixels.end();
  }

  private fit(): void {
    const {clientWidth, clientHeight} = this.canvas;
    this.width = clientWidth;
    this.height = clientHeight;
    this.canvas.width = Math.max(1, Math.round(clientWidth * devicePixelRatio));
    this.canvas.height = Math.max(1, Math.round(clientHeight * devicePixelRatio));
    this.resized();
  }
}
