// SPDX-License-Identifier: MIT
// The corners of a leaf's sub-shapes, gathered into lanes.
#if defined(MASU_CORNER_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_CORNER_LANES_INL_HPP
#undef MASU_CORNER_LANES_INL_HPP
#else
#define MASU_CORNER_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "mesh/corner_leaf.hpp"

#include "broad_phase/bvh_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// position[axis][lane]: one corner of each sub-shape.
template <int D, class T>
struct alignas(64) CornerLanes {
  T position[D][kBvhWidth];
};

template <int D, class T>
HWY_INLINE void gather(const Vec<D, T>* HWY_RESTRICT vertices, const std::uint32_t* indices,
                       T (&made)[D][kBvhWidth]) {
  for (std::uint32_t i = 0; i < kBvhWidth; ++i) {
    for (int a = 0; a < D; ++a) made[a][i] = vertices[indices[i]][a];
  }
}

using FourFloats = hn::Vec<hn::FixedTag<float, 4>>;
struct FourVertices {
  FourFloats position[3];
};

// Loads four vertices as four rows of a matrix, whose last column belongs to the next vertex.
HWY_INLINE FourVertices gather_four(const Vec<3, float>* HWY_RESTRICT vertices,
                                    const std::uint32_t* indices) {
  const hn::FixedTag<float, 4> d;
  const auto p = hn::LoadU(d, vertices[indices[0]].v);
  const auto q = hn::LoadU(d, vertices[indices[1]].v);
  const auto r = hn::LoadU(d, vertices[indices[2]].v);
  const auto s = hn::LoadU(d, vertices[indices[3]].v);
  const auto low_even = hn::InterleaveLower(d, p, r);
  const auto low_odd = hn::InterleaveLower(d, q, s);
  const auto high_even = hn::InterleaveUpper(d, p, r);
  const auto high_odd = hn::InterleaveUpper(d, q, s);
  return {{hn::InterleaveLower(d, low_even, low_odd), hn::InterleaveUpper(d, low_even, low_odd),
           hn::InterleaveLower(d, high_even, high_odd)}};
}

// Stores have the width of the later loads: narrower stores would have to reach the cache first.
template <class D_>
HWY_INLINE void store_eight(D_ d, FourFloats low, FourFloats high, float* to) {
  if constexpr (hn::MaxLanes(d) == 8) {
    hn::Store(hn::Combine(d, high, low), d, to);
  } else {
    hn::Store(low, d, to);
    hn::Store(high, d, to + 4);
  }
}

HWY_INLINE void gather(const Vec<3, float>* HWY_RESTRICT vertices, const std::uint32_t* indices,
                       float (&made)[3][kBvhWidth]) {
  const BvhTag<float> d;
  const FourVertices low = gather_four(vertices, indices);
  const FourVertices high = gather_four(vertices, indices + 4);
  for (int a = 0; a < 3; ++a) store_eight(d, low.position[a], high.position[a], made[a]);
}

template <int D, class T>
HWY_INLINE void gather(const Vec<D, T>* HWY_RESTRICT vertices, const std::uint32_t* indices,
                       CornerLanes<D, T>& made) {
  gather(vertices, indices, made.position);
}

// Gathers the corners; computes the boxes of the sub-shapes and of the leaf. Adds 0 so that no box
// has a -0, whose order among equals would depend on the instruction set.
template <int D, class T>
HWY_INLINE void fit_leaf(const MeshLeaves<D, T>& mesh, std::uint32_t l,
                         T (&corners)[D][D][kBvhWidth], BvhNode<D, T>& leaf) {
  const BvhTag<T> d;
  const auto none = hn::Set(d, std::numeric_limits<T>::infinity());
  for (int c = 0; c < D; ++c) gather(mesh.vertices, mesh.indices[l].vertex[c], corners[c]);
  for (int a = 0; a < D; ++a) {
    const auto first = hn::Load(d, corners[0][a]);
    auto least = first;
    auto most = first;
    for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
      auto low = hn::Load(d, corners[0][a] + i);
      auto high = low;
      for (int c = 1; c < D; ++c) {
        const auto p = hn::Load(d, corners[c][a] + i);
        low = hn::Min(low, p);
        high = hn::Max(high, p);
      }
      const auto used = hn::FirstN(d, leaf.count < i ? 0 : leaf.count - i);
      hn::Store(hn::IfThenElse(used, hn::Add(low, hn::Zero(d)), none), d, leaf.lo[a] + i);
      hn::Store(hn::IfThenElse(used, hn::Add(high, hn::Zero(d)), hn::Neg(none)), d, leaf.hi[a] + i);
      least = hn::Min(least, low);
      most = hn::Max(most, high);
    }
    leaf.box.min[a] = hn::GetLane(hn::MinOfLanes(d, least)) + T(0);
    leaf.box.max[a] = hn::GetLane(hn::MaxOfLanes(d, most)) + T(0);
  }
}

template <int D, class T>
void fit_leaves(const MeshLeaves<D, T>& mesh, BvhNode<D, T>* leaves, TriangleCorners<T>* corners) {
  for (std::uint32_t l = 0; l < mesh.nodes.leaf_count; ++l) {
    if constexpr (D == 3) {
      fit_leaf(mesh, l, corners[l].position, leaves[l]);
    } else {
      alignas(64) T gathered[D][D][kBvhWidth];
      fit_leaf(mesh, l, gathered, leaves[l]);
    }
  }
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
