// SPDX-License-Identifier: MIT
// Points of the Minkowski difference of two shapes, and simplices of them.
#pragma once

#include <concepts>
#include <cstdint>

#include <masu/core/function_ref.hpp>
#include <masu/core/vec.hpp>

namespace masu {

// w = a - b, for a point of each shape. Two shapes overlap if and only if the origin lies in the
// set of all such w.
template <int D>
struct DifferencePoint {
  Vec<D, double> w;        // a - b
  Vec<D, double> a;        // the point of the first shape
  Vec<D, double> b;        // the point of the second shape
  std::uint32_t vertex_a;  // number of `a` in its shape, or kNoVertex
  std::uint32_t vertex_b;  // number of `b` in its shape, or kNoVertex
};

// Up to D + 1 points, and the weights that make the point of their hull nearest to the origin.
template <int D>
struct Simplex {
  DifferencePoint<D> p[D + 1];  // the corners, of which the first `size` count
  double weight[D + 1];         // the nearest point is the sum of the corners by these weights
  int size = 0;                 // how many corners there are

  // Return the points of each shape with the same weights.
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

namespace detail {

template <class Difference, int D>
concept Settles = requires(Difference& difference, const Vec<D, double>& d) {
  difference.settle(d);
  { difference.always_settled() } -> std::convertible_to<bool>;
};

// A Minkowski difference of any type, for compiled searches. Refers to it.
template <int D>
class AnyDifference {
 public:
  template <class Difference>
  explicit AnyDifference(Difference& difference)
      : object_(detail::erased(difference)),
        find_([](void* object, const Vec<D, double>& d) -> DifferencePoint<D> {
          return (*reinterpret_cast<Difference*>(object))(d);
        }) {
    if constexpr (Settles<Difference, D>) {
      settle_ = [](void* object, const Vec<D, double>& d) -> DifferencePoint<D> {
        return static_cast<Difference*>(object)->settle(d);
      };
      always_settled_ = difference.always_settled();
    }
  }

  DifferencePoint<D> operator()(const Vec<D, double>& d) const { return find_(object_, d); }
  DifferencePoint<D> settle(const Vec<D, double>& d) const { return settle_(object_, d); }
  bool always_settled() const { return always_settled_; }

 private:
  using Find = DifferencePoint<D> (*)(void* object, const Vec<D, double>& direction);

  void* object_;
  Find find_;
  Find settle_ = find_;
  bool always_settled_ = true;
};

}  // namespace detail

}  // namespace masu
