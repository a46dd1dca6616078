// SPDX-License-Identifier: MIT
// Polygons with holes to be divided: bent, star-shaped, made of cells; and point-in-polygon tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <masu/hull/predicates.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

template <class T>
struct Polygons {
  std::vector<Vec<2, T>> points{};
  std::vector<std::uint32_t> loops{};

  void add(std::vector<Vec<2, T>> loop) {
    loops.push_back(std::uint32_t(loop.size()));
    points.insert(points.end(), loop.begin(), loop.end());
  }
  // Calls visit(a, b) with the indices of an edge's ends.
  template <class Visit>
  void for_each_edge(Visit&& visit) const {
    std::uint32_t first = 0;
    for (const std::uint32_t n : loops) {
      for (std::uint32_t k = 0; k < n; ++k) visit(first + k, first + (k + 1) % n);
      first += n;
    }
  }
  double area() const {
    long double twice = 0;
    for_each_edge([&](std::uint32_t a, std::uint32_t b) {
      twice += (long double)points[a][0] * points[b][1] - (long double)points[a][1] * points[b][0];
    });
    return double(twice / 2);
  }
  // How often the loops go around q; kOnEdge: it lies on one.
  static constexpr int kOnEdge = 99;
  int winding(const Vec<2, T>& q) const {
    int count = 0;
    bool on = false;
    for_each_edge([&](std::uint32_t i, std::uint32_t j) {
      const auto a = points[i];
      const auto b = points[j];
      const int side = orient2d(a, b, q);
      on = on || (side == 0 && max(min(a, b), q) == q && min(max(a, b), q) == q);
      if (a[1] <= q[1] && b[1] > q[1] && side > 0) ++count;
      if (b[1] <= q[1] && a[1] > q[1] && side < 0) --count;
    });
    return on ? kOnEdge : count;
  }
};

template <class T>
bool segments_touch(const Vec<2, T>& a, const Vec<2, T>& b, const Vec<2, T>& c,
                    const Vec<2, T>& d) {
  if (min(max(a, b), max(c, d)) != max(min(max(a, b), max(c, d)), max(min(a, b), min(c, d)))) {
    return false;  // boxes apart
  }
  return orient2d(a, b, c) * orient2d(a, b, d) <= 0 && orient2d(c, d, a) * orient2d(c, d, b) <= 0;
}

// Every pair of edges. Its twin in the library sweeps.
template <class T>
bool is_simple(const Polygons<T>& p) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  p.for_each_edge([&](std::uint32_t a, std::uint32_t b) { edges.emplace_back(a, b); });
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto [a, b] = edges[i];
      const auto [c, d] = edges[j];
      const auto& q = p.points;
      if (b == c || a == d) {  // neighbours: they may share that corner alone
        const auto tip = b == c ? b : a;
        const auto from = b == c ? a : b;
        const auto to = b == c ? d : c;
        const Vec<2, T> back = min(max(q[tip], q[from]), max(q[tip], q[to]));
        const Vec<2, T> front = max(min(q[tip], q[from]), min(q[tip], q[to]));
        if (q[tip] == q[from] || (orient2d(q[from], q[tip], q[to]) == 0 && back != front)) {
          return false;
        }
      } else if (segments_touch(q[a], q[b], q[c], q[d])) {
        return false;
      }
    }
  }
  return true;
}

// A random loop of whole numbers, its crossings taken out by reversing chains; may fail.
template <class T>
Polygons<T> untangled(std::uint32_t n, std::uint32_t side, scenes::Pcg32& random) {
  std::vector<Vec<2, T>> loop;
  for (std::uint32_t i = 0; i < n; ++i) {
    loop.push_back({T(random.below(side)), T(random.below(side))});
  }
  for (int round = 0; round < 400; ++round) {
    bool crossed = false;
    for (std::uint32_t i = 0; i + 2 < n; ++i) {
      for (std::uint32_t j = i + 2; j < n; ++j) {
        if ((j + 1) % n == i) continue;
        if (!segments_touch(loop[i], loop[i + 1], loop[j], loop[(j + 1) % n])) continue;
        std::reverse(loop.begin() + i + 1, loop.begin() + j + 1);
        crossed = true;
      }
    }
    if (!crossed) break;
  }
  Polygons<T> p;
  p.add(loop);
  if (p.area() < 0) {
    std::reverse(p.points.begin(), p.points.end());
  }
  return p;
}

// A star with holes that are stars; eight corners or more keep them inside.
template <class T>
Polygons<T> stars(std::uint32_t corners, int holes, scenes::Pcg32& random) {
  constexpr double kTwoPi = 6.283185307179586;
  const auto star = [&](Vec<2, double> at, double low, double high, bool hole) {
    std::vector<Vec<2, T>> loop;
    for (std::uint32_t k = 0; k < corners; ++k) {
      const double angle = (hole ? -kTwoPi : kTwoPi) * (k + 0.8 * random.unit()) / corners;
      const double r = random.between(low, high);
      loop.push_back({T(at[0] + r * std::cos(angle)), T(at[1] + r * std::sin(angle))});
    }
    return loop;
  };
  Polygons<T> p;
  p.add(star({0, 0}, 4, 8, false));
  for (int h = 0; h < holes; ++h) {
    p.add(star({-1.5 + h % 4, -1.5 + h / 4 % 4}, 0.1, 0.45, true));
  }
  return p;
}

// Outlines of random cells of a square: right angles, corners on straight edges, islands in holes.
template <class T>
struct CellPolygons {
  int side;
  std::vector<char> solid{};
  Polygons<T> polygons{};

  CellPolygons(int n, std::uint32_t percent, scenes::Pcg32& random) : side(n) {
    for (int i = 0; i < n * n; ++i) solid.push_back(random.below(100) < percent);
    fill_pinches();
    trace_all();
  }
  bool at(int x, int y) const {
    return x >= 0 && y >= 0 && x < side && y < side && solid[std::size_t(y * side + x)] != 0;
  }

 private:
  // Where two cells meet at a corner alone, edges would touch.
  void fill_pinches() {
    for (bool again = true; again;) {
      again = false;
      for (int y = 0; y + 1 < side; ++y) {
        for (int x = 0; x + 1 < side; ++x) {
          const bool a = at(x, y), b = at(x + 1, y), c = at(x, y + 1), d = at(x + 1, y + 1);
          if (a != d || b != c || a == b) continue;
          solid[std::size_t(y * side + x + (a ? 1 : 0))] = 1;
          again = true;
        }
      }
    }
  }
  void trace_all() {
    // Each corner has at most one edge that leaves it with the solid to its left.
    std::vector<int> next(std::size_t((side + 1) * (side + 1)), -1);
    const auto corner = [&](int x, int y) { return std::size_t(y * (side + 1) + x); };
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        if (!at(x, y)) continue;
        if (!at(x, y - 1)) next[corner(x, y)] = int(corner(x + 1, y));
        if (!at(x + 1, y)) next[corner(x + 1, y)] = int(corner(x + 1, y + 1));
        if (!at(x, y + 1)) next[corner(x + 1, y + 1)] = int(corner(x, y + 1));
        if (!at(x - 1, y)) next[corner(x, y + 1)] = int(corner(x, y));
      }
    }
    for (std::size_t first = 0; first < next.size(); ++first) {
      std::vector<Vec<2, T>> loop;
      for (std::size_t c = first; next[c] >= 0;) {
        loop.push_back({T(int(c) % (side + 1)), T(int(c) / (side + 1))});
        c = std::size_t(std::exchange(next[c], -1));
      }
      if (!loop.empty()) polygons.add(loop);
    }
  }
};

}  // namespace masu::test
