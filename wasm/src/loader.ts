// SPDX-License-Identifier: MIT
// Loads one of the modules.

/** Options for loading the module. */
export interface InitOptions {
  /** Whether to load the module with SIMD; by default if the engine supports it. */
  simd?: boolean;
  /** The URL of the module, its bytes, or the module itself; by default a file next to this one. */
  module?: string | URL | BufferSource | WebAssembly.Module;
}

// A function that makes a vector and drops it.
const kProbe = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11);

/** Returns whether this engine supports vectors of 128 bits. */
export function simdSupported(): boolean {
  return WebAssembly.validate(kProbe);
}

/** The JavaScript functions that a module calls while a call runs. */
export interface Callbacks {
  /**
   * Returns whether the item at this address counts: an obstacle of a slide or a candidate of a
   * query.
   */
  counts(at: number): boolean;
  /** Returns whether the pair at this address may collide: 1, 0, or -1 to end the update. */
  allows(at: number): number;
}

/** Instantiates a module. */
export async function load(
  options: InitOptions, callbacks: Callbacks,
): Promise<WebAssembly.Exports> {
  const imports = {
    masu: {
      slide_counts: (at: number) => (callbacks.counts(at >>> 0) ? 1 : 0),
      pair_filter: (at: number) => callbacks.allows(at >>> 0),
    },
    env: {emscripten_notify_memory_growth: () => {}},
    wasi_snapshot_preview1: {
      proc_exit: (code: number) => {
        throw new Error(`masu: the module exited with code ${code}`);
      },
      fd_write: () => 8,
      fd_seek: () => 8,
      fd_close: () => 8,
    },
  };
  // Written out so that bundlers find the names.
  const simd = options.simd ?? simdSupported();
  const source = options.module ??
    (simd ? new URL('./masu-simd.wasm', import.meta.url) : new URL('./masu.wasm', import.meta.url));
  const instance = await instantiate(source, imports);
  (instance.exports['_initialize'] as () => void)();
  return instance.exports;
}

async function instantiate(
  source: NonNullable<InitOptions['module']>,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.Instance> {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports);
  if (source instanceof URL || typeof source === 'string') {
    const bytes = await fetchBytes(new URL(source, import.meta.url));
    return (await WebAssembly.instantiate(bytes, imports)).instance;
  }
  return (await WebAssembly.instantiate(source, imports)).instance;
}

async function fetchBytes(url: URL): Promise<BufferSource> {
  if (url.protocol === 'file:') {
    // Only Node.js has files, and bundlers should not resolve this import.
    const files = 'node:fs/promises';
    const {readFile} = (await import(/* @vite-ignore */ files)) as typeof import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`masu: ${url} cannot be loaded: HTTP status ${response.status}`);
  return response.arrayBuffer();
}
