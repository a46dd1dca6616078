// SPDX-License-Identifier: MIT
// Impulses at points: one point and normal a pair and step, remembered until they no longer hold.
#pragma once

#include <map>

#include "pair_search.hpp"

namespace masu::solvers {

// The first class of solvers in the lecture: what it needs of a pair is a point of contact and a
// normal, penetration(). One point does not hold a box up; but the point of this step and those of
// steps before, as long as the bodies have not moved apart there, make up to four: a persistent
// contact (E. Coumans, "Contact generation", GDC 2010). Each gets the impulse that stops what
// approaches there, one by one, many times over: sequential impulses, which begin with those of
// last time (E. Catto, "Iterative dynamics with temporal coherence", 2005).
class ImpulseSolver {
 public:
  static constexpr double kSteps = 240;  // a second, that a stack of ten needs

  int sweeps = 30;           // over all points, a step
  double margin = 0.02;      // m: points that far apart stay: they may close in this step
  double same_point = 0.02;  // m: nearer to each other, two points are one; also how far the two
                             // sides of a point may slide off each other until it is forgotten
  double tolerance = 1e-4;   // m: a point must be deeper by that much to be news
  double slop = 1e-3;        // m of penetration that are left alone: undoing is a speed, and
                             // speeds given to a stack at rest rock it
  double recovery = 0.2;     // share of what is deeper that a step undoes
  double most_recovery = 1;  // m/s at most

  void step(World& world, double dt);

 private:
  struct Point {
    Vec3d on_a{}, on_b{};  // each in its body's frame
    double distance = 0;
    double normal_impulse = 0;
    double tangent_impulse[2]{};
    // Of this step: where, and the mass that an impulse along each direction meets.
    Vec3d position{};
    double normal_mass = 0;
    double tangent_mass[2]{};
  };
  struct Contact {
    Vec3d normal{};
    Vec3d tangent[2]{};
    Point points[5];  // the fifth only until one is chosen to go
    int count = 0;
    bool seen = false;
  };

  void find_contacts(const World& world);
  void refresh(Contact& contact, const Body& a, const Body& b) const;
  void add(Contact& contact, const Point& point) const;
  static void prepare(Contact& contact, Body& a, Body& b);
  void solve(Contact& contact, Body& a, Body& b, double friction, double dt) const;
  void solve_normal(Point& p, const Vec3d& normal, Body& a, Body& b, double dt) const;
  static void solve_friction(Point& p, const Vec3d (&tangent)[2], Body& a, Body& b,
                             double friction);

  PairSearch search_;
  std::map<Pair, Contact> contacts_;
};

}  // namespace masu::solvers
