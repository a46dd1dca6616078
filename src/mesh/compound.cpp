// SPDX-License-Identifier: MIT
#include "mesh/compound.hpp"

#include <algorithm>

#include <masu/shapes/check.hpp>
#include "core/round_outward.hpp"

#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"
#include "mesh/body_access.hpp"
#include "mesh/sub_shape_user_data.hpp"
#include "narrow_phase/placed_pair.hpp"

namespace masu {
namespace {

template <int D, class T>
Status check_child(const Child<D, T>& child) {
  if (const Status s = check_view(child.shape); s != Status::ok) return s;
  if (child.shape.kind == ShapeKind::half_space) return Status::unbounded;
  return child.pose.check();
}

// Returns the box of a shape in a frame, computed in double; it contains the shape.
template <int D, class T>
Aabb<D, T> box_in(const ShapeView<D, T>& shape, const detail::PairFrame<D>& frame) {
  const Aabb<D, double> box = detail::box_of_b(shape, frame);
  Aabb<D, T> r;
  for (int a = 0; a < D; ++a) {
    r.min[a] = detail::round_down<T>(box.min[a]);
    r.max[a] = detail::round_up<T>(box.max[a]);
  }
  return r;
}

// Refits the tree to new boxes, box_of(id).
template <int D, class T, class BoxOf>
void refit(detail::SubShapeTree<D, T>& tree, BoxOf&& box_of) {
  for (detail::BvhNode<D, T>& leaf : tree.leaves()) {
    for (std::uint32_t i = 0; i < leaf.count; ++i) leaf.set_lane(i, box_of(leaf.child[i]));
    leaf.close(leaf.count);
  }
  tree.refit();
}

}  // namespace

template <int D, class T>
Aabb<D, T> Compound<D, T>::box_of(std::uint32_t id) const {
  const Child<D, T>& c = children_[id];
  return box_in(c.shape, detail::pair_frame(Transform<D, T>{}, c.pose));
}

template <int D, class T>
Status Compound<D, T>::build(std::span<const Child<D, T>> children,
                             const CompoundOptions& options) {
  if (children.empty()) return Status::no_points;
  if (children.size() > std::size_t(1) << 30) return Status::too_many_objects;
  for (const Child<D, T>& c : children) {
    if (const Status s = check_child(c); s != Status::ok) return s;
  }
  Compound made(children_.allocator());
  Buffer<Aabb<D, T>> boxes(children_.allocator());
  detail::SubShapeTree<D, T>* const tree = made.tree_.need();
  if (tree == nullptr || !made.children_.resize(children.size()) ||
      !boxes.resize(children.size())) {
    return Status::out_of_memory;
  }
  std::copy(children.begin(), children.end(), made.children_.begin());
  for (std::uint32_t i = 0; i < children.size(); ++i) boxes[i] = made.box_of(i);
  Status s = made.set_user_data(options.user_data);
  if (s == Status::ok) s = tree->build({boxes.data(), boxes.size()}, options.builder);
  if (s == Status::ok) *this = std::move(made);
  return s;
}

template <int D, class T>
Status Compound<D, T>::set_user_data(std::span<const std::uint64_t> user_data) {
  return detail::copy_user_data(user_data, children_.size(), user_data_);
}

template <int D, class T>
Status Compound<D, T>::move(std::uint32_t child, const Transform<D, T>& pose) {
  if (child >= children_.size()) return Status::bad_index;
  if (const Status s = pose.check(); s != Status::ok) return s;
  children_[child].pose = pose;
  refit(*tree_.get(), [&](std::uint32_t id) { return box_of(id); });
  return Status::ok;
}

template <int D, class T>
Status Compound<D, T>::move_all(std::span<const Transform<D, T>> poses) {
  if (poses.size() != children_.size()) return Status::size_mismatch;
  for (const Transform<D, T>& p : poses) {
    if (const Status s = p.check(); s != Status::ok) return s;
  }
  for (std::size_t i = 0; i < poses.size(); ++i) children_[i].pose = poses[i];
  refit(*tree_.get(), [&](std::uint32_t id) { return box_of(id); });
  return Status::ok;
}

template <int D, class T>
detail::CompoundSearch<D, T> Compound<D, T>::search() const {
  return {*this, detail::data_or_empty(tree_)};
}
template <int D, class T>
SearchResult Compound<D, T>::overlapping(const Aabb<D, T>& box,
                                         const BlockTarget<std::uint32_t>& target) const {
  return search().tree().overlapping(box, target);
}
template <int D, class T>
BodyView<D, T> Compound<D, T>::view() const {
  return detail::view_of_own<BodyKind::compound>(*this);
}

template <int D, class T>
Status add_children(const Compound<D, T>& compound, const Transform<D, T>& pose,
                    Buffer<Child<D, T>>& list) {
  if (const Status s = pose.check(); s != Status::ok) return s;
  const std::size_t first = list.size();
  if (!list.resize(first + compound.child_count())) return Status::out_of_memory;
  for (std::uint32_t i = 0; i < compound.child_count(); ++i) {
    Child<D, T> c = compound.child(i);
    c.pose = pose * c.pose;
    list[first + i] = c;
  }
  return Status::ok;
}

#define MASU_INSTANTIATE(D, T)                               \
  template class detail::Opaque<detail::SubShapeTree<D, T>>; \
  template class Compound<D, T>;                             \
  template Status add_children(const Compound<D, T>&, const Transform<D, T>&, Buffer<Child<D, T>>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
