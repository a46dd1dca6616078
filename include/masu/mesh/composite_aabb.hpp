// SPDX-License-Identifier: MIT
// The box around a body of pieces, wherever it is and however it is turned.
#pragma once

#include <cmath>
#include <limits>

#include <masu/core/detail/round_outward.hpp>
#include <masu/mesh/composite_shape.hpp>
#include <masu/narrow_phase/detail/placed_pair.hpp>

namespace masu {

namespace detail {

// Along each axis, and against it, the piece that reaches farthest. How far the box around pieces
// reaches beyond what is known already tells which need not be looked at.
template <CompositeShape B>
class FarthestPieces {
 public:
  static constexpr int D = B::kDimension;
  using T = typename B::Scalar;

  FarthestPieces(const B& body, const Transform<D, T>& at)
      : body_(body), bounds_(body.bounds()), all_(Aabb<D, double>::nothing()) {
    static_cast<PairFrame<D>&>(place_) = pair_frame(Transform<D, T>{}, at);
    place_.origin = {};
  }

  Aabb<D, T> find() {
    if (bounds_.empty()) return Aabb<D, T>::nothing();
    for (int axis = 0; axis < D; ++axis) {
      search(axis, 1);
      search(axis, -1);
    }
    Aabb<D, T> box;
    for (int axis = 0; axis < D; ++axis) {
      box.min[axis] = round_down<T>(all_.min[axis]);
      box.max[axis] = round_up<T>(all_.max[axis]);
    }
    return box;
  }

 private:
  void search(int axis, double sign) {
    constexpr double kRounding = 0x1p-44;
    const Vec<D, double> way = place_.turn.row[axis] * sign;
    const double from = place_.place[axis] * sign;
    const double farthest = reach(bounds_, way);
    const double slack = kRounding * (size_along(way) + std::fabs(from));
    const auto beyond = [&] {
      const double known = sign > 0 ? all_.max[axis] : -all_.min[axis];
      return farthest + from - known + slack;
    };
    const auto gap = [&](const Aabb<D, T>& box) { return farthest - reach(box, way); };
    (void)body_.for_each_piece_near(gap, beyond(), [&](std::uint32_t, const Piece<D, T>& piece) {
      const PairFrame<D>& frame =
          piece.place == nullptr ? place_ : (part_ = place_.with_part_of_b(*piece.place));
      all_ = merge(all_, box_of_b(piece.shape, frame));
      return beyond();
    });
  }
  static double reach(const Aabb<D, T>& box, const Vec<D, double>& way) {
    double sum = 0;
    for (int k = 0; k < D; ++k) sum += way[k] * double(way[k] > 0 ? box.max[k] : box.min[k]);
    return sum;
  }
  double size_along(const Vec<D, double>& way) const {
    double sum = 0;
    for (int k = 0; k < D; ++k) {
      const double most = std::fmax(std::fabs(double(bounds_.min[k])), double(bounds_.max[k]));
      sum += std::fabs(way[k]) * most;
    }
    return sum;
  }

  const B& body_;
  Aabb<D, T> bounds_;
  Aabb<D, double> all_;
  PairPlace<D> place_;
  PairPlace<D> part_;
};

}  // namespace detail

// Contains the body, and is the smallest box that does, up to the rounding of its numbers. Empty if
// the body has no pieces. The transform must be valid (see Transform::check()). Typically O(log n)
// for n pieces; O(n) where many reach as far, as a floor's do.
template <CompositeShape B, class T, int D>
Aabb<D, T> aabb_of(const B& body, const Transform<D, T>& at) {
  return detail::FarthestPieces<B>(body, at).find();
}

}  // namespace masu
