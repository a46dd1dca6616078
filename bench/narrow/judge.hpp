// SPDX-License-Identifier: MIT
// Are answers right? Nobody is believed, ours neither.
//
// The signed distance of two convex shapes is the largest gap along any normal. So each answer's
// normal gives a bound from below, worked out here from the shapes as they are; the best of all
// methods' is taken for the truth, and every answer, and its own normal, must come near it. A ray
// is held against closed forms, an overlap against the sign of the distance, a time of touch
// against the distance at that time. What meshes have in common goes by the middle of all answers.
#pragma once

#include "scene_data.hpp"
#include "true_distance.hpp"

namespace masu_bench::narrow {

// How far answers may be off, shapes being about 1 large.
struct Tolerance {
  double relative = 1e-3;
  // Of manifolds: libraries prefer faces to edges that are up to a twentieth less deep.
  double manifold = 0.06;
  double absolute = 1e-5;
  // Of the gap at the time of touch: Box2D stops at some 0.02, the skins of both.
  double touch = 0.03;
};

class Judge {
 public:
  explicit Judge(const Scene& scene, const Tolerance& tolerance = {})
      : scene_(scene),
        true_distance_(scene.task().dim, {scene.task().shapes, scene.task().shape_count}),
        tolerance_(tolerance) {}

  // For each method, whether each of its answers is wrong.
  std::vector<std::vector<bool>> wrong(
      const std::vector<std::vector<masu_narrow_answer>>& said) const;

 private:
  using Answers = std::vector<const masu_narrow_answer*>;

  std::vector<bool> wrong_at(std::size_t query, const Answers& answers) const;
  std::vector<bool> wrong_distances(std::size_t query, const Answers& answers) const;
  std::vector<bool> wrong_signs(std::size_t query, const Answers& answers) const;
  std::vector<bool> wrong_times(std::size_t query, const Answers& answers) const;
  std::vector<bool> wrong_rays(std::size_t query, const Answers& answers) const;
  std::vector<bool> wrong_pairs(const Answers& answers) const;
  std::vector<bool> wrong_reaches(std::size_t query, const Answers& answers) const;
  bool close(double a, double b) const;
  bool manifolds() const { return scene_.task().question == MASU_NARROW_MANIFOLD; }
  // -infinity for a normal that is none.
  double gap_of(std::size_t query, const masu_narrow_answer& answer) const;

  const Scene& scene_;
  TrueDistance true_distance_;
  Tolerance tolerance_;
};

}  // namespace masu_bench::narrow
