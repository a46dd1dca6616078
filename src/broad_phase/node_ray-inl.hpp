// SPDX-License-Identifier: MIT
// A ray that is asked of many nodes.
#if defined(MASU_NODE_RAY_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_NODE_RAY_INL_HPP
#undef MASU_NODE_RAY_INL_HPP
#else
#define MASU_NODE_RAY_INL_HPP
#endif

#include <cstddef>

#include "broad_phase/bvh_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// ray_inner() with what is the same at every node held ready: the reciprocals are made smaller and
// larger beforehand. Where t is not positive it matters no more.
template <int D, class T>
class NodeRay {
 public:
  explicit NodeRay(const PreparedRay<D, T>& ray) : ray_(ray) {
    constexpr T kSome = 4 * std::numeric_limits<T>::epsilon();
    for (int a = 0; a < D; ++a) {
      const bool up = ray.ray.direction[a] > 0;
      near_[a] = static_cast<std::size_t>(up ? a : a + D) * kBvhWidth;
      far_[a] = static_cast<std::size_t>(up ? a + D : a) * kBvhWidth;
      less_[a] = ray.inverse[a] * (1 - kSome);
      more_[a] = ray.inverse[a] * (1 + kSome);
    }
  }

  // Unused lanes are entered at infinity and left before.
  HWY_INLINE std::uint32_t meet(const BvhNode<D, T>& node, T limit, T* HWY_RESTRICT at) const {
    if (!ray_.plain) return ray_leaf(node, ray_, limit, at);
    const BvhTag<T> d;
    constexpr std::size_t kLanes = hn::MaxLanes(d);
    const T* const sides = node.lo[0];
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kBvhWidth; i += kLanes) {
      auto enter = hn::Zero(d);
      auto exit = hn::Set(d, limit);
      for (int a = 0; a < D; ++a) {
        const auto from = hn::Set(d, ray_.ray.origin[a]);
        const auto near = hn::Sub(hn::Load(d, sides + near_[a] + i), from);
        const auto far = hn::Sub(hn::Load(d, sides + far_[a] + i), from);
        enter = hn::Max(hn::Mul(near, hn::Set(d, less_[a])), enter);
        exit = hn::Min(hn::Mul(far, hn::Set(d, more_[a])), exit);
      }
      exit = hn::Add(exit, hn::Set(d, std::numeric_limits<T>::min()));
      hn::Store(enter, d, at + i);
      bits |= bits_of(d, hn::Le(enter, exit)) << i;
    }
    return bits;
  }

 private:
  using Node = BvhNode<D, T>;
  static_assert(offsetof(Node, hi) == D * kBvhWidth * sizeof(T));
  PreparedRay<D, T> ray_;
  std::size_t near_[D];
  std::size_t far_[D];
  T less_[D];
  T more_[D];
};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
