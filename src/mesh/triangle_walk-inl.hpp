// SPDX-License-Identifier: MIT
// A traversal of a mesh's hierarchy along a ray.
#if defined(MASU_TRIANGLE_WALK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TRIANGLE_WALK_INL_HPP
#undef MASU_TRIANGLE_WALK_INL_HPP
#else
#define MASU_TRIANGLE_WALK_INL_HPP
#endif

#include "broad_phase/near_walk-inl.hpp"
#include "mesh/triangle_sieve-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Leaves whose boxes are not tested: their corners are read instead.
template <class T>
struct TriangleLeaves {
  const TriangleCorners<T>* corners;
  const Ray<3, T>& ray;
  const TriangleVisit<T>& visit;

  HWY_INLINE void fetch_leaf(std::uint32_t l) const { fetch(corners[l]); }
  HWY_INLINE T take(std::uint32_t l, T limit, BvhCounts& counts) const {
    counts.tests += kBvhWidth;
    const TriangleCorners<T>& leaf = corners[l];
    std::uint32_t lanes = sieve_triangles(leaf, ray, limit, (1u << kBvhWidth) - 1);
    for (; lanes != 0 && limit >= 0; lanes &= lanes - 1) {
      const std::size_t lane = static_cast<std::size_t>(std::countr_zero(lanes));
      if (leaf.sub_shape[lane] == kBvhNone) break;
      limit = limit_of<T>(visit.take(visit.context, leaf, lane));
    }
    return limit;
  }
};

template <class T>
void along_ray_triangles(const BvhNodes<3, T>& nodes, const TriangleCorners<T>* corners,
                         const PreparedRay<3, T>& ray, T slack, T limit,
                         const TriangleVisit<T>& visit, BvhCounts& counts) {
  if (nodes.root == kBvhNone) return;
  const TriangleLeaves<T> leaves{corners, ray.ray, visit};
  walk_nearest_first(nodes, NodeRay<3, T>(ray, slack), limit, leaves, counts);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
