// SPDX-License-Identifier: MIT
// Options and result of epa().
#pragma once

#include <limits>

#include <masu/core/trace.hpp>
#include <masu/narrow_phase/difference.hpp>

namespace masu {

// The largest number of vertices of the expanding polytope.
inline constexpr int kMostEpaVertices = 192;

// How the expansion ended.
enum class EpaOutcome : std::uint8_t {
  converged,
  flat,           // the difference has no interior (two triangles in a plane): depth 0 across it
  not_converged,  // the bounds hold, but are farther apart than the options ask
};

// When epa() stops.
struct EpaOptions {
  double relative = 0x1p-46;           // end when upper - lower is less than this part of upper,
  double absolute = 0;                 // or less than this length
  int most_rounds = kMostEpaVertices;  // or after so many iterations
};

// Result of epa().
template <int D>
struct EpaResult {
  Vec<D, double> normal{};  // unit: b moved along it by `upper` leaves a
  Simplex<D> simplex;       // the corners of the face found, and its point nearest to the origin
  double lower = 0;         // at most the depth
  double upper = std::numeric_limits<double>::infinity();  // at least the depth
  double size = 0;                                         // the largest coordinate of a point
  EpaOutcome outcome = EpaOutcome::not_converged;          // how the expansion ended
  int rounds = 0;                                          // iterations done
};

// Event: epa() has computed the support point along the normal of a face.
template <int D>
struct EpaStep {
  Vec<D, double> direction;  // outward normal of the face; the support point lies farthest along it
  DifferencePoint<D> found;  // the farthest point of the difference along the direction
  double lower;              // distance of the face from the origin
  double upper;              // distance of the support point along the direction
};

}  // namespace masu
