// SPDX-License-Identifier: MIT
// Compares this library with others from npm in one process, in turn, and compares the sets of
// pairs in every frame. `./masu.sh bench wasm` runs it.
import {writeFileSync} from 'node:fs';
import {Field, uniformBoxes} from './field.js';
import {Heat} from './heat.js';
import {libraries} from './libraries.js';
import {optionsOf} from './options.js';
import {ours, theirs} from './peers/index.js';
import {svgOf} from './plot.js';
import {csvOf, print, withRatios} from './report.js';
import {csvOfSearch, measureSearch} from './search.js';

const options = optionsOf(process.argv.slice(2));
const {load, versions} = await libraries();
const methods = [...ours, ...theirs];
const rows = [];

// Processor time: other programs do not count.
function now() {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}

for (const dim of options.kinds.includes('frames') ? options.dims : []) {
  for (const moving of options.moving) {
    const history = new Map();
    for (const n of options.sizes) {
      const field = new Field(uniformBoxes(n, dim, options.seed), dim, moving / 100, options.seed);
      const heat = new Heat(field, now);
      for (const method of methods) {
        const slow = foretold(history.get(method.name), n) > options.patience;
        if (!method.dimensions.includes(dim) || slow) continue;
        heat.enter(method, await load(method.module, dim));
      }
      field.rest();
      heat.frame(false);
      heat.warm(options.warm);
      for (let frame = 0; frame < options.frames; ++frame) {
        field.step();
        heat.frame(true);
      }
      const found = heat.results().map((result) => ({
        scene: 'uniform', dim, n, moving_pct: moving, ...result, samples: options.frames,
        version: versions[methods.find(({name}) => name === result.name).module],
      }));
      for (const row of found) history.set(row.name, [...(history.get(row.name) ?? []), row]);
      const finished = withRatios(found, history);
      rows.push(...finished);
      print(finished);
      heat.free();
      // After each size, so that an interrupted run keeps its results.
      if (options.save !== undefined) writeFileSync(options.save, csvOf(rows));
    }
    plot(dim, moving);
  }
}
if (options.kinds.includes('search')) {
  const found = await measureSearch({...options, load, now});
  rows.push(...found.map((row) => ({...row, dim: 2})));
  if (options.save !== undefined) {
    writeFileSync(options.save.replace(/(\.csv)?$/, '_search.csv'), csvOfSearch(found, versions));
  }
}
const wrong = rows.filter(({exact}) => !exact);
for (const {name, n, dim, failed} of wrong) {
  console.error(`${name}: ${failed ?? 'other results'}, ${n} objects in ${dim}D`);
}
// Workers of one library would keep the process running.
process.exit(wrong.length === 0 ? 0 : 1);

/** Writes a chart next to the rows, named after them: wasm_2d_100.svg for wasm.csv. */
function plot(dim, moving) {
  if (options.save === undefined || options.sizes.length < 2) return;
  const drawn = rows.filter((row) => row.dim === dim && row.moving_pct === moving);
  writeFileSync(`${options.save.replace(/\.csv$/, '')}_${dim}d_${moving}.svg`,
    svgOf(drawn, `npm, Node.js: ${dim}D, ${moving} % moving: a frame`));
}

/** Predicts the time of a frame with n objects in milliseconds, from its growth so far. */
function foretold(history, n) {
  const last = history?.at(-1);
  if (last === undefined) return 0;
  return last.failed === undefined ? last.ms * (n / last.n) ** Math.max(1, last.exponent || 1) : Infinity;
}
