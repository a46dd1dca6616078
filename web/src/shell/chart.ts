// SPDX-License-Identifier: MIT
// Lines with points on logarithmic axes, and the slope of each.
import './chart.css';
import {exponent, LogScale, short, type Point} from './scale';
import {Stage, type Pointer} from './stage';
import {colour, onTheme} from './theme';

export type {Point} from './scale';

export interface Series {
  readonly name: string;
  /** The name of a colour of style.css or chart.css ('cell', 'line-1' .. 'line-12'), or any CSS colour. */
  readonly colour: string;
  /** By x, which is positive; points whose y is not are left out. */
  readonly points: readonly Point[];
}

export interface ChartWords {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** The text before the exponents: 'n' by default, '' shows none. */
  readonly power?: string;
}

const kMargin = {left: 46, right: 14, top: 22, bottom: 34};

export class Chart {
  private readonly figure = document.createElement('figure');
  private readonly legend = document.createElement('ul');
  private readonly tip = document.createElement('div');
  private readonly stage: Stage;
  private readonly stopTheme: () => void;
  private series: readonly Series[] = [];
  private across = new LogScale([], 0, 1);
  private up = new LogScale([], 1, 0);

  constructor(parent: HTMLElement, private readonly words: ChartWords) {
    this.figure.className = 'chart';
    const caption = document.createElement('figcaption');
    caption.textContent = words.title;
    const plot = document.createElement('div');
    plot.className = 'plot';
    this.tip.className = 'tip';
    this.tip.hidden = true;
    plot.append(this.tip);
    this.figure.append(caption, plot, this.legend);
    parent.append(this.figure);
    this.stage = new Stage(plot, () => this.draw(), words.title);
    this.stage.listen({hover: (pointer) => this.point(pointer)});
    this.stopTheme = onTheme(() => this.draw());
  }

  show(series: readonly Series[]): void {
    this.series = series;
    this.legend.replaceChildren(...series.map((s) => this.entry(s)));
    this.draw();
  }

  stop(): void {
    this.stopTheme();
    this.stage.stop();
    this.figure.remove();
  }

  private entry({name, colour, points}: Series): HTMLElement {
    const item = document.createElement('li');
    item.dataset.series = name;
    item.dataset.points = JSON.stringify(points);
    const stroke = document.createElement('i');
    stroke.style.background = `var(--${colour}, ${colour})`;
    item.append(stroke, name);
    const power = this.words.power ?? 'n';
    const steep = exponent(points);
    item.dataset.exponent = String(steep.power);
    // Without its spread an exponent says little.
    if (power !== '' && Number.isFinite(steep.spread)) {
      const raised = document.createElement('sup');
      raised.textContent = `${steep.power.toFixed(2)}\u202f±\u202f${Math.max(0.01, steep.spread).toFixed(2)}`;
      const bold = document.createElement('b');
      bold.append(power, raised);
      item.append(bold);
    }
    return item;
  }

  private draw(): void {
    // The stage calls this while it is being constructed.
    const stage: Stage | undefined = this.stage;
    if (stage === undefined || stage.width === 0) return;
    const {width, height} = stage;
    const all = this.series.flatMap(({points}) => points.filter(([, y]) => y > 0));
    this.across = new LogScale(all.map(([x]) => x), kMargin.left + 8, width - kMargin.right);
    this.up = new LogScale(all.map(([, y]) => y), height - kMargin.bottom - 6, kMargin.top);
    const c = stage.begin();
    c.font = '12px system-ui, sans-serif';
    this.drawAxes(c, width, height);
    for (const series of this.series) this.drawSeries(c, series);
  }

  private drawAxes(c: CanvasRenderingContext2D, width: number, height: number): void {
    const {left, right, top, bottom} = kMargin;
    c.lineWidth = 1;
    c.strokeStyle = colour('line');
    c.fillStyle = colour('quiet');
    c.beginPath();
    c.textAlign = 'center';
    c.textBaseline = 'top';
    let free = 0;
    for (const tick of this.across.ticks()) {
      const x = Math.round(this.across.at(tick)) + 0.5;
      c.moveTo(x, top - 6);
      c.lineTo(x, height - bottom);
      const half = c.measureText(short(tick)).width / 2;
      if (x - half < free) continue;
      c.fillText(short(tick), x, height - bottom + 4);
      free = x + half + 6;
    }
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    let roof = height - bottom + 6;
    for (const tick of this.up.ticks()) {
      const y = Math.round(this.up.at(tick)) + 0.5;
      c.moveTo(left, y);
      c.lineTo(width - right, y);
      if (y + 7 > roof) continue;
      c.fillText(short(tick), left - 6, y);
      roof = y - 7;
    }
    c.stroke();
    c.textAlign = 'left';
    c.textBaseline = 'top';
    c.fillText(this.words.y, 4, 2);
    c.textAlign = 'right';
    c.textBaseline = 'bottom';
    c.fillText(this.words.x, width - right, height - 2);
  }

  private drawSeries(c: CanvasRenderingContext2D, series: Series): void {
    c.strokeStyle = c.fillStyle = colour(series.colour) || series.colour;
    c.lineWidth = 2;
    c.lineJoin = 'round';
    c.beginPath();
    const points = series.points.filter(([, y]) => y > 0);
    for (const [x, y] of points) c.lineTo(this.across.at(x), this.up.at(y));
    c.stroke();
    for (const [x, y] of points) {
      c.beginPath();
      c.arc(this.across.at(x), this.up.at(y), 3, 0, 2 * Math.PI);
      c.fill();
    }
  }

  /** Describes the nearest point within a finger's width. */
  private point(pointer: Pointer | null): void {
    let nearest = 20;
    this.tip.hidden = true;
    if (pointer === null) return;
    for (const {name, points} of this.series) {
      for (const [x, y] of points) {
        if (!(y > 0)) continue;
        const [px, py] = [this.across.at(x), this.up.at(y)];
        const far = Math.hypot(px - pointer.x, py - pointer.y);
        if (far >= nearest) continue;
        nearest = far;
        this.tip.hidden = false;
        this.tip.textContent = `${name}: ${y.toLocaleString('en')} at ${x.toLocaleString('en')}`;
        const half = this.tip.offsetWidth / 2;
        this.tip.style.left = `${Math.min(this.stage.width - half, Math.max(half, px))}px`;
        this.tip.style.top = `${py}px`;
      }
    }
  }
}
