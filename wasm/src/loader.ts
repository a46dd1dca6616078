// SPDX-License-Identifier: MIT
// Loads a module.

/** Options for loading the module. */
export interface InitOptions {
  /** Whether to load the module with SIMD; by default if the engine supports it. */
  simd?: boolean;
  /**
   * Another module: its address as for fetch(), its bytes, or a WebAssembly.Module. By default
   * that of the entry.
   */
  module?: string | object;
}

/** Where a module comes from: as `InitOptions.module`, or a response to a request of it. */
export type Source = string | object;
/** What a module exports: its functions and memory by name. */
export type Exports = Record<string, any>;

// A function that makes a vector and drops it.
const kProbe = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11);

const kType = 'application/wasm';

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

/** Instantiates a module and returns its exports. */
export async function instantiate(
  source: Source, callbacks: Callbacks,
): Promise<Exports> {
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
  const {exports} = await WebAssembly.instantiate(await compile(source), imports);
  const {_initialize} = exports as Exports;
  _initialize();
  return exports;
}

/** Returns a module that was compressed by `wasm/inline.js`, as a response to compile. */
export function inlined(base64: string): Source {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, {headers: {'content-type': kType}});
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof Response) return WebAssembly.compileStreaming(source);
  if (typeof source === 'string' || source instanceof URL) return compileAt(source);
  return WebAssembly.compile(source as BufferSource);
}

async function compileAt(source: string | URL): Promise<WebAssembly.Module> {
  if (String(source).startsWith('file:')) {
    // Only Node.js has files, and bundlers should not resolve this import.
    const files = 'node:fs/promises';
    const {readFile} = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ files)) as typeof import('node:fs/promises');
    return WebAssembly.compile(await readFile(new URL(source)));
  }
  const response = await fetch(source);
  if (!response.ok) throw new Error(`masu: ${source} cannot be loaded: HTTP status ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith(kType)) return WebAssembly.compileStreaming(response);
  const bytes = await response.arrayBuffer();
  const magic = bytes.byteLength > 4 && new DataView(bytes).getUint32(0) === 0x0061736d;
  if (magic) return WebAssembly.compile(bytes);
  throw new Error(`masu: ${source} is no WebAssembly module, but ${type || 'something else'}: ` +
    "import 'masu/compat', which contains the module, or give init() its address as `module`");
}
