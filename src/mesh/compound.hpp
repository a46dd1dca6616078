// SPDX-License-Identifier: MIT
// The search class of a compound.
#pragma once

#include <masu/mesh/compound.hpp>

#include "mesh/piece_tree.hpp"

namespace masu::detail {

template <int D, class T>
class CompoundSearch {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Box = Aabb<D, T>;

  CompoundSearch(const Compound<D, T>& compound, const PieceTree<D, T>& tree)
      : compound_(compound), tree_(tree) {}

  const PieceTree<D, T>& tree() const { return tree_; }

  Box bounds() const { return tree_.bounds(); }
  Piece<D, T> piece(std::uint32_t id) const { return compound_.piece(id); }
  template <class Visit>
  SearchResult for_each_piece(const Box& box, Visit&& visit) const {
    return tree_.for_each_overlapping(
        box, [&](std::uint32_t id) { return goes_on(visit, id, piece(id)); });
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    return tree_.for_each_near(gap, reach, [&](std::uint32_t id) { return visit(id, piece(id)); });
  }

 private:
  const Compound<D, T>& compound_;
  const PieceTree<D, T>& tree_;
};

}  // namespace masu::detail
