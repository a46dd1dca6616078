// SPDX-License-Identifier: MIT

/** Statuses of the library by number, as masu.h has them. */
export const statusNames = [
  'ok', 'stopped', 'out_of_memory', 'too_many_objects', 'size_mismatch', 'not_finite',
  'out_of_range', 'stale_handle', 'damaged', 'not_converged', 'unbounded', 'wrong_format',
  'not_positive', 'not_unit', 'no_points', 'flat', 'bad_index', 'open_surface', 'inverted',
  'not_convex', 'apart', 'touching', 'busy', 'not_updated',
] as const;

/** How a call or an answer ended; `freed`: what was asked has been given back by `free()`. */
export type Status = (typeof statusNames)[number] | 'freed';

/** Refuses what is no whole number from 0 to `most`; gives it otherwise. */
export function whole(call: string, value: number, most = 0xffffffff): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new MasuError('out_of_range', call, `${value} is no whole number from 0 to ${most}`);
}

/** Thrown by every call that the library refuses; nothing has changed then. */
export class MasuError extends Error {
  /** The library's word for it, such as `'stale_handle'`. */
  readonly status: Status;

  constructor(status: Status, call: string, text: string) {
    super(`${call}: ${status}: ${text}`);
    this.name = 'MasuError';
    this.status = status;
  }
}

/** Refuses arrays that are not as long as they must be. */
export function sameSize(call: string, given: number, wanted: number): void {
  if (given === wanted) return;
  throw new MasuError('size_mismatch', call, `${given} numbers where ${wanted} are wanted`);
}
