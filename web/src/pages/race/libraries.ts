// SPDX-License-Identifier: MIT
// The libraries of npm, each loaded when it is first needed.

const loaders: Record<string, (dimension: 2 | 3) => Promise<unknown>> = {
  masu: async () => {
    const {box, init} = await import('masu');
    return {masu: await init(), box};
  },
  rbush: async () => (await import('rbush')).default,
  flatbush: async () => (await import('flatbush')).default,
  'detect-collisions': async () => {
    const module = await import('detect-collisions');
    return module.default ?? module;
  },
  // The version without threads, which has no requirements on the server.
  box2d: async () => (await import('box2d3-wasm/compat')).default(),
  // In 2D the version with SIMD is older and misses pairs.
  rapier: async (dimension) => {
    const {default: rapier} = dimension === 2
      ? await import('@dimforge/rapier2d-compat')
      : await import('@dimforge/rapier3d-simd-compat');
    await rapier.init();
    return rapier;
  },
  jolt: async () => (await import('jolt-physics')).default(),
};

const loaded = new Map<string, Promise<unknown>>();

export function library(name: string, dimension: 2 | 3): Promise<unknown> {
  const key = `${name} ${dimension}`;
  let found = loaded.get(key);
  if (found === undefined) {
    found = loaders[name]!(dimension);
    loaded.set(key, found);
  }
  return found;
}
