// SPDX-License-Identifier: MIT
// Colours of the page: an order is a scale from blue to yellow, for every method.
import {colour} from '../../shell/theme';

const kScale = [[79, 91, 181], [47, 135, 168], [37, 168, 132], [134, 199, 74], [242, 209, 58]] as const;

/** t in 0 .. 1: first to last. */
export function orderColour(t: number, alpha = 1): string {
  const at = Math.min(1, Math.max(0, t)) * (kScale.length - 1);
  const below = Math.min(kScale.length - 2, Math.floor(at));
  const part = at - below;
  const rgb = kScale[below]!.map((v, i) => Math.round(v * (1 - part) + kScale[below + 1]![i]! * part));
  return `rgba(${rgb.join(',')},${alpha})`;
}

export interface Palette {
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly cell: string;
  readonly candidate: string;
  readonly hit: string;
  readonly focus: string;
  readonly panel: string;
}

export function palette(): Palette {
  return {
    ink: colour('ink'), quiet: colour('quiet'), line: colour('line'), cell: colour('cell'),
    candidate: colour('candidate'), hit: colour('hit'), focus: colour('focus'), panel: colour('panel'),
  };
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
