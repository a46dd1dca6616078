// SPDX-License-Identifier: MIT
// Results of known machines: the rows of `bench wasm` in bench/results.

export interface Stored {
  readonly machine: string;
  readonly rows: readonly StoredRow[];
}

export interface StoredRow {
  readonly scene: string;
  readonly dimension: 2 | 3;
  /** Share of the boxes that move, in percent. */
  readonly share: number;
  readonly name: string;
  readonly n: number;
  /** Milliseconds: the median, and the fastest run. */
  readonly ms: number;
  readonly least: number;
  readonly runs: number;
  readonly pairs: number;
  readonly exact: boolean;
}

const files = import.meta.glob<string>('../../../../bench/results/*/wasm.csv', {query: '?raw', import: 'default', eager: true});

/** All machines, by the name of their folder. */
export const machines: readonly Stored[] = Object.entries(files).map(([path, text]) =>
  ({machine: path.split('/').at(-2)!, rows: rowsOf(text)}));

function rowsOf(text: string): StoredRow[] {
  const [head, ...lines] = text.trim().split('\n').map((line) => line.split(','));
  const column = (name: string) => head!.indexOf(name);
  const [scene, dim, n, moving, method, ns, pairs, exact, least, samples] =
    ['scene', 'dim', 'n', 'moving_pct', 'method', 'ns', 'pairs', 'exact', 'least_ns', 'samples'].map(column) as
      [number, number, number, number, number, number, number, number, number, number];
  return lines.map((row) => ({
    scene: row[scene]!, dimension: row[dim] === '3' ? 3 : 2, share: Number(row[moving]), name: row[method]!,
    n: Number(row[n]), ms: Number(row[ns]) / 1e6, least: Number(row[least]) / 1e6, runs: Number(row[samples]),
    pairs: Number(row[pairs]), exact: row[exact] === 'true',
  }));
}
