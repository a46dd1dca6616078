// SPDX-License-Identifier: MIT
// Loads the libraries that are installed for this run.
import {readFileSync} from 'node:fs';

const packages = {
  masu: ['masu'], rbush: ['rbush'], flatbush: ['flatbush'], 'detect-collisions': ['detect-collisions'],
  box2d: ['box2d3-wasm'], rapier: ['@dimforge/rapier2d-compat', '@dimforge/rapier3d-compat'],
  rapier_simd: ['@dimforge/rapier3d-simd-compat'],
  jolt: ['jolt-physics'], 'masu/boxes': ['masu/boxes'], kdbush: ['kdbush'], check2d: ['check2d'],
};

async function start(name, dimension) {
  const [plane, space] = packages[name];
  const module = await import(dimension === 3 ? space ?? plane : plane);
  switch (name) {
    case 'masu': case 'masu/boxes': return {masu: await module.init(), box: module.box};
    case 'box2d': case 'jolt': return module.default();
    case 'detect-collisions': case 'check2d': return module;
    case 'rapier': case 'rapier_simd': {
      await module.default.init();
      return module.default;
    }
    default: return module.default;
  }
}

/** Returns `load(name, dimension)`, which starts each library once, and `versions` by name. */
export async function libraries() {
  const loaded = new Map();
  const load = (/** @type {string} */ name, /** @type {number} */ dimension) => {
    const key = `${packages[name].length === 1 ? '' : dimension}${name}`;
    if (!loaded.has(key)) loaded.set(key, start(name, dimension));
    return loaded.get(key);
  };
  const versions = Object.fromEntries(Object.entries(packages).map(([name, of]) =>
    [name, of.map(versionOf).join(' / ')]));
  return {load, versions};
}

function versionOf(name) {
  const file = new URL(`node_modules/${name.replace('masu/boxes', 'masu')}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
