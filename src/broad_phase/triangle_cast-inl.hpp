// SPDX-License-Identifier: MIT
// cast_triangles(): one ray through a hierarchy of triangles.
#if defined(MASU_TRIANGLE_CAST_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TRIANGLE_CAST_INL_HPP
#undef MASU_TRIANGLE_CAST_INL_HPP
#else
#define MASU_TRIANGLE_CAST_INL_HPP
#endif

#include <bit>

#include "broad_phase/triangle_bvh.hpp"

#include "broad_phase/bvh_walk-inl.hpp"
#include "broad_phase/node_ray-inl.hpp"
#include "core/vec3_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class D_, class T>
HWY_INLINE Vec3Lanes<hn::VFromD<D_>> load_lanes(D_ d, const T (&from)[3][kBvhWidth],
                                                std::size_t i) {
  return {hn::Load(d, from[0] + i), hn::Load(d, from[1] + i), hn::Load(d, from[2] + i)};
}
template <class D_, class T>
HWY_INLINE Vec3Lanes<hn::VFromD<D_>> set_lanes(D_ d, const Vec<3, T>& p) {
  return {hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])};
}

// Takes the least (t, id) among the lanes at t <= hit.t.
template <class T>
HWY_INLINE void cast_leaf(const TriangleLeaf<T>& leaf, const Ray<3, T>& ray, TriangleHit<T>& hit) {
  const BvhTag<T> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto direction = set_lanes(d, ray.direction);
  const auto origin = set_lanes(d, ray.origin);
  for (std::size_t i = 0; i < kBvhWidth; i += kLanes) {
    const auto corner = load_lanes(d, leaf.corner, i);
    const auto edge1 = load_lanes(d, leaf.edge1, i);
    const auto edge2 = load_lanes(d, leaf.edge2, i);
    const auto p = cross(direction, edge2);
    const auto det = dot(edge1, p);
    const auto s = minus(origin, corner);
    const auto q = cross(s, edge1);
    // Compares signs with that of the determinant: no division before something is hit.
    const auto zero = hn::Zero(d);
    const auto sign = hn::And(det, hn::SignBit(d));
    const auto size = hn::Xor(det, sign);
    const auto u = hn::Xor(dot(s, p), sign);
    const auto v = hn::Xor(dot(direction, q), sign);
    const auto t = hn::Xor(dot(edge2, q), sign);
    auto in = hn::And(hn::And(hn::Ge(u, zero), hn::Ge(v, zero)),
                      hn::And(hn::Le(hn::Add(u, v), size), hn::Ge(t, zero)));
    in = hn::And(in, hn::Gt(size, zero));
    std::uint32_t bits = bits_of(d, in);
    if (bits == 0) continue;
    const auto at = hn::Div(t, size);
    bits = bits_of(d, hn::And(in, hn::Le(at, hn::Set(d, hit.t))));
    if (bits == 0) continue;
    HWY_ALIGN T ts[kLanes], us[kLanes], vs[kLanes];
    hn::Store(at, d, ts);
    hn::Store(hn::Div(u, size), d, us);
    hn::Store(hn::Div(v, size), d, vs);
    for (; bits != 0; bits &= bits - 1) {
      const std::size_t k = static_cast<std::size_t>(std::countr_zero(bits));
      const std::uint32_t id = leaf.id[i + k];
      if (ts[k] > hit.t || (ts[k] == hit.t && id >= hit.id)) continue;
      hit = {ts[k], us[k], vs[k], id};
    }
  }
}

template <class T>
HWY_INLINE void fetch_child(const BvhNodes<3, T>& nodes, const TriangleLeaf<T>* leaves,
                            std::uint32_t key) {
  if ((key & kBvhLeaf) != 0) {
    fetch(leaves[key & ~kBvhLeaf]);
  } else {
    fetch(nodes.inner[key]);
  }
}

template <class T>
struct TriangleWaiting {
  T at;
  std::uint32_t node;
};

// Descends to the nearest child at once and pushes the others, farthest first.
template <class T>
bool cast_triangles(const BvhNodes<3, T>& nodes, const TriangleLeaf<T>* leaves,
                    const PreparedRay<3, T>& ray, TriangleHit<T>& hit, BvhCounts& counts) {
  TriangleWaiting<T> stack[kBvhStack];
  const NodeRay<3, T> node_ray(ray);
  std::uint32_t top = 0;
  std::uint32_t key = nodes.root;
  std::uint64_t visited = 0;
  std::uint64_t tested = 0;
  for (;;) {
    if ((key & kBvhLeaf) != 0) {
      ++tested;
      cast_leaf(leaves[key & ~kBvhLeaf], ray.ray, hit);
    } else {
      ++visited;
      const BvhNode<3, T>& node = nodes.inner[key];
      HWY_ALIGN T at[kBvhWidth];
      std::uint32_t lanes = node_ray.test(node, hit.t, at);
      if (lanes != 0) {
        int nearest = std::countr_zero(lanes);
        fetch_child(nodes, leaves, node.child[nearest]);
        const std::uint32_t bottom = top;
        for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
          int i = std::countr_zero(lanes);
          fetch_child(nodes, leaves, node.child[i]);
          if (at[i] < at[nearest]) std::swap(i, nearest);
          std::uint32_t slot = top++;
          for (; slot > bottom && stack[slot - 1].at < at[i]; --slot) {
            stack[slot] = stack[slot - 1];
          }
          stack[slot] = {at[i], node.child[i]};
        }
        key = node.child[nearest];
        continue;
      }
    }
    do {
      if (top == 0) {
        counts.nodes += visited + tested;
        counts.tests += tested * kBvhWidth;
        return hit.id != kBvhNone;
      }
      key = stack[--top].node;
    } while (stack[top].at > hit.t);
  }
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
