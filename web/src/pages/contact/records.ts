// SPDX-License-Identifier: MIT
// Records left by the C++ steps: a code, the number of values that follow, and the values.
export type Vector = readonly number[];

export class Record {
  private next = 0;
  constructor(readonly code: number, private readonly values: readonly number[]) {}

  number(): number {
    return this.values[this.next++]!;
  }
  vector(dimension: number): Vector {
    this.next += dimension;
    return this.values.slice(this.next - dimension, this.next);
  }
  /** Reads all remaining values. */
  numbers(): readonly number[] {
    return this.values.slice(this.next);
  }
  vectors(dimension: number): Vector[] {
    const all: Vector[] = [];
    while (this.next + dimension <= this.values.length) all.push(this.vector(dimension));
    return all;
  }
}

export function recordsOf(numbers: Float64Array): Record[] {
  const all: Record[] = [];
  for (let i = 0; i < numbers.length;) {
    const end = i + 2 + numbers[i + 1]!;
    all.push(new Record(numbers[i]!, Array.from(numbers.subarray(i + 2, end))));
    i = end;
  }
  return all;
}

/** A convex body for drawing. In 2D its points are in order, and it has no faces. */
export interface Body {
  points: Vector[];
  faces: number[][];
}

export function bodyOf(record: Record, dimension: number): Body {
  const points = Array.from({length: record.number()}, () => record.vector(dimension));
  const faces = Array.from({length: record.number()}, () =>
    Array.from({length: record.number()}, () => record.number()));
  return {points, faces};
}
