// SPDX-License-Identifier: MIT
// What two pieces of a world's objects have in common, as a world keeps it.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/status.hpp>
#include <masu/core/vec.hpp>
#include <masu/narrow_phase/face_source.hpp>

namespace masu {

// Corners in a row: a face of a volume, or a loop of its cut.
struct VolumeLoop {
  std::uint32_t first;
  std::uint32_t count;
  FaceSource source;  // of a face: whose it is, and its number there; nothing for a loop
};

// A ContactVolume's numbers; the spans are valid until the next update(). Faces of a box have the
// numbers of the axes they look along: -x, +x, -y, +y, -z, +z in space; in the plane, as those of a
// triangle, they follow counterclockwise from the edge that begins at the least corner or p[0].
template <int D, class T>
struct WorldVolume {
  // ok; apart and touching, where a margin or an edge is all there is; out_of_range: a piece that
  // is no polytope (round, a half-space or somebody else's); flat: one without an inside; others as
  // FaceClipping. With any but ok it is empty.
  Status status = Status::touching;
  T volume = 0;  // an area in the plane
  Vec<D, T> centroid{};
  // Of the cut, and from a to b: see ContactVolume.
  T area = 0;
  Vec<D, T> normal{};
  std::span<const Vec<D, T>> vertices{};
  std::span<const VolumeLoop> faces{};
  std::span<const VolumeLoop> cuts{};
  std::span<const std::uint32_t> indices{};

  // Vertices of a face, counterclockwise seen from outside (its two ends, in the plane), or of a
  // loop of the cut.
  std::span<const std::uint32_t> corners(const VolumeLoop& loop) const {
    return indices.subspan(loop.first, loop.count);
  }
};

}  // namespace masu
