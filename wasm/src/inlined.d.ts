// SPDX-License-Identifier: MIT
// The modules as text, which inline.js writes: so that their users have types before it has run.
declare module '*/inlined/masu.js' {
  export const base64: string;
}
declare module '*/inlined/masu_2d.js' {
  export const base64: string;
}
declare module '*/inlined/masu_3d.js' {
  export const base64: string;
}
declare module '*/inlined/masu_boxes.js' {
  export const base64: string;
}
