// SPDX-License-Identifier: MIT
// Are answers right? Nobody is believed, ours neither.
//
// The signed distance of two convex shapes is the largest gap along any normal. So each answer's
// normal gives a bound from below, worked out here from the shapes as they are; the best of all
// methods' is taken for the truth, and every answer, and its own normal, must come near it. A ray
// is held against closed forms, an overlap against the sign of the distance, a time of touch
// against the distance at that time. What meshes have in common, and how far they are from a
// shape, goes by the middle of all answers.
#pragma once

#include "scene_data.hpp"
#include "true_distance.hpp"

namespace masu_bench::narrow {

enum class Fault : std::uint8_t {
  none,
  no_answer,
  wrong_side,   // apart for overlapping, a hit for a miss, or the other way round
  not_nearest,  // the gap along its own normal is as said, but another's is larger
  wrong_value   // the gap along its own normal is not what it says
};
// How many there are of them.
inline constexpr std::size_t kFaults = 5;

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

  // Of each method's timed answers.
  std::vector<std::vector<Fault>> faults(
      const std::vector<std::vector<masu_narrow_answer>>& said) const;

 private:
  using Answers = std::vector<const masu_narrow_answer*>;

  std::vector<Fault> faults_at(std::size_t query, const Answers& answers) const;
  std::vector<Fault> faults_distances(std::size_t query, const Answers& answers) const;
  std::vector<Fault> faults_signs(std::size_t query, const Answers& answers) const;
  std::vector<Fault> faults_times(std::size_t query, const Answers& answers) const;
  std::vector<Fault> faults_rays(std::size_t query, const Answers& answers) const;
  std::vector<Fault> faults_pairs(const Answers& answers) const;
  std::vector<Fault> faults_of_surfaces(const Answers& answers) const;
  // How far a reaches, and by how much more it was moved.
  std::vector<Fault> faults_reaches(std::size_t query, const Answers& answers, const Point& along,
                                    double more) const;
  bool close(double a, double b) const;
  bool manifolds() const { return scene_.task().question == MASU_NARROW_MANIFOLD; }
  // -infinity for a normal that is none.
  double gap_of(std::size_t query, const masu_narrow_answer& answer) const;

  const Scene& scene_;
  TrueDistance true_distance_;
  Tolerance tolerance_;
};

}  // namespace masu_bench::narrow
