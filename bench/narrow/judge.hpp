// SPDX-License-Identifier: MIT
// Judges results without trusting any method, ours included.
//
// The signed distance of two convex shapes is the largest gap along any normal. So each result's
// normal gives a lower bound, computed here from the shapes themselves; the best of all methods' is
// taken as the truth, and every result, and its own normal, must be near it. A ray is compared with
// closed forms, an overlap with the sign of the distance, a time of impact with the distance at
// that time. Contacts of meshes, and their distances from a shape, are compared with the median of
// all results.
#pragma once

#include "scene_data.hpp"
#include "true_distance.hpp"

namespace masu_bench::narrow {

enum class Fault : std::uint8_t {
  none,
  no_answer,
  wrong_side,   // apart for overlapping, a hit for a miss, or vice versa
  not_nearest,  // the gap along its own normal is as returned, but another's is larger
  wrong_value   // the gap along its own normal differs from the returned one
};
// The number of faults.
inline constexpr std::size_t kFaults = 5;

// Tolerances of results, for shapes of a size of about 1.
struct Tolerance {
  double relative = 1e-3;
  // For manifolds: libraries prefer faces to edges that are up to a twentieth less deep.
  double manifold = 0.06;
  double absolute = 1e-5;
  // For the gap at the time of impact: Box2D stops at about 0.02, the skins of both.
  double touch = 0.03;
};

class Judge {
 public:
  explicit Judge(const Scene& scene, const Tolerance& tolerance = {})
      : scene_(scene),
        true_distance_(scene.task().dim, {scene.task().shapes, scene.task().shape_count}),
        tolerance_(tolerance) {}

  // Returns the faults of each method's timed results.
  std::vector<std::vector<Fault>> faults(
      const std::vector<std::vector<masu_narrow_answer>>& results) const;

 private:
  using Answers = std::vector<const masu_narrow_answer*>;

  std::vector<Fault> faults_at(std::size_t query, const Answers& answers) const;
  std::vector<Fault> faults_distances(std::size_t query, const Answers& answers) const;
  std::vector<Fault> faults_signs(std::size_t query, const Answers& answers) const;
  std::vector<Fault> faults_times(std::size_t query, const Answers& answers) const;
  std::vector<Fault> faults_rays(std::size_t query, const Answers& answers) const;
  std::vector<Fault> faults_pairs(const Answers& answers) const;
  std::vector<Fault> faults_of_surfaces(const Answers& answers) const;
  // The extent of a, and the additional motion.
  std::vector<Fault> faults_reaches(std::size_t query, const Answers& answers, const Point& along,
                                    double more) const;
  bool close(double a, double b) const;
  bool manifolds() const { return scene_.task().question == MASU_NARROW_MANIFOLD; }
  // Returns -infinity for an invalid normal.
  double gap_of(std::size_t query, const masu_narrow_answer& answer) const;

  const Scene& scene_;
  TrueDistance true_distance_;
  Tolerance tolerance_;
};

}  // namespace masu_bench::narrow
