// SPDX-License-Identifier: MIT
// What searches through two bodies share: convex shapes as bodies, gaps, candidates, the order.
#pragma once

#include <masu/mesh/piece_results.hpp>
#include <masu/narrow_phase/detail/pair_order.hpp>
#include <masu/narrow_phase/detail/placed_pair.hpp>
#include <masu/shapes/box.hpp>

namespace masu::detail {

// A convex shape as a body.
template <int D, class T>
struct OnePiece {
  static constexpr int kDimension = D;
  using Scalar = T;
  ShapeView<D, T> shape;
};

template <class B>
struct IsOnePiece : std::false_type {};
template <int D, class T>
struct IsOnePiece<OnePiece<D, T>> : std::true_type {};

template <class B>
concept Body = CompositeShape<B> || IsOnePiece<B>::value;

template <Body B>
Status check_body(const B& body) {
  if constexpr (CompositeShape<B>) {
    return body.bounds().empty() ? Status::no_points : Status::ok;
  } else {
    return check_view(body.shape);
  }
}

// Something convex around a body: where it is, and how far.
template <Body B>
auto hull_of(const B& body) {
  if constexpr (CompositeShape<B>) {
    constexpr int D = B::kDimension;
    const auto low = vec_cast<double>(body.bounds().min);
    const auto high = vec_cast<double>(body.bounds().max);
    const Vec<D, double> half = (high - low) * 0.5;
    return ShapeView<D, double>{.kind = ShapeKind::box, .p = {half, low + half}};
  } else {
    return body.shape;
  }
}

// How far the boxes of a body's frame are from a convex shape: a bound from below.
template <int D>
class BoxGap {
 public:
  template <class T>
  BoxGap(const ShapeView<D, T>& shape, const PairFrame<D>& frame) {
    if (shape.kind != ShapeKind::half_space) {
      box_ = box_of_b(shape, frame);
      return;
    }
    plane_ = true;
    const auto n = vec_cast<double>(shape.p[0]);
    const double scale = 1 / length(n);
    normal_ = frame.turn * n * scale;
    offset_ = double(shape.p[1][0]) + double(shape.radius) + dot(normal_, frame.place);
    offset_ += kSlack * (std::fabs(offset_) + largest_component(frame.place));
  }

  bool bounded() const { return !plane_; }
  const Aabb<D, double>& box() const { return box_; }

  template <class T>
  double operator()(const Aabb<D, T>& other) const {
    double sum = 0;
    if (plane_) {
      double lowest = -offset_;
      double size = 0;
      for (int a = 0; a < D; ++a) {
        lowest += normal_[a] * double((normal_[a] > 0 ? other.min : other.max)[a]);
        size += std::fabs(double(other.min[a])) + std::fabs(double(other.max[a]));
      }
      lowest -= kSlack * size;
      sum = lowest > 0 ? lowest * lowest : 0;
    } else {
      for (int a = 0; a < D; ++a) {
        const double below = box_.min[a] - double(other.max[a]);
        const double above = double(other.min[a]) - box_.max[a];
        const double gap = larger(larger(below, above), 0.0);
        sum += gap * gap;
      }
    }
    return sum * (1 - 0x1p-40);
  }

 private:
  static constexpr double kSlack = 0x1p-46;
  Aabb<D, double> box_{};
  Vec<D, double> normal_{};
  double offset_ = 0;
  bool plane_ = false;
};

template <class T, int D>
Aabb<D, T> box_rounded_out(const Aabb<D, double>& box, double margin) {
  Aabb<D, T> r;
  for (int a = 0; a < D; ++a) {
    r.min[a] = round_down<T>(box.min[a] - margin);
    r.max[a] = round_up<T>(box.max[a] + margin);
  }
  return r;
}

// visit(id, piece) for the pieces of a body whose boxes come within `margin` of what `gap` is
// about; false stops.
template <Body B, int D, class Visit>
SearchResult pieces_within(const B& body, const BoxGap<D>& gap, double margin, Visit&& visit) {
  if constexpr (!CompositeShape<B>) {
    const bool on = visit(0u, Piece<D, typename B::Scalar>{body.shape, nullptr});
    return {on ? Status::ok : Status::stopped, {}};
  } else {
    if (gap.bounded()) {
      return body.for_each_piece(box_rounded_out<typename B::Scalar>(gap.box(), margin), visit);
    }
    bool on = true;
    const double reach = margin * margin;
    const QueryStats stats = body.for_each_piece_near(gap, reach, [&](auto id, const auto& piece) {
      on = on && visit(id, piece);
      return on ? reach : -1.0;
    });
    return {on ? Status::ok : Status::stopped, stats};
  }
}

// The same, nearest first; `visit` returns the new reach, in what `gap` counts.
template <Body B, class Gap, class Visit>
QueryStats pieces_near(const B& body, const Gap& gap, double reach, Visit&& visit) {
  if constexpr (!CompositeShape<B>) {
    visit(0u, Piece<B::kDimension, typename B::Scalar>{body.shape, nullptr});
    return {};
  } else {
    return body.for_each_piece_near(gap, reach, visit);
  }
}

template <int D, class T>
PairPlace<D> with_piece_of_a(const PairPlace<D>& at, const Piece<D, T>& piece) {
  return piece.place == nullptr ? at : at.with_part_of_a(*piece.place);
}
template <int D, class T>
PairPlace<D> with_piece_of_b(const PairPlace<D>& at, const Piece<D, T>& piece) {
  return piece.place == nullptr ? at : at.with_part_of_b(*piece.place);
}

// The finalizer of MurmurHash3.
inline std::uint64_t mixed_bits(std::uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51'afd7'ed55'8ccdu;
  x = (x ^ (x >> 33)) * 0xc4ce'b9fe'1a85'ec53u;
  return x ^ (x >> 33);
}

template <int D, class T>
std::uint64_t fingerprint(const Transform<D, T>& at) {
  std::uint64_t x = 0;
  for (int a = 0; a < D; ++a) x = mixed_bits(x ^ bits_of(at.translation[a]));
  const auto& r = at.rotation;
  if constexpr (D == 2) {
    x = mixed_bits(mixed_bits(x ^ bits_of(r.cosine)) ^ bits_of(r.sine));
  } else {
    for (const T q : {r.x, r.y, r.z, r.w}) x = mixed_bits(x ^ bits_of(q));
  }
  return x;
}

// Words of a body's pieces, mixed: equal bodies have equal ones.
template <CompositeShape B>
std::uint64_t fingerprint(const B& body) {
  using T = typename B::Scalar;
  std::uint64_t sum = 0;
  const auto all = Aabb<B::kDimension, T>::everything();
  (void)body.for_each_piece(all, [&](std::uint32_t id, const Piece<B::kDimension, T>& piece) {
    std::uint64_t x = mixed_bits(id + (std::uint64_t(piece.shape.kind) << 32));
    x = mixed_bits(x ^ bits_of(piece.shape.radius));
    for (const auto& p : piece.shape.p) {
      for (int a = 0; a < B::kDimension; ++a) x = mixed_bits(x ^ bits_of(p[a]));
    }
    if (piece.place != nullptr) x = mixed_bits(x ^ fingerprint(*piece.place));
    sum += x;
  });
  return sum;
}

// Bodies of many pieces before convex ones; then by transform, bounds, and what they are made of.
template <Body A, Body B, int D, class T>
bool bodies_in_order(const A& a, const Transform<D, T>& at_a, const B& b,
                     const Transform<D, T>& at_b) {
  if constexpr (CompositeShape<A> != CompositeShape<B>) {
    return CompositeShape<A>;
  } else {
    if (const auto c = compare_bits(at_a.translation, at_b.translation); c != 0) return c < 0;
    if (const auto c = compare_bits(at_a.rotation, at_b.rotation); c != 0) return c < 0;
    const Aabb<D, T> x = a.bounds();
    const Aabb<D, T> y = b.bounds();
    if (const auto c = compare_bits(x.min, y.min); c != 0) return c < 0;
    if (const auto c = compare_bits(x.max, y.max); c != 0) return c < 0;
    if (static_cast<const void*>(&a) == static_cast<const void*>(&b)) return true;
    return fingerprint(a) <= fingerprint(b);
  }
}

template <class S>
concept AnyBody = CompositeShape<S> || Shape<S>;
// One of the two at least is a body of many pieces: two convex shapes have verbs of their own.
template <class A, class B>
concept BodyPair = AnyBody<A> && AnyBody<B> &&(CompositeShape<A> || CompositeShape<B>);

template <CompositeShape S>
const S& as_body(const S& body) {
  return body;
}
template <Shape S>
auto as_body(const S& shape) {
  const auto view = view_of(shape);
  return OnePiece<decltype(view)::kDimension, typename decltype(view)::Scalar>{view};
}

// ask_in_order() wants something to flip; what went to a sink is flipped there.
struct PieceSearch : SearchResult {
  PieceSearch flipped() const { return *this; }
};

// ask(a, b, place, flipped) for bodies that are checked and in order; ask's answer is flipped back.
// `refuse` makes an answer of a status.
template <class A, class B, int D, class T, class Ask, class Refuse>
auto ask_in_order(const A& a, const Transform<D, T>& at_a, const B& b, const Transform<D, T>& at_b,
                  Ask&& ask, Refuse&& refuse) {
  const auto& x = as_body(a);
  const auto& y = as_body(b);
  for (const Status s : {check_body(x), check_body(y), at_a.check(), at_b.check()}) {
    if (s != Status::ok) return refuse(s);
  }
  if (bodies_in_order(x, at_a, y, at_b)) return ask(x, y, pair_place(at_a, at_b), false);
  return ask(y, x, pair_place(at_b, at_a), true).flipped();
}

}  // namespace masu::detail
