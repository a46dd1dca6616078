// SPDX-License-Identifier: MIT
// The second module: seeded scenes, and the recorded steps of algorithms. Its calls read numbers
// and leave numbers, whose meaning their readers know.

type Call = (...args: number[]) => number;

export class Steps {
  constructor(private readonly exports: WebAssembly.Exports) {}

  /** Calls steps_NAME(args) with input in the module's memory; returns a copy of what it left. */
  call(name: string, args: readonly number[], input: ArrayLike<number> = []): Float64Array {
    const memory = this.exports.memory as WebAssembly.Memory;
    const at = this.function('input')(input.length);
    new Float64Array(memory.buffer, at, input.length).set(input);
    const count = this.function(name)(...args);
    return new Float64Array(memory.buffer, this.function('output')(), count).slice();
  }

  private function(name: string): Call {
    const found = this.exports[`steps_${name}`];
    if (typeof found !== 'function') throw new Error(`steps.wasm has no steps_${name}`);
    return found as Call;
  }
}

let loaded: Promise<Steps> | undefined;

/** Loads it once, for all pages. */
export function loadSteps(): Promise<Steps> {
  loaded ??= (async () => {
    const bytes = await (await fetch(new URL('steps.wasm', document.baseURI))).arrayBuffer();
    const module = await WebAssembly.compile(bytes);
    // Imports from an operating system that standalone modules require, as stubs.
    const imports: WebAssembly.Imports = {};
    for (const {module: from, name} of WebAssembly.Module.imports(module)) {
      (imports[from] ??= {})[name] = () => 0;
    }
    const {exports} = await WebAssembly.instantiate(module, imports);
    (exports._initialize as (() => void) | undefined)?.();
    return new Steps(exports);
  })();
  // After a failure a later call may succeed.
  loaded.catch(() => { loaded = undefined; });
  return loaded;
}
