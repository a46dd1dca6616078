// SPDX-License-Identifier: MIT
// Prints the rows of the benchmark and writes them to a file.

const isOurs = ({name}) => name.startsWith('masu:');
const fastest = (rows) => rows.filter(({exact}) => exact).sort((a, b) => a.ms - b.ms)[0];

/**
 * Adds to rows of one size the fastest peer that found all pairs, the speedup of each row over it,
 * and the exponent of growth since the previous size.
 */
export function withRatios(rows, history) {
  const peer = fastest(rows.filter((row) => !isOurs(row)));
  return rows.map((row) => {
    const before = history.get(row.name).at(-2);
    row.exponent = before === undefined ? NaN
      : Math.log(row.ms / before.ms) / Math.log(row.n / before.n);
    return Object.assign(row, {best_peer: peer?.name ?? '', peer_ratio: peer === undefined ? NaN : peer.ms / row.ms});
  });
}

const padded = (text, width) => String(text).padStart(width);

export function print(rows) {
  const [{dim, n, moving_pct, pairs, best_peer}] = rows;
  const best = fastest(rows.filter(isOurs));
  const ratio = best.peer_ratio;
  const goal = moving_pct === 100 && n >= 10000 ? 5 : 1;
  console.log(`${n} objects in ${dim}D, ${moving_pct} % moving, ${pairs} pairs; ${best.name} is ` +
    `${ratio.toFixed(1)} times as fast as ${best_peer}: goal of ${goal} ${ratio >= goal ? 'met' : 'MISSED'}`);
  console.log(`  ${'processor time of a frame'.padEnd(26)}${padded('ms', 10)}${padded('x ours', 9)}` +
    `${padded('growth', 9)}${padded('tests', 10)}  pairs`);
  for (const row of rows) {
    const {name, ms, exponent, tests, exact, failed} = row;
    console.log(`  ${name.padEnd(26)}${padded(failed === undefined ? ms.toFixed(3) : '-', 10)}` +
      `${padded((ms / best.ms).toFixed(1), 9)}${padded(Number.isNaN(exponent) ? '' : `n^${exponent.toFixed(2)}`, 9)}` +
      `${padded(tests ?? '', 10)}  ${exact ? 'equal' : failed ?? 'OTHER PAIRS'}`);
  }
}

const columns = {
  scene: (row) => row.scene, dim: (row) => row.dim, n: (row) => row.n, moving_pct: (row) => row.moving_pct,
  method: (row) => row.name, threads: () => 1, ns: (row) => digits(1e6 * row.ms), pairs: (row) => row.pairs,
  tests: (row) => row.tests ?? '', exact: (row) => row.exact, version: (row) => row.version,
  least_ns: (row) => digits(1e6 * row.least), samples: (row) => row.samples,
  best_peer: (row) => row.best_peer, peer_ratio: (row) => digits(row.peer_ratio),
  exponent: (row) => digits(row.exponent),
};
const digits = (x) => (Number.isFinite(x) ? Number(x.toPrecision(6)) : '');

export function csvOf(rows) {
  const lines = rows.map((row) => Object.values(columns).map((column) => column(row)).join(','));
  return `${[Object.keys(columns).join(','), ...lines].join('\n')}\n`;
}
