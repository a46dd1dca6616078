// SPDX-License-Identifier: MIT
// The intersection of two sub-shapes of a world's objects.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/status.hpp>
#include <masu/core/vec.hpp>
#include <masu/narrow_phase/face_source.hpp>

namespace masu {

// A closed loop of vertices: a face of a volume, or a loop of its cut.
struct VolumeLoop {
  std::uint32_t first;  // where it begins in `indices`
  std::uint32_t count;  // how many indices it has
  FaceSource
      source;  // of a face: which sub-shape it comes from, and its number there; unused for a loop
};

// The results of a ContactVolume; the spans are valid until the next update(). Faces of a box are
// numbered by their outward axes: -x, +x, -y, +y, -z, +z in 3D. In 2D the edges are numbered
// counterclockwise from the one that begins at a box's lowest corner, or a triangle's corner `a`.
template <int D, class T>
struct WorldVolume {
  // Empty unless ok. Statuses: apart and touching, where the sub-shapes share only the margin or a
  // boundary; out_of_range: a sub-shape that is no polytope (rounded, smooth, a half-space or a
  // custom shape); flat: a sub-shape without an interior; others as FaceClipping.
  Status status = Status::touching;
  T volume = 0;          // an area in 2D
  Vec<D, T> centroid{};  // of the volume, in world coordinates
  // The area and normal of the cut; the normal points from a to b. See ContactVolume.
  T area = 0;
  Vec<D, T> normal{};                        // of the cut
  std::span<const Vec<D, T>> vertices{};     // in world coordinates
  std::span<const VolumeLoop> faces{};       // those of a and of b
  std::span<const VolumeLoop> cuts{};        // the cut: none, one or several
  std::span<const std::uint32_t> indices{};  // of vertices, for all loops

  // Returns the vertices of a face, counterclockwise as seen from outside (in 2D its two ends), or
  // of a loop of the cut.
  std::span<const std::uint32_t> corners(const VolumeLoop& loop) const {
    return indices.subspan(loop.first, loop.count);
  }
};

}  // namespace masu
