// SPDX-License-Identifier: MIT
// Command line options of `./masu.sh bench wasm`.
import {parseArgs} from 'node:util';

const kHelp = `usage: ./masu.sh bench wasm [OPTIONS]
  --n LIST        objects (1000,3000,10000,30000,100000)
  --dim LIST      2, 3 (both)
  --rows LIST     frames: pairs of moving boxes; search: static indices, in 2D (both)
  --moving LIST   percent of the objects that move in a frame (100,1)
  --frames N      measured, after those for warming up (25)
  --warm MS       of each one at each size, alone (600)
  --patience MS   whose frame would take longer is left out of larger sizes (6000)
  --seed N        (1)
  --save FILE     the rows, as CSV, and plots beside it
`;

/** @param {string[]} args */
export function optionsOf(args) {
  const word = (/** @type {string} */ otherwise) =>
    /** @type {const} */ ({type: 'string', default: otherwise});
  let values;
  try {
    ({values} = parseArgs({args, options: {
      n: word('1000,3000,10000,30000,100000'), dim: word('2,3'), moving: word('100,1'),
      frames: word('25'), warm: word('600'), patience: word('6000'), seed: word('1'),
      rows: word('frames,search'),
      save: {type: 'string'}, help: {type: 'boolean', short: 'h'},
    }}));
  } catch (error) {
    console.error(`${error.message}\n${kHelp}`);
    process.exit(2);
  }
  if (values.help) {
    console.log(kHelp);
    process.exit(0);
  }
  const numbers = (/** @type {string} */ list, /** @type {(x: number) => boolean} */ fits) =>
    list.split(',').map((text) => {
      const x = Number(text);
      if (text.trim() !== '' && fits(x)) return x;
      console.error(`'${text}' is none\n${kHelp}`);
      return process.exit(2);
    });
  const kinds = String(values.rows).split(',');
  if (kinds.some((kind) => kind !== 'frames' && kind !== 'search')) {
    console.error(`'${values.rows}' is none\n${kHelp}`);
    process.exit(2);
  }
  const whole = (/** @type {number} */ x) => Number.isInteger(x) && x >= 1;
  return {
    kinds,
    sizes: numbers(values.n, whole),
    dims: numbers(values.dim, (x) => x === 2 || x === 3),
    moving: numbers(values.moving, (x) => x > 0 && x <= 100),
    frames: numbers(values.frames, whole)[0],
    warm: numbers(values.warm, (x) => x >= 0)[0],
    patience: numbers(values.patience, (x) => x >= 0)[0],
    seed: numbers(values.seed, Number.isInteger)[0],
    save: values.save,
  };
}
