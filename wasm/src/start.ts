// SPDX-License-Identifier: MIT
// `init()` of a door: starts its modules.
import {checkOptions} from './errors.js';
import {
  inlined, instantiate, simdSupported, type Callbacks, type InitOptions, type Source,
} from './loader.js';
import {Module} from './module.js';

const kOptions = new Set(['simd', 'module']);

/**
 * Starts the library: each of its modules once, however often it is called. With `module` every
 * call starts an instance with its own memory.
 */
export type Init<Library> = (options?: InitOptions) => Promise<Library>;

/** Returns the `init()` of a door: `sourceOf(simd)` returns its module, with or without SIMD. */
export function initOf<Library>(
  make: (module: Module, simd: boolean) => Library, sourceOf: (simd: boolean) => Source,
): Init<Library> {
  const started = new Map<boolean, Promise<Library>>();
  return async (options = {}) => {
    checkOptions('init', options, kOptions);
    const {simd = simdSupported(), module} = options;
    const start = async () => {
      const callbacks: Callbacks = {counts: () => true, allows: () => 1};
      const exports = await instantiate(module ?? sourceOf(simd), callbacks);
      return make(new Module(exports, callbacks), simd);
    };
    if (module !== undefined) return start();
    let library = started.get(simd);
    if (library === undefined) {
      library = start();
      started.set(simd, library);
      // A failure is not permanent: the network may come back.
      library.catch(() => started.delete(simd));
    }
    return library;
  };
}

/** The same for a module that is inlined, which is the one with SIMD. */
export function initInlined<Library>(
  make: (module: Module, simd: boolean) => Library, base64: string,
): Init<Library> {
  return initOf(make, (simd) => {
    if (simd) return inlined(base64);
    throw new Error('masu: the module without SIMD is not inlined: give init() its address as `module`');
  });
}
