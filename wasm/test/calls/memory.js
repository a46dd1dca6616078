// SPDX-License-Identifier: MIT
// Modules with little memory, and where it ends.

/**
 * Returns a module whose memory has at most `pages` pages of 65536 bytes. Larger requests are
 * refused, and the memory does not grow.
 */
export function withMemory(bytes, pages = 256) {
  const number = (at) => {
    let [value, i] = [0, 0];
    do value += (bytes[at + i] & 0x7f) * 2 ** (7 * i); while (bytes[at + i++] & 0x80);
    return {value, next: at + i};
  };
  for (let at = 8; at < bytes.length;) {
    const {value: size, next} = number(at + 1);
    if (bytes[at] === 5) {
      // One memory, with a limit: its least and its greatest number of pages.
      const from = number(next + 2).next;
      const to = number(from).next;
      const copy = bytes.slice();
      for (let i = from, left = pages; i < to; ++i, left = Math.floor(left / 128)) {
        copy[i] = (left & 0x7f) | (i + 1 < to ? 0x80 : 0);  // as many bytes as before
      }
      return copy;
    }
    at = next + size;
  }
  throw new Error('the module has no memory');
}

/** Returns the address of the first free block of 1 MiB. It is higher after a leak. */
export function end(masu) {
  const memory = masu.allocate(Uint8Array, 1 << 20);
  const {byteOffset} = memory.view;
  memory.free();
  return byteOffset;
}

/** Allocates everything except some blocks of 16 kilobytes; returns the function that frees it. */
export function ballast(masu, blocks) {
  const taken = [];
  try {
    for (;;) taken.push(masu.allocate(Uint8Array, 1 << 14));
  } catch (error) {
    if (error.status !== 'out_of_memory') throw error;
  }
  for (const each of taken.splice(0, blocks)) each.free();
  return () => taken.forEach((each) => each.free());
}
