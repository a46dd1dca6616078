// SPDX-License-Identifier: MIT
// Libraries that come without types where they are imported.
declare module 'rbush' {
  const RBush: unknown;
  export default RBush;
}
declare module 'box2d3-wasm/compat' {
  const start: () => Promise<unknown>;
  export default start;
}
