// SPDX-License-Identifier: MIT
// What two pieces of a world have in common.
import {whole, type Status} from './errors.js';
import {struct, u32, type Layout, type Struct} from './layout.js';
import type {Kind, Module} from './module.js';
import {Rows} from './rows.js';
import {pair, statusCode, type Pair, type Structs} from './structs.js';

/** Corners in a row, counter-clockwise from outside: places in `ContactVolume.indices`. */
export interface VolumeLoop {
  first: number;
  count: number;
  /** Of a face: on which of the two bodies it lies. */
  body: 'a' | 'b';
  /** Of a face: its number there. */
  face: number;
}

/** A body (in the plane an area), all of whose faces (edges) lie on those of a and of b. */
export interface ContactVolume {
  /**
   * With any but `'ok'` it is empty: `'apart'` and `'touching'` where a margin or an edge is all
   * there is, `'out_of_range'` where a piece is no polytope, `'flat'` where one has no inside.
   */
  status: Status;
  /** How large it is: an area in the plane. */
  volume: number;
  centroid: number[];
  /** Of the cut, where the two surfaces meet, as seen along the normal: a length in the plane. */
  area: number;
  /** Of the cut, from a to b. */
  normal: number[];
  /** In a row; a view. */
  vertices: Float32Array | Float64Array;
  /** In the plane edges. */
  faces: Rows<VolumeLoop>;
  /** Loops of the cut, a's faces on their left. */
  cuts: Rows<VolumeLoop>;
  /** Places of vertices, for faces and cuts; a view. */
  indices: Uint32Array;
}

const body: Layout<'a' | 'b'> = {
  size: 1,
  align: 1,
  read: (m, at) => (m.getUint8(at) === 0 ? 'a' : 'b'),
  write: (m, at, of) => m.setUint8(at, of === 'a' ? 0 : 1),
};
const loop = struct<VolumeLoop>({first: u32, count: u32, body, face: u32});

interface RawVolume {
  status: Status;
  volume: number;
  centroid: number[];
  area: number;
  normal: number[];
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

/** Of a pair's contact number `contact`. */
export function volumeOf(
  module: Module, kind: Kind, world: number, of: Pair, contact: number,
): ContactVolume {
  const {heap} = module;
  return heap.call((args) => {
    const layout = volumeStruct(kind.structs);
    const found = args.room(layout);
    const name = `world_volume_${kind.suffix}`;
    const status = module.call(name, world, args.struct(pair, of), whole('volume', contact), found) as number;
    const raw = layout.read(heap.view, found);
    // Any other answer has the status that the call has.
    if (raw.status === 'not_updated') module.check(name, status);
    return {
      status: raw.status,
      volume: raw.volume,
      centroid: raw.centroid,
      area: raw.area,
      normal: raw.normal,
      vertices: heap.array(kind.reals, raw.vertices, raw.vertexCount * kind.dimension),
      faces: new Rows(heap, loop, raw.faces, raw.faceCount),
      cuts: new Rows(heap, loop, raw.cuts, raw.cutCount),
      indices: heap.array(Uint32Array, raw.indices, raw.indexCount),
    };
  });
}
