// SPDX-License-Identifier: MIT
import type {Side} from './pair';

/** The colours of the two shapes, as style.css names them. */
export const inks: {readonly [side in Side]: string} = {a: 'object', b: 'candidate'};
