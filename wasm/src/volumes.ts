// SPDX-License-Identifier: MIT
// The intersection of two sub-shapes of a world's objects.
import {whole, type Status} from './errors.js';
import type {Resource} from './heap.js';
import {struct, u32, type Layout, type Struct} from './layout.js';
import type {Kind, Module} from './module.js';
import {Rows} from './rows.js';
import {statusCode, type Pair, type Structs} from './structs.js';
import type {Dimension, Vec} from './vectors.js';

/** A loop of vertices, counter-clockwise from outside: a range of `ContactVolume.indices`. */
export interface VolumeLoop {
  first: number;
  count: number;
  /** For a face: which of the two bodies it comes from. */
  body: 'a' | 'b';
  /** For a face: its number there. */
  face: number;
}

/**
 * The intersection of two sub-shapes (an area in 2D); each of its faces (edges) lies on a face of a or
 * b.
 */
export interface ContactVolume<D extends Dimension = Dimension> {
  /**
   * Empty unless `'ok'`: `'apart'` and `'touching'` if the sub-shapes share only the margin or a
   * boundary, `'out_of_range'` if a sub-shape is no polytope, `'flat'` if a sub-shape has no interior.
   */
  status: Status;
  /** The volume; an area in 2D. */
  volume: number;
  centroid: Vec<D>;
  /**
   * The area of the cut, where the two surfaces intersect, projected along the normal; a length in
   * 2D.
   */
  area: number;
  /** The normal of the cut, from a to b. */
  normal: Vec<D>;
  /** Consecutive coordinates; a view. */
  vertices: Float32Array | Float64Array;
  /** Faces; in 2D edges. */
  faces: Rows<VolumeLoop>;
  /** Loops of the cut, with a's faces on their left. */
  cuts: Rows<VolumeLoop>;
  /** Indices of vertices, for faces and cuts; a view. */
  indices: Uint32Array;
}

const body: Layout<'a' | 'b'> = {
  size: 1,
  align: 1,
  read: (m, at) => (m.getUint8(at) === 0 ? 'a' : 'b'),
  write: (m, at, of) => m.setUint8(at, of === 'a' ? 0 : 1),
};
const loop = struct<VolumeLoop>({first: u32, count: u32, body, face: u32});

interface RawVolume<D extends Dimension = Dimension> {
  status: Status;
  volume: number;
  centroid: Vec<D>;
  area: number;
  normal: Vec<D>;
  vertexCount: number;
  faceCount: number;
  cutCount: number;
  indexCount: number;
  vertices: number;
  faces: number;
  cuts: number;
  indices: number;
}
export const volumeStruct = ({real, vec}: Structs): Struct<RawVolume> => struct({
  status: statusCode, volume: real, centroid: vec, area: real, normal: vec, vertexCount: u32, faceCount: u32,
  cutCount: u32, indexCount: u32, vertices: u32, faces: u32, cuts: u32, indices: u32,
});

/** Returns the volume of contact number `contact` of a pair. */
export function volumeOf(
  module: Module, kind: Kind, world: Resource, of: Pair, contact: number,
): ContactVolume {
  const {heap} = module;
  return heap.call('world.volume', (args) => {
    const layout = volumeStruct(kind.structs);
    const found = args.space(layout);
    const name = `world_volume_${kind.suffix}`;
    const status = module.call(name, world.pointer, args.struct(kind.structs.pair, of),
      whole('world.volume', contact), found) as number;
    const raw = layout.read(heap.view, found);
    // With any other status the call returns that status too.
    if (raw.status === 'not_updated') module.check(name, status);
    return {
      status: raw.status,
      volume: raw.volume,
      centroid: raw.centroid,
      area: raw.area,
      normal: raw.normal,
      vertices: heap.array(kind.reals, raw.vertices, raw.vertexCount * kind.dimension),
      faces: new Rows(heap, loop, raw.faces, raw.faceCount, world),
      cuts: new Rows(heap, loop, raw.cuts, raw.cutCount, world),
      indices: heap.array(Uint32Array, raw.indices, raw.indexCount),
    };
  });
}
