// SPDX-License-Identifier: MIT
// w = A l + b: solved, and A, b and w are what they represent.
#include <gtest/gtest.h>
#include <scenes/generators/pcg32.hpp>
#include <solvers/lcp_solver.hpp>
#include <solvers/scenes.hpp>

namespace masu::solvers {
namespace {

// The conditions one by one, from the numbers of the problem alone.
void expect_solved(const Complementarity& p, double tolerance) {
  for (std::size_t i = 0; i < p.rows().size(); ++i) {
    const auto& row = p.rows()[i];
    double w = row.b;
    for (const auto& e : p.entries(row)) w += e.value * p.rows()[e.column].l;
    const double slack = tolerance / row.diagonal;  // of l
    if (row.mu < 0) {
      EXPECT_GE(row.l, 0);
      EXPECT_GE(w, -tolerance) << "row " << i;
      EXPECT_TRUE(row.l <= slack || w <= tolerance) << "row " << i << " pulls or floats";
      continue;
    }
    const double bound = row.mu * p.rows()[row.normal].l;
    EXPECT_LE(std::fabs(row.l), bound + slack) << "row " << i;
    EXPECT_TRUE(row.l >= bound - slack || w >= -tolerance) << "row " << i;
    EXPECT_TRUE(row.l <= -bound + slack || w <= tolerance) << "row " << i;
  }
}

using Entry = Complementarity::Entry;

TEST(Complementarity, L13_known_solutions) {
  // Two normals that share a body: l = (1, 0), w = (0, 0.5).
  Complementarity p;
  p.add({.b = -2}, std::vector<Entry>{{0, 2}, {1, 1}});
  p.add({.b = -0.5}, std::vector<Entry>{{0, 1}, {1, 2}});
  p.solve(1e-12, 1000);
  EXPECT_NEAR(p.rows()[0].l, 1, 1e-11);
  EXPECT_EQ(p.rows()[1].l, 0);
  EXPECT_NEAR(p.w(1), 0.5, 1e-11);
  // A normal force of 3 and friction 0.5: 4 cannot be held, 1 can.
  for (const double push : {-4.0, 1.0}) {
    Complementarity f;
    f.add({.b = -3}, std::vector<Entry>{{0, 1}});
    f.add({.b = push, .normal = 0, .mu = 0.5}, std::vector<Entry>{{1, 1}});
    f.solve(1e-12, 1000);
    EXPECT_NEAR(f.rows()[1].l, push < 0 ? 1.5 : -1, 1e-11);
    EXPECT_NEAR(f.w(1), push < 0 ? -2.5 : 0, 1e-11);
    expect_solved(f, 1e-11);
  }
}

TEST(Complementarity, residual_detects_each_violated_condition) {
  const auto one = [](double b, double l, double mu) {
    Complementarity p;
    p.add({.b = -3, .l = 3}, std::vector<Entry>{{0, 1}});
    p.add({.b = b, .l = l, .normal = 0, .mu = mu}, std::vector<Entry>{{1, 4}});
    return p.residual();
  };
  EXPECT_NEAR(one(-1, 0, -1), 1, 1e-12) << "approaches";
  EXPECT_NEAR(one(1, 0.5, -1), 2, 1e-12) << "force without contact";
  EXPECT_NEAR(one(-6, 1.5, 0.5), 0, 1e-12) << "sticks at the bound";
  EXPECT_NEAR(one(-9, 1.5, 0.5), 0, 1e-12) << "slides at the bound";
  EXPECT_NEAR(one(-6, 1, 0.5), 2, 1e-12) << "slides below the bound";
  EXPECT_GT(one(-8, 2, 0.5), 1) << "above the bound";
}

// A of J J^T with fewer columns than rows is singular, as that of too many vertices is.
TEST(Complementarity, L13_random_singular_problems_are_solved) {
  scenes::Pcg32 random(7);
  for (int round = 0; round < 50; ++round) {
    constexpr std::uint32_t kContacts = 8, kRows = 3 * kContacts, kFreedoms = 6;
    double j[kRows][kFreedoms];
    for (auto& row : j) {
      for (double& x : row) x = random.between(-1, 1);
    }
    Complementarity p;
    for (std::uint32_t i = 0; i < kRows; ++i) {
      std::vector<Entry> entries;
      for (std::uint32_t k = 0; k < kRows; ++k) {
        double sum = 0;
        for (std::uint32_t f = 0; f < kFreedoms; ++f) sum += j[i][f] * j[k][f];
        entries.push_back({k, sum});
      }
      // b = J v for a velocity v: what a body has.
      double b = 0;
      for (std::uint32_t f = 0; f < kFreedoms; ++f) b += j[i][f] * (f == 0 ? -1 : 0.2);
      p.add({.b = b, .normal = i - i % 3, .mu = i % 3 == 0 ? -1 : 0.4}, entries);
    }
    p.solve(1e-10, 20000);
    EXPECT_LE(p.residual(), 1e-10) << round;
    expect_solved(p, 1e-8);
  }
}

// The velocities after the step are w less what closes the gap, A is symmetric, and all vertices of
// four contact areas are in it.
TEST(Complementarity, L13_the_problem_of_a_stack_predicts_the_motion) {
  World world = stack(4, 0.5);
  LcpSolver solver;
  const double dt = 1 / LcpSolver::kSteps;
  std::size_t most = 0;
  for (int i = 0; i < 15; ++i) {
    solver.step(world, dt);
    expect_solved(solver.problem(), 1.01e-8);
    EXPECT_LE(solver.problem().residual(), 1e-8);
    most = std::max(most, solver.problem().rows().size());
  }
  EXPECT_GE(most, 4u * 4 * 3);
  const auto& p = solver.problem();
  for (std::uint32_t i = 0; i < p.rows().size(); ++i) {
    EXPECT_GT(p.rows()[i].diagonal, 0);
    for (const Entry& e : p.entries(p.rows()[i])) {
      for (const Entry& back : p.entries(p.rows()[e.column])) {
        EXPECT_TRUE(back.column != i || std::fabs(back.value - e.value) < 1e-12);
      }
    }
  }
  // At rest the normal forces of the lowest area carry four boxes for one step.
  double carried = 0;
  for (std::size_t i = 0; i < 12; i += 3) carried += p.rows()[i].l;
  EXPECT_NEAR(carried, 4 * 9.81 * dt, 1e-6);
}

}  // namespace
}  // namespace masu::solvers
