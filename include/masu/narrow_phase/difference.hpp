// SPDX-License-Identifier: MIT
// Points of the Minkowski difference of two shapes, and simplices of them.
#pragma once

#include <concepts>

#include <masu/shapes/support.hpp>

namespace masu {

// w = a - b, for a point of each shape. Two shapes overlap if and only if the origin lies in the
// set of all such w.
template <int D>
struct DifferencePoint {
  Vec<D, double> w;
  Vec<D, double> a;
  Vec<D, double> b;
  std::uint32_t vertex_a;
  std::uint32_t vertex_b;
};

namespace detail {

// std::fmax is a call, for the sake of NaN.
inline double larger(double x, double y) {
  return x < y ? y : x;
}

template <int D>
double largest_component(const Vec<D, double>& v) {
  double most = std::fabs(v[0]);
  for (int a = 1; a < D; ++a) most = larger(most, std::fabs(v[a]));
  return most;
}

// What a difference may be off by grows with what was subtracted.
template <int D>
double size_of(const DifferencePoint<D>& p) {
  return larger(largest_component(p.a), largest_component(p.b));
}

template <class Difference, int D>
concept Settles = requires(Difference& difference, const Vec<D, double>& d) {
  difference.settle(d);
  { difference.always_settled() } -> std::convertible_to<bool>;
};

template <class Difference, int D>
bool always_settled(Difference& difference) {
  if constexpr (Settles<Difference, D>) return difference.always_settled();
  return true;
}

template <class Difference, int D>
DifferencePoint<D> ask(Difference& difference, const Vec<D, double>& d, bool settled) {
  if constexpr (Settles<Difference, D>) {
    if (settled) return difference.settle(d);
  }
  return difference(d);
}

}  // namespace detail

// Up to D + 1 points, and the weights that make the point of their hull nearest to the origin.
template <int D>
struct Simplex {
  DifferencePoint<D> p[D + 1];  // the corners, of which the first `size` count
  double weight[D + 1];         // the nearest point is the sum of the corners by these weights
  int size = 0;                 // how many corners there are

  // The same mixture of the points of each shape.
  Vec<D, double> point_a() const {
    Vec<D, double> sum{};
    for (int i = 0; i < size; ++i) sum = sum + p[i].a * weight[i];
    return sum;
  }
  Vec<D, double> point_b() const {
    Vec<D, double> sum{};
    for (int i = 0; i < size; ++i) sum = sum + p[i].b * weight[i];
    return sum;
  }
};

}  // namespace masu
