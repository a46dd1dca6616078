// SPDX-License-Identifier: MIT
// Features (vertices, edges, faces) and the results of Lin-Canny and V-Clip.
#pragma once

#include <cstdint>

#include <masu/core/trace.hpp>
#include <masu/narrow_phase/separation.hpp>

namespace masu {

// Kinds of features.
enum class FeatureKind : std::uint8_t { vertex, edge, face };

// A feature of a polytope. Edges of a polygon have the index of their first vertex: edge 3 leads
// from vertex 3 to 4.
struct Feature {
  static constexpr std::uint32_t kNone = 0xffff'ffffu;  // the index of no feature

  FeatureKind kind = FeatureKind::vertex;  // what `index` counts
  std::uint32_t index = kNone;             // its number, or kNone

  constexpr bool valid() const { return index != kNone; }  // whether there is a feature
  friend constexpr bool operator==(const Feature&, const Feature&) = default;
};

// The cache of a pair of shapes: where the last walk ended and the next one starts. Features that
// the shapes do not have count as none.
struct ClosestFeatures {
  Feature a;  // of the first shape
  Feature b;  // of the second shape

  friend constexpr bool operator==(const ClosestFeatures&, const ClosestFeatures&) = default;
};

// How a walk over pairs of features ended.
enum class FeatureOutcome : std::uint8_t {
  apart,        // the features are the closest, and the bounds prove it
  overlapping,  // the walk found a common point
  fell_back,    // the walk ran in a circle, ran out of steps, or could prove nothing:
                // the result is that of distance()
};

// Result of Lin-Canny and V-Clip.
template <int D, class T>
struct FeatureDistance {
  Separation<D, T> separation;  // as distance() has it: 0 and no normal for shapes that overlap
  FeatureOutcome outcome = FeatureOutcome::fell_back;  // why the walk ended
  std::uint32_t steps = 0;                             // from one pair of features to the next
  std::uint32_t tests = 0;                             // points and edges tested against a plane
};

// Event: the walk visits a pair of features.
struct FeaturesVisited {
  ClosestFeatures features;  // the visited pair
};

// Event: the Voronoi region of feature `from` of `side` (0: a, 1: b) is violated, and the walk goes
// on at `to` beyond its border. Where there is no such border, but a vertex lies behind a face,
// `to` is the face that it lies in front of.
struct RegionViolated {
  int side;      // 0: a, 1: b
  Feature from;  // the nearest feature so far
  Feature to;    // the next one
};

// Event: a search for the separating axis has measured the penetration along `normal`, in a's
// frame: moving b by `depth` along it separates the shapes, at a face (and a vertex of the other)
// or at two edges.
struct AxisMeasured {
  ClosestFeatures features;  // the face and vertex, or the two edges
  Vec<3, double> normal;     // unit, in a's frame
  double depth;              // the penetration depth along the normal
};

namespace detail {
using WalkTrace = AnyTrace<FeaturesVisited, RegionViolated>;
}

}  // namespace masu
