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
    DifferencePoint<D> r;
    r.vertex_a = a;
    r.vertex_b = b;
    finish(vertex_of_core(a_, a), vertex_of_core(b_, b), r);
    return r;
  }

 private:
  DifferencePoint<D> find(const Vec<D, double>& d, SupportAccuracy accuracy) const {
    DifferencePoint<D> r;
    const Vec<D, double> p = support(a_, listed_a_, d, accuracy, hint_a_, r.vertex_a);
    // transposed_times(), which GCC inlines or not as the rest of the file happens to be. A call
    // makes 2D searches a fifth slower.
    Vec<D, double> of_b = frame_.rotation.row[0] * d[0];
    for (int i = 1; i < D; ++i) of_b = of_b + frame_.rotation.row[i] * d[i];
    const Vec<D, double> q = support(b_, listed_b_, -of_b, accuracy, hint_b_, r.vertex_b);
    hint_a_ = r.vertex_a;
    hint_b_ = r.vertex_b;
    finish(p, q, r);
    return r;
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
  Vec<D, double> support(const ShapeView<D, T>& s, const VertexSet<D, T>* listed,
                         const Vec<D, double>& d, SupportAccuracy accuracy, std::uint32_t hint,
                         std::uint32_t& vertex) const {
    if (listed == nullptr) {
      const SupportPoint<D> p = support_of_core(s, d, accuracy, hint);
      vertex = p.vertex;
      return p.point;
    }
    vertex =
        accuracy == SupportAccuracy::fast ? fast_(*listed, direction_as<T>(d)) : full_(*listed, d);
    return vec_cast<double>((*listed)[vertex]);
  }
  void finish(const Vec<D, double>& p, const Vec<D, double>& q, DifferencePoint<D>& r) const {
    r.a = p;
    r.b = frame_.rotation * q + frame_.translation;
    r.w = r.a - r.b;
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
