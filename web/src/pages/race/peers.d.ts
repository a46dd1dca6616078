// SPDX-License-Identifier: MIT
// Declarations of libraries without types.
declare module 'rbush' {
  const RBush: unknown;
  export default RBush;
}
declare module 'box2d3-wasm/compat' {
  const start: () => Promise<unknown>;
  export default start;
}
