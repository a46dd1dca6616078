// SPDX-License-Identifier: MIT
// A cave drawn by hand: closed lines on an integer grid, short enough for an address.

/** Consecutive points, x and y of each: whole numbers up to kSheet. */
export type Stroke = number[];
export const kSheet = [1023, 615] as const;
/** Corners nearer to their line than this are removed. */
const kTolerance = 1.5;

/** Simplifies a hand-drawn line to few corners; undefined if it is too short. */
export function strokeOf(points: readonly number[]): Stroke | undefined {
  const corners = simplified(points.map((x, i) => Math.min(most(i), Math.max(0, Math.round(x)))));
  return withoutRepeats(corners);
}

/** Removes points that equal the next one around; undefined if what is left encloses nothing. */
function withoutRepeats(points: readonly number[]): Stroke | undefined {
  const n = points.length;
  const stroke: Stroke = [];
  for (let i = 0; i < n; i += 2) {
    const next = (i + 2) % n;
    if (points[i] !== points[next] || points[i + 1] !== points[next + 1]) stroke.push(points[i]!, points[i + 1]!);
  }
  const [x = 0, y = 0] = stroke;
  const [ex, ey] = [stroke[2]! - x, stroke[3]! - y];
  const inLine = stroke.every((_, i) => i & 1 ? true : (stroke[i]! - x) * ey === (stroke[i + 1]! - y) * ex);
  return stroke.length < 6 || inLine ? undefined : stroke;
}

function most(i: number): number {
  return kSheet[(i & 1) as 0 | 1];
}

/** Returns the closed lines as walls: x and y of both ends. */
export function wallsOf(strokes: readonly Stroke[]): Float32Array {
  const ends: number[] = [];
  for (const s of strokes) {
    for (let i = 0; i < s.length; i += 2) {
      const next = (i + 2) % s.length;
      ends.push(s[i]!, s[i + 1]!, s[next]!, s[next + 1]!);
    }
  }
  return Float32Array.from(ends);
}

// Ramer, Douglas and Peucker: of a section the farthest corner is kept if it is far enough from the
// line.
function simplified(p: readonly number[]): number[] {
  const last = p.length / 2 - 1;
  const retained = new Set([0, last]);
  const open: [number, number][] = [[0, last]];
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const [a, b] = stretch;
    let far = kTolerance;
    let farthest = -1;
    for (let i = a + 1; i < b; ++i) {
      const d = distance(p, i, a, b);
      if (d > far) [far, farthest] = [d, i];
    }
    if (farthest < 0) continue;
    retained.add(farthest);
    open.push([a, farthest], [farthest, b]);
  }
  return [...retained].sort((a, b) => a - b).flatMap((i) => [p[2 * i]!, p[2 * i + 1]!]);
}

function distance(p: readonly number[], i: number, a: number, b: number): number {
  const [ax, ay] = [p[2 * a]!, p[2 * a + 1]!];
  const [ex, ey] = [p[2 * b]! - ax, p[2 * b + 1]! - ay];
  const [wx, wy] = [p[2 * i]! - ax, p[2 * i + 1]! - ay];
  const square = ex * ex + ey * ey;
  const t = square > 0 ? Math.min(1, Math.max(0, (wx * ex + wy * ey) / square)) : 0;
  return Math.hypot(wx - t * ex, wy - t * ey);
}

/**
 * Encodes for an address: for each line the number of points, then steps, seven bits per byte, as
 * base64url.
 */
export function packed(strokes: readonly Stroke[]): string {
  const bytes: number[] = [];
  const write = (value: number) => {
    for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
    bytes.push(value);
  };
  for (const s of strokes) {
    write(s.length / 2);
    for (let i = 0; i < s.length; ++i) {
      const step = s[i]! - (i < 2 ? 0 : s[i - 2]!);
      write(step < 0 ? -2 * step - 1 : 2 * step);
    }
  }
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes; damaged lines are dropped. */
export function unpacked(text: string): Stroke[] {
  let bytes: string;
  try {
    bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return [];
  }
  let offset = 0;
  const take = () => {
    let value = 0;
    for (let shift = 0; shift < 28 && offset < bytes.length; shift += 7) {
      const byte = bytes.charCodeAt(offset++);
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  };
  const strokes: Stroke[] = [];
  while (offset < bytes.length) {
    const count = take();
    const s: Stroke = [];
    for (let i = 0; i < 2 * count && offset < bytes.length; ++i) {
      const code = take();
      const step = code & 1 ? -((code + 1) >> 1) : code >> 1;
      s.push(step + (i < 2 ? 0 : s[i - 2]!));
    }
    const valid = s.length === 2 * count && count >= 3 && s.every((x, i) => x >= 0 && x <= most(i));
    if (!valid) return [];
    const stroke = withoutRepeats(s);
    if (stroke !== undefined) strokes.push(stroke);
  }
  return strokes;
}
