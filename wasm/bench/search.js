// SPDX-License-Identifier: MIT
// Times static indices: how long it takes to build one, and to ask it for windows and for neighbors.
import {randomOf, uniformBoxes} from './field.js';
import {searchers} from './peers/search.js';

const kQueries = 1000;
const kNear = 8;
const median = (/** @type {number[]} */ of) => [...of].sort((x, y) => x - y)[of.length >> 1];
const byNumber = (/** @type {number} */ a, /** @type {number} */ b) => a - b;

/** Returns windows with an edge, that no box touches. */
function windowsOf(n, edge, seed) {
  const random = randomOf(seed);
  const side = Math.sqrt(n);
  const windows = new Float32Array(4 * kQueries);
  for (let at = 0; at < windows.length; at += 4) {
    for (let axis = 0; axis < 2; ++axis) {
      windows[at + axis] = Math.round(random() * Math.max(0, side + 1 - edge) * 1024) / 1024;
      windows[at + axis + 2] = windows[at + axis] + Math.floor(edge * 1024) / 1024 + 1 / 2048;
    }
  }
  return windows;
}

/** The questions: each runs all queries once, and returns the number of results. */
function rowsOf(n, points, seed) {
  // Boxes of unit density and mean edges of 1, or points: windows with so many.
  const grown = points ? 0 : 1;
  const windows = [12, 200].map((hits, k) => windowsOf(n, Math.sqrt(hits) - grown, seed + 2 + k));
  const asked = (/** @type {Float32Array} */ of, /** @type {any} */ index) => {
    let found = 0;
    for (let at = 0; at < of.length; at += 4) found += index.window(of[at], of[at + 1], of[at + 2], of[at + 3]).length;
    return found;
  };
  const windowRow = (/** @type {string} */ row, /** @type {Float32Array} */ of) => ({
    row, queries: kQueries, has: (/** @type {any} */ index) => index.window !== undefined,
    run: (/** @type {any} */ index) => asked(of, index),
    answer: (/** @type {any} */ index, /** @type {number} */ i) => {
      const [a, b, c, d] = of.subarray(4 * i, 4 * i + 4);
      return [...index.idsOf(index.window(a, b, c, d))].sort(byNumber);
    },
  });
  return [
    {row: 'build', queries: 1, has: () => true, run: (/** @type {any} */ index) => index.build(), answer: () => []},
    windowRow('window of 12', windows[0]),
    windowRow('window of 200', windows[1]),
    ...[['batch of 12', windows[0]], ['batch of 200', windows[1]]].map(([row, of]) => ({
      row, queries: kQueries, has: (/** @type {any} */ index) => index.batch !== undefined,
      run: (/** @type {any} */ index) => index.batch(of),
      answer: (/** @type {any} */ index, /** @type {number} */ i) => [...index.batchOf(i)].sort(byNumber),
    })),
    {
      row: `${kNear} nearest`, queries: kQueries, has: (/** @type {any} */ index) => index.near !== undefined,
      run: (/** @type {any} */ index) => {
        const of = windows[0];
        let found = 0;
        for (let at = 0; at < of.length; at += 4) found += index.near(of[at], of[at + 1], kNear).length;
        return found;
      },
      // Of several boxes at the same distance libraries return others: the distances are compared.
      answer: (/** @type {any} */ index, /** @type {number} */ i, /** @type {Float32Array} */ boxes) => {
        const [x, y] = windows[0].subarray(4 * i, 4 * i + 2);
        return [...index.idsOf(index.near(x, y, kNear))].map((id) => {
          const [a, b, c, d] = boxes.subarray(4 * id, 4 * id + 4);
          return Math.hypot(Math.max(a - x, x - c, 0), Math.max(b - y, y - d, 0));
        });
      },
    },
  ];
}

/** Returns whether an index gives the answers of the first one; all queries count. */
function equal(question, first, index, boxes) {
  for (let i = 0; i < question.queries; ++i) {
    if (String(question.answer(first, i, boxes)) !== String(question.answer(index, i, boxes))) return false;
  }
  return true;
}

/**
 * Measures all indices, in turn.
 * @param {{sizes: number[], frames: number, warm: number, seed: number, patience: number, load: any, now: () => number}} options
 */
export async function measureSearch({sizes, frames, warm, seed, load, now}) {
  const rows = [];
  for (const n of sizes) {
    for (const points of [false, true]) {
      const boxes = uniformBoxes(n, 2, seed);
      if (points) for (let at = 0; at < boxes.length; at += 4) boxes.copyWithin(at + 2, at, at + 2);
      const indices = [];
      for (const {name, module, points: only, make} of searchers) {
        if (only !== undefined && only !== points) continue;
        indices.push({name, module, index: make(await load(module, 2), boxes)});
      }
      for (const question of rowsOf(n, points, seed)) {
        const asked = indices.filter(({index}) => question.has(index));
        const times = asked.map(() => []);
        const found = asked.map(({index}) => {
          const end = now() + warm;
          let count = question.run(index);
          while (now() < end) count = question.run(index);
          return count;
        });
        // A batch answers for the last one that was asked.
        const exact = asked.map(({index}) => {
          question.run(index);
          if (index !== asked[0].index) question.run(asked[0].index);
          return equal(question, asked[0].index, index, boxes);
        });
        for (let frame = 0; frame < frames; ++frame) {
          for (let k = 0; k < asked.length; ++k) {
            const at = (frame + k) % asked.length;
            const begin = now();
            question.run(asked[at].index);
            times[at].push(now() - begin);
          }
        }
        rows.push(...asked.map(({name, module}, k) => ({
          scene: points ? 'points' : 'uniform', n, row: question.row, name, module, exact: exact[k],
          ns: 1e6 * median(times[k]) / question.queries, least: 1e6 * Math.min(...times[k]) / question.queries,
          results: (found[k] ?? n) / question.queries, samples: frames,
        })));
        printRow(rows.slice(-asked.length));
      }
      for (const {index} of indices) index.free();
    }
  }
  return rows;
}

function printRow(rows) {
  const [{scene, n, row, results}] = rows;
  const peer = Math.min(...rows.filter(({name, exact}) => exact && !name.startsWith('masu')).map(({ns}) => ns));
  console.log(`${n} ${scene === 'points' ? 'points' : 'boxes'}, ${row}; ${results.toFixed(1)} results each`);
  for (const {name, ns, exact} of rows) {
    const time = ns >= 1e5 ? `${(ns / 1e6).toFixed(2)} ms` : `${(ns / 1e3).toFixed(2)} µs`;
    console.log(`  ${name.padEnd(16)}${time.padStart(12)}  ${(Number.isFinite(peer) ? (peer / ns).toFixed(2) : '').padStart(6)}  ${exact ? 'equal' : 'OTHER RESULTS'}`);
  }
}

/** @param {any[]} rows @param {{[module: string]: string}} versions */
export function csvOfSearch(rows, versions) {
  const lines = rows.map(({scene, n, row, name, module, ns, least, results, exact, samples}) =>
    [scene, 2, n, row, name, ns.toPrecision(6), least.toPrecision(6), results, exact, versions[module], samples].join(','));
  return `scene,dim,n,row,method,ns,least_ns,results,exact,version,samples\n${lines.join('\n')}\n`;
}
