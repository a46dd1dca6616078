// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/batch.hpp>

#include <bit>

#include "core/instantiate.hpp"
#include "narrow_phase/direct_batch.hpp"
#include "narrow_phase/pair_lanes.hpp"

namespace masu::detail {
namespace {

// Uninitialized space for views.
template <int D, class T>
union Views {
  Views() {}  // NOLINT(modernize-use-equals-default): a default one would be deleted
  ShapeView<D, T> of[kPairLanes];
};

// Pairs of bodies of known type: views are made on demand.
template <class A, class B, int D, class T>
class TypedPairs {
 public:
  TypedPairs(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs)
      : a_(a), b_(b), pairs_(pairs) {}

  std::size_t size() const { return pairs_.size(); }
  // Returns false if pair i has an invalid index.
  bool begin(std::size_t i) const { return has(i); }
  // Returns whether pair i can be loaded together with those before it.
  bool has(std::size_t i) const {
    return i < pairs_.size() && pairs_[i].a < a_.shapes.size() && pairs_[i].b < b_.shapes.size();
  }
  ShapeView<D, T> a(std::size_t i) const { return view_of(a_.shapes[pairs_[i].a]); }
  ShapeView<D, T> b(std::size_t i) const { return view_of(b_.shapes[pairs_[i].b]); }
  const Transform<D, T>& pose_a(std::size_t i) const { return a_.poses[pairs_[i].a]; }
  const Transform<D, T>& pose_b(std::size_t i) const { return b_.poses[pairs_[i].b]; }

 private:
  Bodies<A> a_;
  Bodies<B> b_;
  std::span<const Pair> pairs_;
};

// Pairs of bodies of a type that only the caller knows, which writes several views at once.
template <int D, class T>
class ViewedPairs {
 public:
  ViewedPairs(const ViewedBodies<D, T>& a, const ViewedBodies<D, T>& b, std::span<const Pair> pairs)
      : a_(a), b_(b), pairs_(pairs) {}

  std::size_t size() const { return pairs_.size(); }
  bool begin(std::size_t i) {
    if (i >= end_) load(i);
    return i < end_;
  }
  bool has(std::size_t i) const { return i < end_; }
  const ShapeView<D, T>& a(std::size_t i) const { return views_a_.of[i - begin_]; }
  const ShapeView<D, T>& b(std::size_t i) const { return views_b_.of[i - begin_]; }
  const Transform<D, T>& pose_a(std::size_t i) const { return a_.poses[pairs_[i].a]; }
  const Transform<D, T>& pose_b(std::size_t i) const { return b_.poses[pairs_[i].b]; }

 private:
  void load(std::size_t i) {
    begin_ = end_ = i;
    while (end_ < pairs_.size() && end_ < begin_ + kPairLanes && known(pairs_[end_])) ++end_;
    const int count = static_cast<int>(end_ - begin_);
    a_.write_views(a_.shapes, pairs_.data() + begin_, count, views_a_.of);
    b_.write_views(b_.shapes, pairs_.data() + begin_, count, views_b_.of);
  }
  bool known(const Pair& p) const { return p.a < a_.shape_count && p.b < b_.shape_count; }

  ViewedBodies<D, T> a_;
  ViewedBodies<D, T> b_;
  std::span<const Pair> pairs_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  Views<D, T> views_a_;
  Views<D, T> views_b_;
};

// Processes pairs in the order given; runs of two kinds that have a kernel are solved together.
template <class Pairs, int D, class T>
class BatchRun {
 public:
  BatchRun(Pairs& pairs, bool with_depth) : pairs_(pairs), with_depth_(with_depth) {}

  void run(Separation<D, T>* out) {
    for (std::size_t i = 0; i < pairs_.size();) {
      if (!pairs_.begin(i)) {
        out[i++] = {.status = Status::bad_index};
        continue;
      }
      start(pairs_.a(i).kind, pairs_.b(i).kind);
      if (!block_.has_kernel()) {
        out[i] = one(i);
        ++i;
        continue;
      }
      const std::size_t end = gather(i);
      std::uint64_t left = solve_block(block_, with_depth_, out + i);
      for (; left != 0; left &= left - 1) {
        const std::size_t k = i + static_cast<std::size_t>(std::countr_zero(left));
        out[k] = one(k);
      }
      i = end;
    }
  }

 private:
  void start(ShapeKind x, ShapeKind y) {
    block_.kind_a = outranks(y, x) ? y : x;
    block_.kind_b = outranks(y, x) ? x : y;
    block_.count = 0;
    block_.flipped = 0;
  }
  // Takes as many as fit, of the same kinds.
  std::size_t gather(std::size_t i) {
    for (; pairs_.has(i) && block_.count < kPairLanes; ++i) {
      const auto& a = pairs_.a(i);
      const auto& b = pairs_.b(i);
      if (!block_.takes(a.kind, b.kind)) break;
      block_.add(a, pairs_.pose_a(i), b, pairs_.pose_b(i));
    }
    block_.fill_last_register();
    return i;
  }
  Separation<D, T> one(std::size_t i) const {
    const auto& a = pairs_.a(i);
    const auto& b = pairs_.b(i);
    return with_depth_ ? penetration(a, pairs_.pose_a(i), b, pairs_.pose_b(i))
                       : distance(a, pairs_.pose_a(i), b, pairs_.pose_b(i));
  }

  Pairs& pairs_;
  bool with_depth_;
  PairLanes<D, T> block_;
};

// Spheres, capsules and boxes in 3D: nothing needs to be gathered.
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
  // The bits of the pairs left to single calls.
  std::uint64_t solve(const Pair* pairs, int count, Separation<3, T>* out) const {
    const A* const a = a_.shapes.data();
    const B* const b = b_.shapes.data();
    if constexpr (!kDirectBatch<A, B>) {
      return ~std::uint64_t{0} >> (64 - count);
    } else if constexpr (kDirectKind<A> >= kDirectKind<B>) {
      const DirectBatch<A, B, T> batch{a, a_.poses.data(), b, b_.poses.data(), false, with_depth_};
      return solve_direct(batch, pairs, count, out);
    } else {
      const DirectBatch<B, A, T> batch{b, b_.poses.data(), a, a_.poses.data(), true, with_depth_};
      return solve_direct(batch, pairs, count, out);
    }
  }
  Separation<3, T> one(const Pair& p) const {
    return with_depth_ ? penetration(a_.shapes[p.a], a_.poses[p.a], b_.shapes[p.b], b_.poses[p.b])
                       : distance(a_.shapes[p.a], a_.poses[p.a], b_.shapes[p.b], b_.poses[p.b]);
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
  if (a.shape_count != a.poses.size() || b.shape_count != b.poses.size() ||
      pairs.size() != out.size()) {
    return Status::size_mismatch;
  }
  ViewedPairs<D, T> viewed(a, b, pairs);
  BatchRun<ViewedPairs<D, T>, D, T>(viewed, with_depth).run(out.data());
  return Status::ok;
}

template <class A, class B, int D, class T>
Status separations_of_types(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                            std::span<Separation<D, T>> out, bool with_depth) {
  const bool fit = a.shapes.size() == a.poses.size() && b.shapes.size() == b.poses.size() &&
                   pairs.size() == out.size();
  if (!fit) return Status::size_mismatch;
  if constexpr (kDirectPair<A, B>) {
    DirectRun<A, B, T>(a, b, with_depth).run(pairs, out.data());
  } else {
    TypedPairs<A, B, D, T> typed(a, b, pairs);
    BatchRun<TypedPairs<A, B, D, T>, D, T>(typed, with_depth).run(out.data());
  }
  return Status::ok;
}

#define MASU_INSTANTIATE(A, B, D, T)                                                   \
  template Status separations_of_types(const Bodies<A<D, T>>&, const Bodies<B<D, T>>&, \
                                       std::span<const Pair>, std::span<Separation<D, T>>, bool);
#define MASU_INSTANTIATE_ALL(D, T)                                                                \
  template Status separations_of_views(const ViewedBodies<D, T>&, const ViewedBodies<D, T>&,      \
                                       std::span<const Pair>, std::span<Separation<D, T>>, bool); \
  MASU_INSTANTIATE(ShapeView, ShapeView, D, T)                                                    \
  MASU_INSTANTIATE(Sphere, Sphere, D, T)                                                          \
  MASU_INSTANTIATE(Sphere, Capsule, D, T)                                                         \
  MASU_INSTANTIATE(Sphere, Box, D, T)                                                             \
  MASU_INSTANTIATE(Capsule, Sphere, D, T)                                                         \
  MASU_INSTANTIATE(Capsule, Capsule, D, T)                                                        \
  MASU_INSTANTIATE(Capsule, Box, D, T)                                                            \
  MASU_INSTANTIATE(Box, Sphere, D, T)                                                             \
  MASU_INSTANTIATE(Box, Capsule, D, T)                                                            \
  MASU_INSTANTIATE(Box, Box, D, T)
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE_ALL)
#undef MASU_INSTANTIATE_ALL
#undef MASU_INSTANTIATE

}  // namespace masu::detail
