// SPDX-License-Identifier: MIT
// Vertices, edges and faces by name, and how a walk over pairs of them ends.
#pragma once

#include <cstdint>

#include <masu/core/trace.hpp>
#include <masu/narrow_phase/separation.hpp>

namespace masu {

// A corner, an edge, a face.
enum class FeatureKind : std::uint8_t { vertex, edge, face };

// One of a polytope's. Edges of a polygon have the number of their tail: 3 is from vertex 3 to 4.
struct Feature {
  static constexpr std::uint32_t kNone = 0xffff'ffffu;

  FeatureKind kind = FeatureKind::vertex;
  std::uint32_t index = kNone;

  constexpr bool named() const { return index != kNone; }
  friend constexpr bool operator==(const Feature&, const Feature&) = default;
};

// What a caller keeps for a pair of shapes from one query to the next: where the last one ended.
// Any value will do: features that the shapes do not have count as none.
struct ClosestFeatures {
  Feature a;
  Feature b;

  friend constexpr bool operator==(const ClosestFeatures&, const ClosestFeatures&) = default;
};

// How a walk over features ended.
enum class FeatureOutcome : std::uint8_t {
  apart,        // the features are the closest, and the bounds prove it
  overlapping,  // the walk found a common point
  fell_back,    // the walk came back to where it was, ran out of steps, or could prove nothing:
                // the answer is that of distance()
};

// The distance between the closest features of two shapes.
template <int D, class T>
struct FeatureDistance {
  Separation<D, T> separation;  // as distance() has it: 0 and no normal for shapes that overlap
  FeatureOutcome outcome = FeatureOutcome::fell_back;
  std::uint32_t steps = 0;  // from one pair of features to the next
  std::uint32_t tests = 0;  // of a point or an edge against a plane
};

// The pair of features that is looked at.
struct FeaturesVisited {
  ClosestFeatures features;  // those that the walk has come to
};

// The Voronoi region of a feature of `side` (0: a, 1: b) is violated: beyond its border lies `to`.
// Where there is no such border, but a vertex lies behind a face, `to` is the face it is in front
// of.
struct RegionViolated {
  int side;  // which of the region's sides it lies behind
  Feature from;
  Feature to;
};

// A search for the separating axis has measured a way out: out of b along `normal`, in a's frame,
// takes `depth`. Through a face (with a vertex of the other), or through two edges.
struct AxisMeasured {
  ClosestFeatures features;  // that the way leads through
  Vec<3, double> normal;
  double depth;  // the length of the way
};

namespace detail {
using WalkTrace = AnyTrace<FeaturesVisited, RegionViolated>;
}

}  // namespace masu
