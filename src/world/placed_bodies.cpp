// SPDX-License-Identifier: MIT
#include <masu/world/placed_bodies.hpp>

#include <masu/broad_phase/bvh.hpp>

#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"
#include "world/shape_queries.hpp"

namespace masu {

#define MASU_DECLARE(D, T) extern template class detail::Opaque<detail::BvhState<D, T>>;
MASU_FOR_2_AND_3_D(MASU_DECLARE)
#undef MASU_DECLARE

template <int D, class T>
struct PlacedBodies<D, T>::Tree {
  explicit Tree(Allocator allocator) : boxes(allocator), bvh(allocator) {}

  Buffer<Aabb<D, T>> boxes;  // during the build
  Bvh<D, T> bvh;
};

template <int D, class T>
Status PlacedBodies<D, T>::build(std::span<const PlacedBody<D, T>> bodies) {
  bodies_.clear();
  Tree* const tree = tree_.need();
  if (tree == nullptr) return Status::out_of_memory;
  const auto take = [&](const PlacedBody<D, T>& b) {
    for (const Status s : {detail::ShapeQueries<D, T>::check(b.shape), b.pose.check()}) {
      if (s != Status::ok) return s;
    }
    const bool taken = bodies_.push_back(b) &&
                       tree->boxes.push_back(detail::ShapeQueries<D, T>::aabb(b.shape, b.pose));
    return taken ? Status::ok : Status::out_of_memory;
  };
  Status status = Status::ok;
  for (std::size_t k = 0; k < bodies.size() && status == Status::ok; ++k) status = take(bodies[k]);
  if (status == Status::ok) status = tree->bvh.build(std::span<const Aabb<D, T>>(tree->boxes));
  if (status != Status::ok) {
    bodies_.clear();
    (void)tree->bvh.build(std::span<const Aabb<D, T>>{});
  }
  tree->boxes.release();
  return status;
}

template <int D, class T>
void PlacedBodies<D, T>::for_each_near(const Aabb<D, T>& box, BodyVisit<D, T> visit) const {
  if (tree_.get() == nullptr) return;
  (void)tree_.get()->bvh.for_each_overlapping(
      box, [&](std::uint32_t i) { return visit(i, bodies_[i].shape, bodies_[i].pose); });
}

#define MASU_INSTANTIATE(D, T)                             \
  template class detail::Opaque<PlacedBodies<D, T>::Tree>; \
  template class PlacedBodies<D, T>;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
