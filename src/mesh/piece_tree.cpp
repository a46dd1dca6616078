// SPDX-License-Identifier: MIT
#include <masu/mesh/detail/piece_tree.hpp>

#include <algorithm>
#include <cmath>

#include <masu/narrow_phase/detail/ray_rounding.hpp>

#include "broad_phase/bvh_tree.hpp"

namespace masu::detail {

template <int D, class T>
Status PieceTree<D, T>::build(std::span<const Box> boxes, BvhBuilder builder) {
  BvhTree<D, T> tree(inner_.allocator());
  const Status good = tree.build(boxes.data(), boxes.size(), builder);
  if (good != Status::ok) return good;
  const BvhNodes<D, T> nodes = tree.nodes();
  Buffer<Node> inner(inner_.allocator());
  Buffer<Node> leaves(inner_.allocator());
  if (!inner.resize(nodes.inner_count) || !leaves.resize(nodes.leaf_count)) {
    return Status::out_of_memory;
  }
  std::copy_n(nodes.inner, nodes.inner_count, inner.data());
  std::copy_n(nodes.leaves, nodes.leaf_count, leaves.data());
  inner_ = std::move(inner);
  leaves_ = std::move(leaves);
  root_ = nodes.root;
  return Status::ok;
}

template <int D, class T>
typename PieceTree<D, T>::RoundedRay PieceTree<D, T>::rounded(
    const Vec<D, double>& origin, const Vec<D, double>& direction) const {
  const Box around = bounds();
  RoundedRay made;
  double size = 0;
  for (int a = 0; a < D; ++a) {
    made.ray.origin[a] = static_cast<T>(origin[a]);
    made.ray.direction[a] = static_cast<T>(direction[a]);
    size = std::max(size, std::fabs(origin[a]));
    if (root_ == kBvhNone) continue;
    size = std::max(size, std::max(-double(around.min[a]), double(around.max[a])));
  }
  const double rounding = 8 * double(std::numeric_limits<T>::epsilon());
  const double slack = std::max(rounding, kRayRounding) * size;
  made.slack = round_up<T>(slack);
  made.sound = slack < double(std::numeric_limits<T>::max());
  return made;
}

template class PieceTree<2, float>;
template class PieceTree<3, float>;
template class PieceTree<2, double>;
template class PieceTree<3, double>;

}  // namespace masu::detail
