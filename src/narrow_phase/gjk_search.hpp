// SPDX-License-Identifier: MIT
// The search behind gjk(), for any difference and trace.
#pragma once

#include <bit>
#include <new>

#include <masu/narrow_phase/gjk.hpp>

#include "narrow_phase/refined_weights.hpp"

namespace masu::detail {

template <int D>
class Gjk {
 public:
  Gjk() = default;
  explicit Gjk(const Simplex<D>& start) {
    for (int i = 0; i < start.size; ++i) add([&] { return start.p[i]; });
  }

  // Before run(): a point to start with, of at least one and at most D + 1.
  template <class Make>
  const DifferencePoint<D>& add(Make&& make) {
    const DifferencePoint<D>& p = hold(make);
    ++size_;
    r_.size = larger(r_.size, size_of(p));
    return p;
  }

  template <class Difference, class Trace>
  const GjkResult<D>& run(Difference& difference, const GjkOptions& options, Trace& trace) {
    NearestOnSimplex<D> first;
    find_nearest(corners(), size_, first);
    if (take(first)) return done(GjkOutcome::overlapping);
    bool settled = always_settled<Difference, D>(difference);
    for (; r_.rounds < options.most_rounds; ++r_.rounds) {
      const double size = r_.upper;
      if (size <= kRounding * r_.size) return done(GjkOutcome::overlapping);
      if (size <= options.near) return done(GjkOutcome::apart);
      const DifferencePoint<D>& next = hold([&] { return ask(difference, -r_.nearest, settled); });
      r_.size = larger(r_.size, size_of(next));
      const double along = dot(r_.nearest, next.w) / size;
      if (settled) prove(along);
      trace.on(GjkStep<D>{-r_.nearest, next, r_.lower, r_.upper});
      if (r_.lower > options.enough) return done(GjkOutcome::apart);
      const double gap = size - along;
      bool arrived = gap <= options.relative * size || gap <= options.absolute ||
                     gap <= kRounding * r_.size || known(next.w);
      if (!arrived) {
        ++size_;
        NearestOnSimplex<D> n;
        find_nearest(corners(), size_, n);
        if (!n.inside && !(n.squared < squared_)) n = nearest_of_all(points().p, size_);
        // Rounding: no nearer point can be found.
        arrived = !n.inside && !(n.squared < squared_) && !switch_face(along, gap, n);
        if (arrived) --size_;
        if (!arrived && take(n)) return done(GjkOutcome::overlapping);
      }
      if (arrived && settled) return arrive(options.relative);
      settled = settled || arrived || along > options.enough;
    }
    return done(GjkOutcome::not_converged);
  }

 private:
  static constexpr double kRounding = 0x1p-48;
  static constexpr double kThin = 0x1p-45;  // larger errors: weights are rounding over the height

  const GjkResult<D>& done(GjkOutcome outcome) {
    r_.outcome = outcome;
    if (outcome == GjkOutcome::overlapping) r_.lower = 0;
    r_.simplex.size = size_;
    for (int i = 0; i < size_; ++i) {
      r_.simplex.p[i] = pool_[slot_[i]];
      r_.simplex.weight[i] = weight_[i];
    }
    measure();
    return r_;
  }

  void prove(double along) {
    along_ = along;
    if (along > most_along_) most_along_ = along, best_ = r_.nearest;
    if (along > r_.lower) r_.lower = along;
  }
  // Where the nearest points are close, the last direction may be mostly rounding and prove
  // nothing. An earlier one that keeps the shapes farther apart is the better normal, though not
  // exactly along the connection.
  const GjkResult<D>& arrive(double relative) {
    constexpr double kPoor = 0x1p-42;
    const double slack = relative * r_.upper + kPoor * r_.size;
    if (most_along_ - along_ > slack) r_.nearest = best_ * (r_.upper / length(best_));
    return done(GjkOutcome::apart);
  }

  // The projection of the origin onto a thin triangle may be off its plane: the combination of the
  // points is not, so its length is a bound; also where a flat tetrahedron seems to contain the
  // origin.
  void measure() {
    const double found = r_.upper;
    r_.upper = length(mixture());
    if (r_.upper > found + kThin * r_.size) {
      refine_weights(Vec<D, double>{}, r_.simplex);
      r_.upper = length(mixture());
    }
    if (r_.lower > r_.upper) r_.lower = r_.upper;
  }

  Vec<D, double> mixture() const {
    Vec<D, double> sum{};
    for (int i = 0; i < r_.simplex.size; ++i) {
      sum = sum + r_.simplex.p[i].w * r_.simplex.weight[i];
    }
    return sum;
  }

  // Makes a point beside the simplex, where nothing of it lies. Written in place: a copy of what
  // was just written number by number would wait for that.
  template <class Make>
  const DifferencePoint<D>& hold(Make&& make) {
    unsigned used = 0;
    for (int i = 0; i < size_; ++i) used |= 1u << slot_[i];
    const int free = std::countr_one(used);
    slot_[size_] = free;
    return *new (&pool_[free]) DifferencePoint<D>(make());
  }

  bool known(const Vec<D, double>& w) const {
    for (int i = 0; i < size_; ++i) {
      if (pool_[slot_[i]].w == w) return true;
    }
    return false;
  }

  struct Points {
    Vec<D, double> p[D + 1];
  };
  Points points() const {
    Points w;
    for (int i = 0; i < size_; ++i) w.p[i] = pool_[slot_[i]].w;
    return w;
  }
  struct Corners {
    const DifferencePoint<D>* pool;
    const int* slot;
    const Vec<D, double>& operator[](int i) const { return pool[slot[i]].w; }
  };
  Corners corners() const { return {pool_, slot_}; }

  // Near a face that is parallel to another up to 1e-9, the direction must turn by as much, which
  // no distance shows. It may do so a few times, to the face with the new point, as near as
  // rounding can resolve, that has all points of the simplex farthest beyond it.
  bool switch_face(double along, double gap, NearestOnSimplex<D>& n) {
    constexpr double kGap = 0x1p-45;
    constexpr int kMostSwitches = 8;
    if (!(gap > kGap * r_.size) || face_switches_++ >= kMostSwitches) return false;
    const Points w = points();
    const int last = size_ - 1;
    const double reach = r_.upper + kRounding * r_.size;
    double most = along + 0.5 * kGap * r_.size;
    bool found = false;
    const auto attempt = [&](const NearestOnSimplex<D>& face) {
      const double size = std::sqrt(face.squared);
      if (face.inside || !(size > 0 && size <= reach)) return;
      double least = std::numeric_limits<double>::infinity();
      for (int i = 0; i < size_; ++i) {
        const double here = dot(face.v, w.p[i]) / size;
        least = here < least ? here : least;
      }
      if (least > most) most = least, n = face, found = true;
    };
    for (int i = 0; i < last; ++i) {
      attempt(nearest_on_segment(w.p, i, last));
      for (int j = i + 1; j < last; ++j) attempt(nearest_on_triangle(w.p, i, j, last));
    }
    return found;
  }

  // Keeps only the points whose simplex contains the nearest one. Returns whether they enclose the
  // origin.
  bool take(const NearestOnSimplex<D>& n) {
    int slots[D + 1];
    for (int i = 0; i < n.size; ++i) slots[i] = slot_[n.index[i]], weight_[i] = n.weight[i];
    for (int i = 0; i < n.size; ++i) slot_[i] = slots[i];
    size_ = n.size;
    squared_ = n.squared;
    r_.nearest = n.v;
    r_.upper = std::sqrt(n.squared);
    return n.inside;
  }

  GjkResult<D> r_;
  DifferencePoint<D> pool_[D + 2];
  int slot_[D + 2];
  int size_ = 0;
  double weight_[D + 1];
  double squared_ = 0;
  // The distances from the origin to the difference along the last direction and the best one.
  double along_ = -std::numeric_limits<double>::infinity();
  double most_along_ = -std::numeric_limits<double>::infinity();
  Vec<D, double> best_{};
  int face_switches_ = 0;
};

}  // namespace masu::detail
