// SPDX-License-Identifier: MIT
// The signed distance of two cores, without their radii, in the frame of the first.
#pragma once

#include <masu/narrow_phase/depth_cache.hpp>

#include "narrow_phase/pair_frame.hpp"
#include "shapes/support.hpp"

namespace masu::detail {

// distance < 0: overlapping. b - a = distance * normal.
template <int D>
struct CoreDistance {
  Status status = Status::ok;
  double lower = 0;
  double upper = 0;
  double distance = 0;
  Vec<D, double> normal{};
  Vec<D, double> point_a{};
  Vec<D, double> point_b{};
  double size = 0;
};

enum class Depth : std::uint8_t { none, least };

// The caller's caches of a pair; each may be nullptr. `pair` is for the shapes in this order, its
// direction in the frame of the pair; `depth` is as the caller has it: for shapes in the other
// order if `flipped`.
struct Caches {
  PairCache* pair = nullptr;
  DepthCache* depth = nullptr;
  bool flipped = false;
};

// Measures two cores, a of the kind that ranks no lower (kind_order.hpp), by the route of their
// kinds (routes.cpp). Depth::none: cores that overlap have distance 0, a common point and no
// normal.
template <int D, class T>
CoreDistance<D> core_distance(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                              const PairFrame<D>& frame, Depth depth, const Caches& caches = {});

// Returns whether the cores are at most `reach` apart. Ends as soon as that is certain.
template <int D, class T>
bool cores_within(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                  double reach, PairCache* cache);

}  // namespace masu::detail
