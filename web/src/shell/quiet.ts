// SPDX-License-Identifier: MIT

/**
 * Makes an output that screen readers do not announce: numbers that change many times a second
 * would drown everything else.
 */
export function quietOutput(): HTMLOutputElement {
  const output = document.createElement('output');
  output.setAttribute('aria-live', 'off');
  return output;
}
