// SPDX-License-Identifier: MIT
// The search class of a compound.
#pragma once

#include <masu/mesh/compound.hpp>

#include "mesh/sub_shape_tree.hpp"

namespace masu::detail {

template <int D, class T>
class CompoundSearch {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;

  CompoundSearch(const Compound<D, T>& compound, const SubShapeTree<D, T>& tree)
      : compound_(compound), tree_(tree) {}

  const SubShapeTree<D, T>& tree() const { return tree_; }

  Aabb<D, T> bounds() const { return tree_.bounds(); }
  SubShape<D, T> sub_shape(std::uint32_t id) const { return compound_.sub_shape(id); }
  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb<D, T>& box, Visit&& visit) const {
    return tree_.for_each_overlapping(
        box, [&](std::uint32_t id) { return goes_on(visit, id, sub_shape(id)); });
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    return tree_.for_each_near(gap, reach,
                               [&](std::uint32_t id) { return visit(id, sub_shape(id)); });
  }

 private:
  const Compound<D, T>& compound_;
  const SubShapeTree<D, T>& tree_;
};

}  // namespace masu::detail
