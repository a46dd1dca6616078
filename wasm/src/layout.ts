// SPDX-License-Identifier: MIT
// Layouts of structures as C compilers make them for WebAssembly; reads and writes them.

/** The layout of a value in memory. */
export interface Layout<T> {
  readonly size: number;
  readonly align: number;
  read(memory: DataView, at: number): T;
  write(memory: DataView, at: number, value: T): void;
  /** Throws for a value that is no argument of this call. */
  check?(call: string, value: T): void;
}

/** The type that a layout reads. */
export type Read<L> = L extends Layout<infer T> ? T : never;

function scalar<T>(
  size: number,
  read: (memory: DataView, at: number) => T,
  write: (memory: DataView, at: number, value: T) => void,
): Layout<T> {
  return {size, align: size, read, write};
}

export const u8 = scalar<number>(1, (m, at) => m.getUint8(at), (m, at, x) => m.setUint8(at, x));
export const u32 =
  scalar<number>(4, (m, at) => m.getUint32(at, true), (m, at, x) => m.setUint32(at, x, true));
export const i32 =
  scalar<number>(4, (m, at) => m.getInt32(at, true), (m, at, x) => m.setInt32(at, x, true));
export const f32 =
  scalar<number>(4, (m, at) => m.getFloat32(at, true), (m, at, x) => m.setFloat32(at, x, true));
export const f64 =
  scalar<number>(8, (m, at) => m.getFloat64(at, true), (m, at, x) => m.setFloat64(at, x, true));
/** 64 independent bits. */
export const bits64 = scalar<bigint>(
  8, (m, at) => m.getBigUint64(at, true), (m, at, x) => m.setBigUint64(at, x, true));
/** A count of 64 bits, below 2^53. */
export const count64 = scalar<number>(
  8, (m, at) => Number(m.getBigUint64(at, true)), (m, at, x) => m.setBigUint64(at, BigInt(x), true));
/** 0 or 1 in a byte. */
export const flag =
  scalar<boolean>(1, (m, at) => m.getUint8(at) !== 0, (m, at, x) => m.setUint8(at, x ? 1 : 0));

/** `count` consecutive values. */
export function array<T>(element: Layout<T>, count: number): Layout<T[]> {
  return {
    size: element.size * count,
    align: element.align,
    read: (m, at) => Array.from({length: count}, (_, i) => element.read(m, at + i * element.size)),
    write: (m, at, values) => {
      for (let i = 0; i < count; ++i) element.write(m, at + i * element.size, values[i]!);
    },
  };
}

/** The layout of a structure, with the offsets of its members in bytes. */
export interface Struct<T> extends Layout<T> {
  readonly offsets: {readonly [member in keyof T]: number};
}

/**
 * Lays out members in the order and with the alignment of C. Values that are read have the
 * prototype, whose members are not in memory.
 */
export function struct<T extends object>(
  members: {[K in Exclude<keyof T, typeof Symbol.iterator | 0 | 1>]: Layout<T[K]>}, prototype?: object,
): Struct<T> {
  const names = Object.keys(members) as (keyof typeof members)[];
  const offsets = {} as {[K in keyof T]: number};
  let end = 0;
  let align = 1;
  for (const name of names) {
    const member = members[name];
    offsets[name] = roundUp(end, member.align);
    end = offsets[name] + member.size;
    align = Math.max(align, member.align);
  }
  return {
    size: roundUp(end, align),
    align,
    offsets,
    read: (m, at) => {
      const value = (prototype === undefined ? {} : Object.create(prototype)) as T;
      for (const name of names) value[name] = members[name].read(m, at + offsets[name]);
      return value;
    },
    write: (m, at, value) => {
      for (const name of names) members[name].write(m, at + offsets[name], value[name]);
    },
  };
}

export function roundUp(size: number, align: number): number {
  return Math.ceil(size / align) * align;
}
