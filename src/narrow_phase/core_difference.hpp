// SPDX-License-Identifier: MIT
// Support points of the difference of two shapes' cores, for gjk() and epa().
#pragma once

#include "narrow_phase/ask_difference.hpp"

namespace masu::detail {

// The difference of two cores in the frame of the first, as gjk() and epa() use it.
template <int D, class T>
class CoreDifference {
 public:
  CoreDifference(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame)
      : a_(a), b_(b), frame_(frame), listed_a_(listed(a)), listed_b_(listed(b)) {}

  DifferencePoint<D> operator()(const Vec<D, double>& d) const {
    return find(d, SupportAccuracy::fast);
  }
  // Returns the support point at full accuracy, by which gjk() and epa() confirm that they have
  // converged.
  DifferencePoint<D> settle(const Vec<D, double>& d) const {
    return find(d, SupportAccuracy::full);
  }

  // For float shapes with more than a few vertices: otherwise the shortcut saves nothing.
  bool always_settled() const {
    constexpr std::uint32_t kFew = 16;
    return std::is_same_v<T, double> ||
           (vertex_count_of_core(a_) <= kFew && vertex_count_of_core(b_) <= kFew);
  }
  bool has_vertices(std::uint32_t a, std::uint32_t b) const {
    return a < vertex_count_of_core(a_) && b < vertex_count_of_core(b_);
  }
  // The support point of cached vertices.
  DifferencePoint<D> of_vertices(std::uint32_t a, std::uint32_t b) const {
    return make({vertex_of_core(a_, a), a}, {vertex_of_core(b_, b), b});
  }

 private:
  DifferencePoint<D> find(const Vec<D, double>& d, SupportAccuracy accuracy) const {
    const SupportPoint<D> p = support(a_, listed_a_, d, accuracy, hint_a_);
    const SupportPoint<D> q =
        support(b_, listed_b_, -transposed_times(frame_.turn, d), accuracy, hint_b_);
    hint_a_ = p.vertex;
    hint_b_ = q.vertex;
    return make(p, q);
  }
  // The vertices of polytopes searched linearly, which are most; otherwise nullptr.
  static const VertexSet<D, T>* listed(const ShapeView<D, T>& s) {
    if (s.kind != ShapeKind::polygon && s.kind != ShapeKind::polyhedron) return nullptr;
    const auto& polytope = *static_cast<const ConvexPolytope<D, T>*>(s.object);
    if constexpr (D == 3) {
      if (!polytope.table().empty()) return nullptr;
    }
    return &polytope.vertices();
  }
  SupportPoint<D> support(const ShapeView<D, T>& s, const VertexSet<D, T>* listed,
                          const Vec<D, double>& d, SupportAccuracy accuracy,
                          std::uint32_t hint) const {
    if (listed == nullptr) return support_of_core(s, d, accuracy, hint);
    const std::uint32_t v =
        accuracy == SupportAccuracy::fast ? fast_(*listed, direction_as<T>(d)) : full_(*listed, d);
    return {vec_cast<double>((*listed)[v]), v};
  }
  DifferencePoint<D> make(const SupportPoint<D>& p, const SupportPoint<D>& q) const {
    DifferencePoint<D> r;
    r.a = p.point;
    r.b = frame_.turn * q.point + frame_.place;
    r.w = r.a - r.b;
    r.vertex_a = p.vertex;
    r.vertex_b = q.vertex;
    return r;
  }

  const ShapeView<D, T>& a_;
  const ShapeView<D, T>& b_;
  const PairFrame<D>& frame_;
  const VertexSet<D, T>* listed_a_;
  const VertexSet<D, T>* listed_b_;
  const FarthestKernel<D, T, T> fast_ = farthest_kernel<D, T, T>();
  const FarthestKernel<D, T, double> full_ = farthest_kernel<D, T, double>();
  mutable std::uint32_t hint_a_ = kNoVertex;  // directions change little between iterations
  mutable std::uint32_t hint_b_ = kNoVertex;
};

}  // namespace masu::detail
