// SPDX-License-Identifier: MIT
// Springs and dampers in the contact volume.
#pragma once

#include <map>
#include <vector>

#include <masu/narrow_phase/muller_preparata.hpp>
#include <masu/shapes/convex_polyhedron.hpp>

#include "pair_search.hpp"
#include "pressure.hpp"

namespace masu::solvers {

// The third class of solvers in the lecture: what it needs of a pair is the shape of what the
// bodies have in common, MullerPreparata. There is nothing to solve: forces follow from poses and
// velocities. The price is the step: with springs of 2e5 N/m on boxes of 1 kg a stack's fastest
// swing has some 900 radians a second, and the step must be well below 2 / 900 s.
class PenaltySolver {
 public:
  static constexpr double kSteps = 2000;  // a second

  PenaltyLaw law;

  void step(World& world, double dt);

 private:
  struct Memory {
    Bristles bristles;
    bool seen = false;
  };
  struct Push {
    Pair pair;
    Vec3d position;
    Wrench wrench;
  };

  void take_shapes(const World& world);
  void find_pushes(const World& world, double dt);

  PairSearch search_;
  std::vector<ConvexPolyhedron<double>> shapes_;
  MullerPreparata<3, double> finder_;
  ContactVolume<3, double> volume_;
  std::map<Pair, Memory> memory_;
  std::vector<Push> pushes_;
};

// A box as a polyhedron: what contact volumes are made of.
ConvexPolyhedron<double> polyhedron(const Box<3, double>& box);

}  // namespace masu::solvers
