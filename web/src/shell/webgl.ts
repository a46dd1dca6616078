// SPDX-License-Identifier: MIT
// 3D views need WebGL, which some browsers lack or have switched off.

export function hasWebGL(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers limit how many contexts a page has.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** Says so instead of a view, with a button that shows 2D. */
export function showNoWebGL(root: HTMLElement, show2D: () => void): void {
  const line = document.createElement('p');
  line.className = 'error';
  line.setAttribute('role', 'alert');
  line.textContent = '3D views need WebGL 2, which this browser lacks or has switched off.';
  const button = document.createElement('button');
  button.type = 'button';
  button.name = 'show-2d';
  button.textContent = 'Show 2D';
  button.addEventListener('click', show2D);
  root.replaceChildren(line, button);
}
