// SPDX-License-Identifier: MIT
// The user's changes to the objects, frame by frame, in a notation short enough for the address.
// 12a3.5_4~20m7_1.25_6~31r7: in frame 12 an object is added at (3.5, 4), in frame 20 object 7 is
// moved to (1.25, 6), in frame 31 it is removed.

export type Edit =
  | {frame: number; kind: 'add'; center: number[]}
  | {frame: number; kind: 'move'; object: number; center: number[]}
  | {frame: number; kind: 'remove'; object: number};

/** Nothing is dragged farther; a comparison with it also rejects NaN. */
const kFarthest = 1e6;
const kLetters = {add: 'a', move: 'm', remove: 'r'} as const;

export function textOf(edits: readonly Edit[]): string {
  return edits.map((edit) => {
    const numbers = [
      ...(edit.kind === 'add' ? [] : [edit.object]), ...(edit.kind === 'remove' ? [] : edit.center)];
    return `${edit.frame}${kLetters[edit.kind]}${numbers.join('_')}`;
  }).join('~');
}

/** Skips what it does not understand: addresses may contain anything. */
export function editsOf(text: string, dimension: 2 | 3): Edit[] {
  const edits: Edit[] = [];
  for (const part of text.split('~')) {
    const found = /^(\d+)([amr])(.*)$/.exec(part);
    if (found === null) continue;
    const frame = Number(found[1]);
    const numbers = found[3]!.split('_').map(Number);
    if (!numbers.every((x) => Math.abs(x) <= kFarthest)) continue;
    const [object, ...rest] = numbers;
    if (found[2] === 'a' && numbers.length === dimension) {
      edits.push({frame, kind: 'add', center: numbers});
    } else if (found[2] === 'm' && rest.length === dimension) {
      edits.push({frame, kind: 'move', object: object!, center: rest});
    } else if (found[2] === 'r' && rest.length === 0) {
      edits.push({frame, kind: 'remove', object: object!});
    }
  }
  return edits.sort((a, b) => a.frame - b.frame);
}

/** Hundredths suffice for changes made by hand. */
export function rounded(center: readonly number[]): number[] {
  return center.map((x) => Math.round(x * 100) / 100);
}
