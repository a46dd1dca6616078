// SPDX-License-Identifier: MIT
// Many pairs at once, as a broad phase delivers them.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include <masu/core/pair.hpp>
#include <masu/narrow_phase/detail/direct_batch.hpp>
#include <masu/narrow_phase/detail/pair_lanes.hpp>
#include <masu/narrow_phase/distance.hpp>

namespace masu {

// shapes[i] stands at at[i]. Shapes of one type, or views.
template <Shape S>
struct Bodies {
  using View = decltype(view_of(std::declval<const S&>()));
  using At = Transform<View::kDimension, typename View::Scalar>;

  std::span<const S> shapes;
  std::span<const At> at;
};

namespace detail {

// What is asked of two sets of bodies, and the call for one pair.
template <class A, class B>
struct BatchQuestion {
  const Bodies<A>& a;
  const Bodies<B>& b;
  bool with_depth;

  bool known(const Pair& p) const { return p.a < a.shapes.size() && p.b < b.shapes.size(); }
  auto one(const Pair& p) const {
    return with_depth ? penetration(a.shapes[p.a], a.at[p.a], b.shapes[p.b], b.at[p.b])
                      : distance(a.shapes[p.a], a.at[p.a], b.shapes[p.b], b.at[p.b]);
  }
};

template <class A, class B, int D, class T>
class BatchRun {
 public:
  using Out = Separation<D, T>;

  explicit BatchRun(const BatchQuestion<A, B>& ask) : ask_(ask) {}

  void run(std::span<const Pair> pairs, Out* out) {
    for (std::size_t i = 0; i < pairs.size();) {
      const Pair p = pairs[i];
      if (!ask_.known(p)) {
        out[i++] = {.status = Status::bad_index};
        continue;
      }
      start(view_of(ask_.a.shapes[p.a]).kind, view_of(ask_.b.shapes[p.b]).kind);
      const std::size_t end = block_.has_kernel() ? gather(pairs, i) : i + 1;
      const std::uint64_t left =
          block_.has_kernel() ? solve_block(block_, ask_.with_depth, out + i) : 1;
      for (std::uint64_t bits = left; bits != 0; bits &= bits - 1) {
        const std::size_t k = i + static_cast<std::size_t>(std::countr_zero(bits));
        out[k] = ask_.one(pairs[k]);
      }
      i = end;
    }
  }

 private:
  void start(ShapeKind x, ShapeKind y) {
    block_.kind_a = x < y ? y : x;
    block_.kind_b = x < y ? x : y;
    block_.count = 0;
    block_.flipped = 0;
  }
  // As many as fit, of the same kinds.
  std::size_t gather(std::span<const Pair> pairs, std::size_t i) {
    for (; i < pairs.size() && block_.count < kPairLanes; ++i) {
      const Pair p = pairs[i];
      if (!ask_.known(p)) break;
      const auto x = view_of(ask_.a.shapes[p.a]);
      const auto y = view_of(ask_.b.shapes[p.b]);
      if (!block_.takes(x.kind, y.kind)) break;
      block_.add(x, ask_.a.at[p.a], y, ask_.b.at[p.b]);
    }
    block_.fill_last_register();
    return i;
  }
  BatchQuestion<A, B> ask_;
  PairLanes<D, T> block_;
};

// The same for shapes whose types are known: nothing is gathered.
template <class A, class B, class T>
class DirectRun {
 public:
  using Out = Separation<3, T>;

  explicit DirectRun(const BatchQuestion<A, B>& ask) : ask_(ask) {}

  void run(std::span<const Pair> pairs, Out* out) {
    for (std::size_t i = 0; i < pairs.size();) {
      std::size_t end = i;
      while (end < pairs.size() && end < i + kMostDirectPairs && ask_.known(pairs[end])) ++end;
      if (end == i) {
        out[i++] = {.status = Status::bad_index};
        continue;
      }
      std::uint64_t left = solve(pairs.data() + i, static_cast<int>(end - i), out + i);
      for (; left != 0; left &= left - 1) {
        const std::size_t k = i + static_cast<std::size_t>(std::countr_zero(left));
        out[k] = ask_.one(pairs[k]);
      }
      i = end;
    }
  }

 private:
  std::uint64_t solve(const Pair* pairs, int count, Out* out) const {
    const A* const a = ask_.a.shapes.data();
    const B* const b = ask_.b.shapes.data();
    const Transform<3, T>* const at_a = ask_.a.at.data();
    const Transform<3, T>* const at_b = ask_.b.at.data();
    if constexpr (kDirectKind<A> >= kDirectKind<B>) {
      const DirectBatch<A, B, T> batch{a, at_a, b, at_b, false, ask_.with_depth};
      return solve_direct(batch, pairs, count, out);
    } else {
      const DirectBatch<B, A, T> batch{b, at_b, a, at_a, true, ask_.with_depth};
      return solve_direct(batch, pairs, count, out);
    }
  }
  BatchQuestion<A, B> ask_;
};

template <class A, class B, int D, class T>
Status separations(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                   std::span<Separation<D, T>> out, bool with_depth) {
  const bool fit = a.shapes.size() == a.at.size() && b.shapes.size() == b.at.size() &&
                   pairs.size() == out.size();
  if (!fit) return Status::size_mismatch;
  const BatchQuestion<A, B> ask{a, b, with_depth};
  if constexpr (kDirectBatch<A, B>) {
    DirectRun<A, B, T>(ask).run(pairs, out.data());
  } else {
    BatchRun<A, B, D, T>(ask).run(pairs, out.data());
  }
  return Status::ok;
}

}  // namespace detail

// out[i] is the distance() of a's shape pairs[i].a and b's shape pairs[i].b, bit for bit; spheres,
// capsules and boxes against spheres and capsules by SIMD, four pairs at a time or so. Statuses:
// size_mismatch. Those of pairs are in out; bad_index for a pair of a shape that is not there.
// O(pairs); nothing is allocated.
template <class A, class B, int D, class T>
Status distances(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                 std::span<Separation<D, T>> out) {
  return detail::separations(a, b, pairs, out, false);
}

// The same for penetration().
template <class A, class B, int D, class T>
Status penetrations(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                    std::span<Separation<D, T>> out) {
  return detail::separations(a, b, pairs, out, true);
}

}  // namespace masu
