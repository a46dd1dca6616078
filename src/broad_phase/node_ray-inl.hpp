// SPDX-License-Identifier: MIT
// NodeRay: a ray that is tested against many nodes.
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

// ray_inner() with all values that are constant over nodes precomputed, against boxes that are
// `slack` larger: the reciprocals are rounded down and up beforehand. For t not positive this does
// not matter.
template <int D, class T>
class NodeRay {
 public:
  explicit NodeRay(const PreparedRay<D, T>& ray, T slack = 0) : plain_(ray.plain) {
    constexpr T kSome = 4 * std::numeric_limits<T>::epsilon();
    for (int a = 0; a < D; ++a) {
      const bool up = ray.ray.direction[a] >= 0;
      near_[a] = static_cast<std::size_t>(up ? a : a + D) * kBvhWidth;
      far_[a] = static_cast<std::size_t>(up ? a + D : a) * kBvhWidth;
      less_[a] = ray.inverse[a] * (1 - kSome);
      more_[a] = ray.inverse[a] * (1 + kSome);
      from_near_[a] = ray.ray.origin[a] + (up ? slack : -slack);
      from_far_[a] = ray.ray.origin[a] - (up ? slack : -slack);
      rests_[a] = ray.ray.direction[a] == 0;
      const T size = ray.inverse[a] < 0 ? -ray.inverse[a] : ray.inverse[a];
      counts_[a] = is_finite(size) && size >= std::numeric_limits<T>::min();
    }
  }

  // Unused lanes are entered at infinity and left before.
  HWY_INLINE std::uint32_t test(const BvhNode<D, T>& node, T limit, T* HWY_RESTRICT at) const {
    return plain_ ? test_axes<true>(node, limit, at)
                  : test_axes<false>(node, limit, at) & used_lanes(node);
  }

 private:
  using Node = BvhNode<D, T>;
  static_assert(offsetof(Node, hi) == D * kBvhWidth * sizeof(T));

  // Not plain: some component of the direction is 0, or its reciprocal is beyond the range of T,
  // and then that axis excludes nothing.
  template <bool kPlain>
  HWY_INLINE std::uint32_t test_axes(const Node& node, T limit, T* HWY_RESTRICT at) const {
    const BvhTag<T> d;
    constexpr std::size_t kLanes = hn::MaxLanes(d);
    const T* const sides = node.lo[0];
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kBvhWidth; i += kLanes) {
      auto enter = hn::Zero(d);
      auto exit = hn::Set(d, limit);
      auto in = hn::Eq(enter, enter);
      for (int a = 0; a < D; ++a) {
        const auto near_side = hn::Load(d, sides + near_[a] + i);
        const auto far_side = hn::Load(d, sides + far_[a] + i);
        const auto from_near = hn::Set(d, from_near_[a]);
        const auto from_far = hn::Set(d, from_far_[a]);
        if constexpr (!kPlain) {
          if (rests_[a]) {
            in = hn::And(in, hn::And(hn::Le(near_side, from_near), hn::Le(from_far, far_side)));
          }
          if (rests_[a] || !counts_[a]) continue;
        }
        enter = hn::Max(hn::Mul(hn::Sub(near_side, from_near), hn::Set(d, less_[a])), enter);
        exit = hn::Min(hn::Mul(hn::Sub(far_side, from_far), hn::Set(d, more_[a])), exit);
      }
      exit = hn::Add(exit, hn::Set(d, std::numeric_limits<T>::min()));
      hn::Store(enter, d, at + i);
      bits |= bits_of(d, hn::And(in, hn::Le(enter, exit))) << i;
    }
    return bits;
  }

  bool plain_;
  bool rests_[D];
  bool counts_[D];
  std::size_t near_[D];
  std::size_t far_[D];
  T less_[D];
  T more_[D];
  T from_near_[D];
  T from_far_[D];
};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
