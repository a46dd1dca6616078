// SPDX-License-Identifier: MIT
import type {Side} from './pair';

/** The colours of the two shapes, by their names in style.css. */
export const inks: {readonly [side in Side]: string} = {a: 'object', b: 'candidate'};
/** Those of their letters, which can be read on any background. */
export const wordInks: {readonly [side in Side]: string} = {a: 'object', b: 'candidate-word'};
