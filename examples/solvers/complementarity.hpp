// SPDX-License-Identifier: MIT
// w = A l + b: forces and what comes of them, where one of the two is always at rest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace masu::solvers {

// A linear complementarity problem with bounds. Row i: l_i is a force between low_i and high_i, w_i
// the velocity along it that comes of all forces; and
//   w_i = 0 if l_i is between its bounds,  w_i >= 0 if it is at low_i,  w_i <= 0 if at high_i.
// Of contact normals the bounds are 0 and infinity: no pull, and no force where the bodies part. Of
// friction they are -mu and mu times the normal's l, so that they move while the problem is solved.
class Complementarity {
 public:
  struct Entry {
    std::uint32_t column;
    double value;
  };
  struct Row {
    double b;
    double l = 0;                          // where the search begins, and its answer
    std::uint32_t normal = 0;              // of friction: the row whose l, times mu, bounds it
    double mu = -1;                        // below 0: a contact normal
    std::uint32_t first = 0, entries = 0;  // of A
    double diagonal = 0;
  };

  void clear();
  // Entries of a row of A that are not 0; the diagonal, above 0, is one of them.
  void add(const Row& row, std::span<const Entry> entries);

  std::vector<Row>& rows() { return rows_; }
  const std::vector<Row>& rows() const { return rows_; }
  std::span<const Entry> entries(const Row& row) const {
    return {entries_.data() + row.first, row.entries};
  }
  double low(const Row& row) const;
  double high(const Row& row) const;
  // Recomputed from all of l.
  double w(std::size_t i) const;

  // Projected Gauss-Seidel: row after row, l_i -= w_i / A_ii, and back between its bounds; down the
  // rows and up again is one sweep (R. Cottle, J.-S. Pang and R. Stone, "The linear complementarity
  // problem", 1992, section 5.2). More vertices than a box needs to stand on make A singular, and
  // sweeps by themselves crawl: 20000 were not enough for a stack of ten. So sweeps are taken for
  // the gradients of conjugate directions: 3000 at worst, mostly a dozen (M. Silcowitz-Hansen, S.
  // Niebe and K. Erleben, "A nonsmooth nonlinear conjugate gradient method for interactive contact
  // force problems", 2010). Ends when residual() is at most `tolerance`, or after `most_sweeps`;
  // answers how many it took.
  int solve(double tolerance, int most_sweeps);

  // How far the worst row is from what it must be, as a velocity: A_ii times the step that one more
  // sweep would begin with there. 0 if and only if all conditions hold.
  double residual() const;

 private:
  double improved(std::size_t i) const;
  void sweep();

  std::vector<Row> rows_;
  std::vector<Entry> entries_;
};

}  // namespace masu::solvers
