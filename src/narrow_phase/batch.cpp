// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/batch.hpp>

#include <bit>

#include "narrow_phase/direct_batch.hpp"
#include "narrow_phase/pair_lanes.hpp"

namespace masu::detail {
namespace {

// Room for views that nobody has written yet.
template <int D, class T>
union Views {
  Views() {}
  ShapeView<D, T> of[kPairLanes];
};

template <int D, class T>
class ViewedBatch {
 public:
  using Bodies = ViewedBodies<D, T>;

  ViewedBatch(const Bodies& a, const Bodies& b, bool with_depth)
      : a_(a), b_(b), with_depth_(with_depth) {}

  void run(std::span<const Pair> pairs, Separation<D, T>* out) {
    for (std::size_t i = 0; i < pairs.size();) {
      const int count = known_from(pairs, i);
      if (count == 0) {
        out[i++] = {.status = Status::bad_index};
        continue;
      }
      pairs_ = pairs.data() + i;
      a_.write_views(a_.shapes, pairs_, count, views_a_.of);
      b_.write_views(b_.shapes, pairs_, count, views_b_.of);
      for (int k = 0; k < count;) k = run_of_kinds(k, count, out + i);
      i += static_cast<std::size_t>(count);
    }
  }

 private:
  int known_from(std::span<const Pair> pairs, std::size_t i) const {
    int count = 0;
    for (; i < pairs.size() && count < kPairLanes; ++i, ++count) {
      if (pairs[i].a >= a_.shape_count || pairs[i].b >= b_.shape_count) break;
    }
    return count;
  }
  // As many pairs as are of the same kinds; returns where the next ones begin.
  int run_of_kinds(int begin, int count, Separation<D, T>* out) {
    const ShapeKind x = views_a_.of[begin].kind;
    const ShapeKind y = views_b_.of[begin].kind;
    block_.kind_a = x < y ? y : x;
    block_.kind_b = x < y ? x : y;
    if (!block_.has_kernel()) return one(begin, out[begin]), begin + 1;
    block_.count = 0;
    block_.flipped = 0;
    int end = begin;
    for (; end < count && block_.takes(views_a_.of[end].kind, views_b_.of[end].kind); ++end) {
      const Pair& p = pairs_[end];
      block_.add(views_a_.of[end], a_.at[p.a], views_b_.of[end], b_.at[p.b]);
    }
    block_.fill_last_register();
    std::uint64_t left = solve_block(block_, with_depth_, out + begin);
    for (; left != 0; left &= left - 1) {
      const int k = begin + std::countr_zero(left);
      one(k, out[k]);
    }
    return end;
  }
  void one(int k, Separation<D, T>& out) const {
    const Pair& p = pairs_[k];
    const ShapeView<D, T>& x = views_a_.of[k];
    const ShapeView<D, T>& y = views_b_.of[k];
    out = with_depth_ ? penetration(x, a_.at[p.a], y, b_.at[p.b])
                      : distance(x, a_.at[p.a], y, b_.at[p.b]);
  }

  const Bodies& a_;
  const Bodies& b_;
  bool with_depth_;
  const Pair* pairs_ = nullptr;
  Views<D, T> views_a_;
  Views<D, T> views_b_;
  PairLanes<D, T> block_;
};

template <class A, class B, class T>
class DirectRun {
 public:
  DirectRun(const Bodies<A>& a, const Bodies<B>& b, bool with_depth)
      : a_(a), b_(b), with_depth_(with_depth) {}

  void run(std::span<const Pair> pairs, Separation<3, T>* out) const {
    for (std::size_t i = 0; i < pairs.size();) {
      std::size_t end = i;
      while (end < pairs.size() && end < i + kMostDirectPairs && known(pairs[end])) ++end;
      if (end == i) {
        out[i++] = {.status = Status::bad_index};
        continue;
      }
      std::uint64_t left = solve(pairs.data() + i, static_cast<int>(end - i), out + i);
      for (; left != 0; left &= left - 1) {
        const std::size_t k = i + static_cast<std::size_t>(std::countr_zero(left));
        out[k] = one(pairs[k]);
      }
      i = end;
    }
  }

 private:
  bool known(const Pair& p) const { return p.a < a_.shapes.size() && p.b < b_.shapes.size(); }
  // Bits of pairs that are still to be asked.
  std::uint64_t solve(const Pair* pairs, int count, Separation<3, T>* out) const {
    const A* const a = a_.shapes.data();
    const B* const b = b_.shapes.data();
    if constexpr (!kDirectBatch<A, B>) {
      return ~std::uint64_t{0} >> (64 - count);
    } else if constexpr (kDirectKind<A> >= kDirectKind<B>) {
      const DirectBatch<A, B, T> batch{a, a_.at.data(), b, b_.at.data(), false, with_depth_};
      return solve_direct(batch, pairs, count, out);
    } else {
      const DirectBatch<B, A, T> batch{b, b_.at.data(), a, a_.at.data(), true, with_depth_};
      return solve_direct(batch, pairs, count, out);
    }
  }
  Separation<3, T> one(const Pair& p) const {
    return with_depth_ ? penetration(a_.shapes[p.a], a_.at[p.a], b_.shapes[p.b], b_.at[p.b])
                       : distance(a_.shapes[p.a], a_.at[p.a], b_.shapes[p.b], b_.at[p.b]);
  }

  const Bodies<A>& a_;
  const Bodies<B>& b_;
  bool with_depth_;
};

}  // namespace

template <int D, class T>
Status separations_of_views(const ViewedBodies<D, T>& a, const ViewedBodies<D, T>& b,
                            std::span<const Pair> pairs, std::span<Separation<D, T>> out,
                            bool with_depth) {
  if (a.shape_count != a.at.size() || b.shape_count != b.at.size() || pairs.size() != out.size()) {
    return Status::size_mismatch;
  }
  ViewedBatch<D, T>(a, b, with_depth).run(pairs, out.data());
  return Status::ok;
}

template <class A, class B, class T>
Status direct_separations(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                          std::span<Separation<3, T>> out, bool with_depth) {
  const bool fit = a.shapes.size() == a.at.size() && b.shapes.size() == b.at.size() &&
                   pairs.size() == out.size();
  if (!fit) return Status::size_mismatch;
  DirectRun<A, B, T>(a, b, with_depth).run(pairs, out.data());
  return Status::ok;
}

#define MASU_INSTANTIATE(D, T)                                                               \
  template Status separations_of_views(const ViewedBodies<D, T>&, const ViewedBodies<D, T>&, \
                                       std::span<const Pair>, std::span<Separation<D, T>>, bool);
MASU_INSTANTIATE(2, float)
MASU_INSTANTIATE(3, float)
MASU_INSTANTIATE(2, double)
MASU_INSTANTIATE(3, double)
#undef MASU_INSTANTIATE
#define MASU_INSTANTIATE(A, B, T)                                                    \
  template Status direct_separations(const Bodies<A<3, T>>&, const Bodies<B<3, T>>&, \
                                     std::span<const Pair>, std::span<Separation<3, T>>, bool);
#define MASU_INSTANTIATE_ALL(T)         \
  MASU_INSTANTIATE(Sphere, Sphere, T)   \
  MASU_INSTANTIATE(Sphere, Capsule, T)  \
  MASU_INSTANTIATE(Sphere, Box, T)      \
  MASU_INSTANTIATE(Capsule, Sphere, T)  \
  MASU_INSTANTIATE(Capsule, Capsule, T) \
  MASU_INSTANTIATE(Capsule, Box, T)     \
  MASU_INSTANTIATE(Box, Sphere, T)      \
  MASU_INSTANTIATE(Box, Capsule, T)     \
  MASU_INSTANTIATE(Box, Box, T)
MASU_INSTANTIATE_ALL(float)
MASU_INSTANTIATE_ALL(double)
#undef MASU_INSTANTIATE_ALL
#undef MASU_INSTANTIATE

}  // namespace masu::detail
