// SPDX-License-Identifier: MIT
// SampledPairs: estimates from a sample of boxes how many of all overlap: as they are, on one axis
// alone, and enlarged to the cells of a tree.
#pragma once

#include <algorithm>
#include <cmath>

#include <masu/broad_phase/scene_description.hpp>
#include <masu/core/aabb.hpp>

namespace masu::detail {

// Returns x^(1/D) by Newton's method in plain arithmetic: std::cbrt may differ in the last bit from
// one library to the next. Precondition: x >= 1.
template <int D>
constexpr double root(double x) {
  double r = x;
  for (int round = 0; round < 200; ++round) {
    double power = 1;
    for (int a = 0; a + 1 < D; ++a) power *= r;
    const double next = ((D - 1) * r + x / power) / D;
    if (!(next < r)) break;
    r = next;
  }
  return r;
}

template <int D>
class SampledPairs {
 public:
  static constexpr std::size_t kMost = 96;

  // m of n boxes, enlarged to n / m times their volume, overlap as many of each other as all boxes
  // do at their own size, if neighbors are spread evenly over the distances between the m. So do
  // their cells. A sample with enough pairs is used without enlargement.
  explicit SampledPairs(std::size_t n) : n_(static_cast<double>(n)) {}

  // Adds a box, finite and not empty; kMost at most.
  template <class T>
  void add(const Aabb<D, T>& box) {
    Center& m = centers_[size_++];
    m.longest = 0;
    for (int a = 0; a < D; ++a) {
      m.twice[a] = static_cast<double>(box.min[a]) + static_cast<double>(box.max[a]);
      m.edge[a] = static_cast<double>(box.max[a]) - static_cast<double>(box.min[a]);
      m.longest = std::max(m.longest, m.edge[a]);
    }
  }

  void measure(SceneDescription& d) {
    d.pairs_per_object = d.cell_candidates = d.axis_candidates = d.tile_candidates = 0;
    d.thin_axis = -1;
    if (size_ < 2) return;
    compare();
    d.pairs_per_object = of_all(pairs_);
    // For cubes, boxes and cells have the same count, and get the same threshold.
    const bool cubes = cells_.plain < 2 * pairs_.plain || cells_.blown_up < 2 * pairs_.blown_up;
    d.cell_candidates = std::max(of_all(cells_, cubes ? 50 : 16), d.pairs_per_object);
    measure_axes(d);
    d.tile_candidates = d.pairs_per_object;
    if (d.cell_candidates <= kSuited * (d.pairs_per_object + 1)) return;
    find_neighbors();
    Count tiles;
    for_each_pair([&](const Center& p, const Center& q, double scale) {
      tiles.plain += overlap(p, p.around, q, q.around, 1) ? 1 : 0;
      tiles.blown_up += overlap(p, p.around, q, q.around, scale) ? 1 : 0;
    });
    d.tile_candidates = std::max(of_all(tiles, 8), d.pairs_per_object);
  }

 private:
  // The center of a finite box, in double: a box of doubles with an infinite edge is left out.
  struct Center {
    double twice[D];
    double edge[D];
    double around[D];  // edges of bounds of it and its nearest neighbors, all moved to one position
    double longest;
  };
  struct Count {
    std::size_t plain = 0;
    std::size_t blown_up = 0;
  };
  // Up to this multiple of the pairs, cells suit the boxes.
  static constexpr double kSuited = 3;
  static constexpr double kNowhere = 1e300;

  template <class Visit>
  void for_each_pair(Visit&& visit) {
    const double scale = root<D>(std::max(n_ / static_cast<double>(size_), 1.0));
    for (std::size_t i = 1; i < size_; ++i) {
      for (std::size_t j = 0; j < i; ++j) visit(centers_[i], centers_[j], scale);
    }
  }

  // Compares boxes, and with each box the cell of the smaller one: a cube as wide as its longest
  // edge.
  void compare() {
    for_each_pair([this](const Center& p, const Center& q, double scale) {
      const bool first = p.longest <= q.longest;
      const Center& fine = first ? p : q;
      const Center& coarse = first ? q : p;
      bool pair[2] = {true, true};
      bool cell[2] = {true, true};
      for (int a = 0; a < D; ++a) {
        const double apart = std::abs(p.twice[a] - q.twice[a]);
        const double edges = p.edge[a] + q.edge[a];
        const double wide = fine.longest + coarse.edge[a];
        axes_[a] += apart <= edges ? 1 : 0;
        pair[0] &= apart <= edges;
        pair[1] &= apart <= scale * edges;
        cell[0] &= apart <= wide;
        cell[1] &= apart <= scale * wide;
      }
      pairs_.plain += pair[0] ? 1 : 0;
      pairs_.blown_up += pair[1] ? 1 : 0;
      cells_.plain += cell[0] ? 1 : 0;
      cells_.blown_up += cell[1] ? 1 : 0;
    });
  }

  double of_all(const Count& count, std::size_t enough = 50) const {
    const double m = static_cast<double>(size_);
    if (count.plain < enough) return static_cast<double>(count.blown_up) / m;
    return static_cast<double>(count.plain) / (m * (m - 1)) * (n_ - 1);
  }

  void measure_axes(SceneDescription& d) const {
    const double m = static_cast<double>(size_);
    d.thin_axis = static_cast<int>(std::min_element(axes_, axes_ + D) - axes_);
    d.axis_candidates = std::max(static_cast<double>(axes_[d.thin_axis]) / (m * (m - 1)) * (n_ - 1),
                                 d.pairs_per_object);
  }

  // Finds the two nearest neighbors in the sample.
  void find_neighbors() {
    for (std::size_t i = 0; i < size_; ++i) {
      std::size_t nearest[2] = {i, i};
      double least[2] = {kNowhere, kNowhere};
      for (std::size_t j = 0; j < size_; ++j) {
        const double apart = j == i ? kNowhere : distance(centers_[i], centers_[j]);
        if (apart >= least[1]) continue;
        const int rank = apart < least[0] ? 0 : 1;
        if (rank == 0) nearest[1] = nearest[0], least[1] = least[0];
        nearest[rank] = j;
        least[rank] = apart;
      }
      for (int a = 0; a < D; ++a) {
        centers_[i].around[a] = std::max(
            {centers_[i].edge[a], centers_[nearest[0]].edge[a], centers_[nearest[1]].edge[a]});
      }
    }
  }

  static double distance(const Center& p, const Center& q) {
    double apart = 0;
    for (int a = 0; a < D; ++a) apart = std::max(apart, std::abs(p.twice[a] - q.twice[a]));
    return apart;
  }

  static bool overlap(const Center& p, const double (&of_p)[D], const Center& q,
                      const double (&of_q)[D], double scale) {
    bool all = true;
    for (int a = 0; a < D; ++a) {
      all &= std::abs(p.twice[a] - q.twice[a]) <= scale * (of_p[a] + of_q[a]);
    }
    return all;
  }

  double n_;
  std::size_t size_ = 0;
  Center centers_[kMost];
  Count pairs_;
  Count cells_;
  std::size_t axes_[D] = {};
};

}  // namespace masu::detail
