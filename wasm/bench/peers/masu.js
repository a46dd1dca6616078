// SPDX-License-Identifier: MIT
// This library in two forms: boxes in, pairs out; and a world that keeps objects.

/**
 * @param {import('masu').Masu} masu @param {import('../field.js').Field} field
 * @param {import('masu').FinderMethod} [method]
 */
export function finder(masu, field, method = 'automatic') {
  const memory = masu.allocate(Float32Array, field.boxes.length);
  const search = masu.finder({dimension: field.dimension, method});
  let found = new Uint32Array(0);
  return {
    frame() {
      memory.view.set(field.boxes);
      found = search.findPairs(memory.view);
    },
    pairs: () => ({words: found, count: found.length / 2}),
    tests: () => search.stats.tests,
    free() {
      search.free();
      memory.free();
    },
  };
}

/** @param {import('masu').Masu} masu @param {import('../field.js').Field} field @param {any} box */
export function world(masu, field, box) {
  const {n, dimension} = field;
  const each = dimension === 2 ? 4 : 7;  // a pose: a position and the identity rotation
  const objects = masu.world({dimension, detail: 'boxes', queries: false});
  const handles = masu.allocate(Uint32Array, 2 * n);
  const poses = masu.allocate(Float32Array, each * n);
  // Consecutive poses: later only positions are written.
  const still = new Float32Array(each * n);
  for (let k = 0; k < n; ++k) still[each * k + (dimension === 2 ? 2 : 6)] = 1;
  poses.view.set(still);
  const all = new Uint32Array(2 * n);
  objects.reserve(n);
  for (let i = 0; i < n; ++i) {
    const half = Array.from({length: dimension}, (_, axis) => field.half(i, axis));
    const pose = still.subarray(0, each);
    for (let axis = 0; axis < dimension; ++axis) pose[axis] = field.center(i, axis);
    all.set(objects.addMany(box(half), pose), 2 * i);
  }
  let tests = 0;
  return {
    frame() {
      const {moved, boxes} = field;
      const [movedPoses, movedHandles] = [poses.view, handles.view];
      for (let k = 0; k < moved.length; ++k) {
        const i = moved[k];
        movedHandles[2 * k] = all[2 * i];
        movedHandles[2 * k + 1] = all[2 * i + 1];
        for (let axis = 0, low = 2 * dimension * i; axis < dimension; ++axis, ++low) {
          movedPoses[each * k + axis] = (boxes[low] + boxes[low + dimension]) / 2;
        }
      }
      objects.moveMany(movedHandles.subarray(0, 2 * moved.length),
        movedPoses.subarray(0, each * moved.length));
      tests = objects.update().stats.tests;
    },
    pairs() {
      const rows = objects.pairs();
      return {
        words: rows.words, count: rows.length, stride: rows.stride / 4, first: rows.offset('a') / 4,
        second: rows.offset('b') / 4,
      };
    },
    tests: () => tests,
    free() {
      objects.free();
      handles.free();
      poses.free();
    },
  };
}
