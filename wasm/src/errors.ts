// SPDX-License-Identifier: MIT

/** Statuses of the library by number, as in masu.h. */
export const statusNames = [
  'ok', 'stopped', 'out_of_memory', 'too_many_objects', 'size_mismatch', 'not_finite',
  'out_of_range', 'stale_handle', 'damaged', 'not_converged', 'unbounded', 'wrong_format',
  'not_positive', 'not_unit', 'no_points', 'flat', 'bad_index', 'open_surface', 'inverted',
  'not_convex', 'apart', 'touching', 'busy', 'not_updated',
] as const;

/**
 * Result of a call or of a query; `freed`: the object has been freed by `free()`; `stale_rows`: the
 * results have been replaced; `wrong_type`: the argument is something else than what is asked for.
 */
export type Status = (typeof statusNames)[number] | 'freed' | 'stale_rows' | 'wrong_type';

/** Returns `value`; throws unless it is a whole number from 0 to `most`. */
export function whole(call: string, value: number, most = 0xffffffff): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new MasuError('out_of_range', call, `${shown(value)} is not a whole number from 0 to ${most}`);
}

/**
 * Thrown by every call that the library refuses. Nothing has changed then, unless the call says
 * something else.
 */
export class MasuError extends Error {
  /** The library's name for it, such as `'stale_handle'`. */
  readonly status: Status;

  constructor(status: Status, call: string, text: string) {
    super(`${call}: ${status}: ${text}`);
    this.name = 'MasuError';
    this.status = status;
  }
}

/** Returns a value in the words of an error. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return `the function ${value.name}`;
  if (value === null || typeof value !== 'object') return String(value);
  return `of type ${value.constructor?.name ?? 'object'}`;
}

/** Returns the error for an argument that is something else than what is asked for. */
export function wrongType(call: string, what: string, value: unknown): MasuError {
  return new MasuError('wrong_type', call, `${what} is ${shown(value)}`);
}

/** Returns `value`; throws unless it is a number. */
export function number(call: string, what: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw wrongType(call, what, value);
}

/** Returns `value`; throws unless it is true or false. */
export function truth(call: string, what: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw wrongType(call, what, value);
}

/** Returns a list of objects; throws if it is something else. */
export function listOf<T>(call: string, what: string, values: readonly T[]): readonly T[] {
  if (Array.isArray(values)) return values;
  throw wrongType(call, what, values);
}

/** Returns the length of a list; throws for what is none. */
export function lengthOf(call: string, what: string, list: {readonly length: number}): number {
  const length = (list as {readonly length: number} | null | undefined)?.length;
  if (typeof list === 'object' && Number.isInteger(length) && length! >= 0) return length!;
  throw wrongType(call, what, list);
}

/** Throws for a detached view: it has lost even its length, and no elements would be searched. */
export function checkAttached({length, buffer}: Uint8Array | BigUint64Array): void {
  if (length > 0) return;
  try {
    new Uint8Array(buffer);
  } catch {
    throw new MasuError('freed', 'view',
      'the array is detached: memory has grown since it was read, or its buffer was transferred');
  }
}

/** Throws unless these are consecutive numbers. */
export function checkNumbers(call: string, what: string, from: ArrayLike<number>): void {
  if (ArrayBuffer.isView(from) && !(from instanceof DataView)) {
    if (from instanceof BigInt64Array || from instanceof BigUint64Array) throw wrongType(call, what, from);
    checkAttached(from as Uint8Array);
    return;
  }
  const length = lengthOf(call, what, from);
  for (let i = 0; i < length; ++i) number(call, `${what}[${i}]`, from[i]);
}

/** Throws for an option that the call does not have. */
export function checkOptions(call: string, options: object, known: ReadonlySet<string>): void {
  if (typeof options !== 'object' || options === null) throw wrongType(call, 'options', options);
  for (const name in options) {
    if (!known.has(name)) throw new MasuError('wrong_type', call, `there is no option '${name}'`);
  }
}

/** Throws unless an array has the required length. */
export function sameSize(call: string, length: number, expected: number): void {
  if (length === expected) return;
  throw new MasuError('size_mismatch', call, `${length} numbers where ${expected} are expected`);
}
