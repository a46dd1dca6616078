// SPDX-License-Identifier: MIT
// Contact forces from w = A l + b, one l for each vertex of the contact area.
#pragma once

#include <map>
#include <vector>

#include "complementarity.hpp"
#include "pair_search.hpp"

namespace masu::solvers {

// The second class of solvers in the lecture, "analytic": what it needs of a pair is the contact
// area, whose vertices are where constraints act, manifold(). Forces are impulses of a step and w
// velocities at its end (D. Stewart and J. Trinkle, "An implicit time-stepping scheme for rigid
// body dynamics with inelastic collisions and Coulomb friction", 1996): no approach faster than
// what closes the gap. Friction is a pyramid whose first side lies along the sliding.
class LcpSolver {
 public:
  static constexpr double kSteps = 120;  // a second

  double tolerance = 5e-9;  // m/s, of residual()
  int most_sweeps = 20000;
  double margin = 0.02;      // m: vertices that far apart are constraints too
  double same_point = 0.02;  // m: a vertex takes over the forces of the one that was so near
  double slack = 1e-4;       // m: vertices that near touch
  double slop = 1e-3;        // m of penetration that are left alone
  double recovery = 0.2;     // share of what is deeper that a step undoes

  void step(World& world, double dt);

  // Of the last step.
  const Complementarity& problem() const { return problem_; }
  int sweeps() const { return sweeps_; }

 private:
  // What is between two bodies at one vertex: rows 3 i, the normal, 3 i + 1 and 3 i + 2.
  struct Contact {
    Pair pair{};
    Vec3d position{};
    Vec3d direction[3]{};  // from a to b; two tangents
    double distance = 0;
  };
  // The impulse of last time at a vertex, to begin with.
  struct Memory {
    Vec3d on_a;
    Vec3d impulse;
  };
  // What a unit impulse of a row is to the body at one of its ends, and what it does there.
  struct Lever {
    std::uint32_t body;
    Vec3d push, arm;       // the row of the Jacobian
    Vec3d velocity, spin;  // the inverse masses, times that row
  };
  struct Levers {
    Lever end[2];
  };

  void find_contacts(const World& world, double dt);
  void make_levers(const World& world);
  void make_problem(const World& world, double dt);
  std::span<const Complementarity::Entry> row_of_a(std::uint32_t row);
  double b(const World& world, std::uint32_t row, double dt) const;
  double remembered(const World& world, std::uint32_t row) const;
  void apply(World& world);

  PairSearch search_;
  std::vector<Contact> contacts_;
  std::vector<Levers> levers_;                       // of each row
  std::vector<std::vector<std::uint32_t>> of_body_;  // contacts of each body
  std::vector<Complementarity::Entry> entries_;
  Complementarity problem_;
  std::map<Pair, std::vector<Memory>> memory_;
  int sweeps_ = 0;
};

}  // namespace masu::solvers
