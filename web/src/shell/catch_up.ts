// SPDX-License-Identifier: MIT
// Plays the frames up to the one in the address: in short pieces, so that the page stays responsive
// and shows the progress.

/** Milliseconds before the page gets a turn. */
const kBreath = 30;

/**
 * Plays from frame 0 to a later one. Returns false if the page was left or it is not wanted any
 * more.
 */
export async function catchUp(
  root: HTMLElement, to: number, goTo: (frame: number) => void, isCurrent: () => boolean,
): Promise<boolean> {
  const bar = document.createElement('progress');
  bar.max = to;
  const line = document.createElement('label');
  line.className = 'catching-up';
  try {
    let stride = 1;
    let breath = performance.now();
    for (let frame = 0; frame < to;) {
      const begin = performance.now();
      frame = Math.min(to, frame + stride);
      goTo(frame);
      const end = performance.now();
      stride = Math.max(1, Math.floor(stride * Math.min(4, kBreath / Math.max(1, end - begin))));
      if (end - breath < kBreath || frame === to) continue;
      line.replaceChildren(`Frame ${frame.toLocaleString('en')} of ${to.toLocaleString('en')} `, bar);
      bar.value = frame;
      if (!line.isConnected) root.prepend(line);
      await new Promise((next) => setTimeout(next, 0));
      if (!root.isConnected || !isCurrent()) return false;
      breath = performance.now();
    }
    return true;
  } finally {
    line.remove();
  }
}
