// SPDX-License-Identifier: MIT

/** Statuses of the library by number, as in masu.h. */
export const statusNames = [
  'ok', 'stopped', 'out_of_memory', 'too_many_objects', 'size_mismatch', 'not_finite',
  'out_of_range', 'stale_handle', 'damaged', 'not_converged', 'unbounded', 'wrong_format',
  'not_positive', 'not_unit', 'no_points', 'flat', 'bad_index', 'open_surface', 'inverted',
  'not_convex', 'apart', 'touching', 'busy', 'not_updated',
] as const;

/** Result of a call or of a query; `freed`: the object has been freed by `free()`. */
export type Status = (typeof statusNames)[number] | 'freed';

/** Returns `value`; throws unless it is a whole number from 0 to `most`. */
export function whole(call: string, value: number, most = 0xffffffff): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new MasuError('out_of_range', call, `${value} is not a whole number from 0 to ${most}`);
}

/** Thrown by every call that the library refuses; nothing has changed then. */
export class MasuError extends Error {
  /** The library's name for it, such as `'stale_handle'`. */
  readonly status: Status;

  constructor(status: Status, call: string, text: string) {
    super(`${call}: ${status}: ${text}`);
    this.name = 'MasuError';
    this.status = status;
  }
}

/** Throws unless an array has the required length. */
export function sameSize(call: string, length: number, expected: number): void {
  if (length === expected) return;
  throw new MasuError('size_mismatch', call, `${length} numbers where ${expected} are expected`);
}
