// SPDX-License-Identifier: MIT
// Boxes of a mesh's triangles and leaves along changing axes, with a cache of the last ones used.
#if defined(MASU_DIRECTED_BOXES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_DIRECTED_BOXES_INL_HPP
#undef MASU_DIRECTED_BOXES_INL_HPP
#else
#define MASU_DIRECTED_BOXES_INL_HPP
#endif

#include <algorithm>

#include "mesh/corner_lanes-inl.hpp"
#include "mesh/wide_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

struct alignas(64) BoxLanes {
  double low[3][kBvhWidth];
  double high[3][kBvhWidth];

  HWY_INLINE void set(std::uint32_t i, const Aabb<3, double>& box) {
    for (int k = 0; k < 3; ++k) low[k][i] = box.min[k], high[k][i] = box.max[k];
  }
};

HWY_INLINE double squared_gap(const Aabb<3, double>& a, const Aabb<3, double>& b, double slack) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const double gap = larger(larger(b.min[k] - a.max[k], a.min[k] - b.max[k]) - slack, 0.0);
    sum += gap * gap;
  }
  return sum;
}
// As above, for lane k of b and all lanes of a.
HWY_INLINE void squared_gaps(const BoxLanes& a, const BoxLanes& b, std::uint32_t k, double slack,
                             double* gaps) {
  const WideTag d;
  for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
    auto sum = hn::Zero(d);
    for (int s = 0; s < 3; ++s) {
      const auto over = hn::Sub(hn::Set(d, b.low[s][k]), hn::Load(d, a.high[s] + i));
      const auto under = hn::Sub(hn::Load(d, a.low[s] + i), hn::Set(d, b.high[s][k]));
      const auto gap = hn::Max(hn::Sub(hn::Max(over, under), hn::Set(d, slack)), hn::Zero(d));
      sum = hn::Add(sum, hn::Mul(gap, gap));
    }
    hn::Store(sum, d, gaps + i);
  }
}

template <class T>
class DirectedBoxes {
 public:
  explicit DirectedBoxes(const MeshLeaves<3, T>& mesh) : mesh_(mesh) {}

  // Sets the axes: the rows of `axes`, in the mesh's frame, displaced by `offset`. Clears the
  // cache.
  void set_axes(const Matrix<3, double>& axes, const Vec<3, double>& offset) {
    axes_ = axes;
    offset_ = offset;
    std::fill_n(leaves_, kLeaves, kBvhNone);
    std::fill_n(inner_, kInner, kBvhNone);
    std::fill_n(opened_, kOpened, kBvhNone);
  }

  // Returns the box of a leaf or an inner node.
  Aabb<3, double> of(std::uint32_t key) {
    return (key & kBvhLeaf) != 0 ? of_leaf(key & ~kBvhLeaf) : of_inner(key);
  }
  // Computes the boxes of the lanes `asked`.
  void lanes(const BvhNode<3, T>& node, bool is_leaf, std::uint32_t asked, BoxLanes& made) {
    if (is_leaf) {
      made = opened(static_cast<std::uint32_t>(&node - mesh_.nodes.leaves));
      return;
    }
    for (; asked != 0; asked &= asked - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(asked));
      made.set(i, of(node.child[i]));
    }
  }

 private:
  static constexpr std::uint32_t kLeaves = 256;
  static constexpr std::uint32_t kInner = 64;
  static constexpr std::uint32_t kOpened = 16;

  const BoxLanes& opened(std::uint32_t leaf) {
    const std::uint32_t slot = leaf % kOpened;
    if (opened_[slot] != leaf) {
      opened_[slot] = leaf;
      measure(leaf, lanes_[slot]);
    }
    return lanes_[slot];
  }
  const Aabb<3, double>& of_leaf(std::uint32_t leaf) {
    const std::uint32_t slot = leaf % kLeaves;
    if (leaves_[slot] != leaf) {
      leaves_[slot] = leaf;
      BoxLanes lanes;
      leaf_boxes_[slot] = measure(leaf, lanes);
    }
    return leaf_boxes_[slot];
  }
  // Computed from its leaves and the boxes of its other children.
  const Aabb<3, double>& of_inner(std::uint32_t key) {
    const std::uint32_t slot = key % kInner;
    if (inner_[slot] == key) return inner_boxes_[slot];
    const BvhNode<3, T>& node = mesh_.nodes.inner[key];
    Aabb<3, double> all = Aabb<3, double>::nothing();
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const std::uint32_t child = node.child[i];
      all = merge(all, (child & kBvhLeaf) != 0 ? of_leaf(child & ~kBvhLeaf) : of_box(node, i));
    }
    inner_[slot] = key;
    return inner_boxes_[slot] = all;
  }
  Aabb<3, double> of_box(const BvhNode<3, T>& node, std::uint32_t i) const {
    Aabb<3, double> box{offset_, offset_};
    for (int k = 0; k < 3; ++k) {
      for (int s = 0; s < 3; ++s) {
        const double low = axes_.row[k][s] * double(node.lo[s][i]);
        const double high = axes_.row[k][s] * double(node.hi[s][i]);
        box.min[k] += low < high ? low : high;
        box.max[k] += low < high ? high : low;
      }
    }
    return box;
  }
  // Unused lanes repeat the first.
  Aabb<3, double> measure(std::uint32_t leaf, BoxLanes& made) const {
    const WideTag d;
    CornerLanes<3, T> corners[3];
    for (int c = 0; c < 3; ++c) gather(mesh_.vertices, mesh_.indices[leaf].vertex[c], corners[c]);
    Aabb<3, double> all;
    for (int k = 0; k < 3; ++k) {
      auto least = hn::Set(d, std::numeric_limits<double>::infinity());
      auto most = hn::Neg(least);
      for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
        auto low = hn::Set(d, std::numeric_limits<double>::infinity());
        auto high = hn::Neg(low);
        for (int c = 0; c < 3; ++c) {
          auto position = hn::Set(d, offset_[k]);
          for (int s = 0; s < 3; ++s) {
            const auto p = load_wide(corners[c].position[s] + i);
            position = hn::Add(position, hn::Mul(p, hn::Set(d, axes_.row[k][s])));
          }
          low = hn::Min(low, position);
          high = hn::Max(high, position);
        }
        hn::Store(low, d, made.low[k] + i);
        hn::Store(high, d, made.high[k] + i);
        least = hn::Min(least, low);
        most = hn::Max(most, high);
      }
      all.min[k] = hn::GetLane(hn::MinOfLanes(d, least));
      all.max[k] = hn::GetLane(hn::MaxOfLanes(d, most));
    }
    return all;
  }

  const MeshLeaves<3, T>& mesh_;
  Matrix<3, double> axes_{};
  Vec<3, double> offset_{};
  std::uint32_t leaves_[kLeaves];
  std::uint32_t inner_[kInner];
  std::uint32_t opened_[kOpened];
  Aabb<3, double> leaf_boxes_[kLeaves];
  Aabb<3, double> inner_boxes_[kInner];
  BoxLanes lanes_[kOpened];
};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
