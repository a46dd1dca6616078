// SPDX-License-Identifier: MIT
// One move of a character: from contact to contact until the way is gone.
#pragma once

#include <hwy/base.h>

#include "world/slide_directions.hpp"
#include "world/way_cast.hpp"

namespace masu::detail {

// Works in double whatever T is; the mover's position is rounded to T by the caller.
template <int D, class T>
class SlideWalk {
 public:
  SlideWalk(AnyBodySource<D, T> source, const MoveStart<D, T>& start, const Vec<D, double>& up,
            const SlideOptions<D, T>& options, double skin, double place,
            TakeSlideContact<D> contact)
      : cast_(source, start, skin, place),
        options_(options),
        contact_(contact),
        up_(up),
        directions_(up),
        skin_(skin),
        step_(double(options.step_height)),
        at_(vec_cast<double>(start.mover.position)) {
    probe_.radius = double(start.mover.radius);
    const Vec<D, T>& h = start.mover.half_axis;
    if (h == Vec<D, T>{}) {
      probe_.core = {.kind = ShapeKind::point};
    } else {
      probe_.core = {.kind = ShapeKind::segment, .p = {h, -h}};
    }
    for (int a = 0; a < D; ++a) probe_.half[a] = std::fabs(double(h[a]));
    below_ = probe_.radius + std::fabs(dot(vec_cast<double>(h), up));
  }

  const Vec<D, double>& at() const { return at_; }

  SlideResult<D, T> go(const Vec<D, double>& displacement) {
    want_ = displacement;
    const double way = length(displacement);
    if (feel(skin_ / 8) < least()) recover();
    // A little farther than at the end of a move, whose position was rounded to T since.
    grounded_ = on_ground(9 * skin_ / 16);
    // The displacement and `up` are rounded to T: a level way on tilted ground is no jump.
    const double level = std::max(0x1p-46, 4 * double(std::numeric_limits<T>::epsilon()));
    rising_ = dot(up_, displacement) > level * way;
    double left = 1;
    while (way > 0 && good()) {
      const auto hit = cast_.cast(probe_, at_, want_ * left);
      if (!good()) break;
      const Vec<D, double> leg = want_ * (left * (hit ? hit->t : 1));
      at_ = at_ + leg;
      if (const double gone = uphill_ ? follow(leg) : 0; gone > 0) {
        left *= 1 - (hit ? hit->t : 1) * gone;
        if (!(length(want_) * left > kStill * way)) break;
        continue;
      }
      if (!hit) break;
      left *= 1 - hit->t;
      report(hit->met, 1 - left);
      if (result_.contacts >= options_.max_contacts) {
        result_.status = Status::not_converged;
        break;
      }
      stopped_ = result_.contacts > 1 && length(leg) < skin_ / 64 ? &want_ : nullptr;
      feel(skin_ / 8);
      if (grounded_ && !rising_ && meets_step(hit->met)) {
        if (climbs(left)) continue;
        if (stopped_ != nullptr) feel_again(want_);
      }
      turn(hit->met);
      if (!(length(want_) * left > kStill * way)) break;
    }
    stopped_ = nullptr;
    if (good() && grounded_ && !rising_) snap();
    finish();
    return result_;
  }

 private:
  static constexpr double kStill = 1e-12;  // less than this share of the way is not worth going
  static constexpr int kMostTouched = 48;

  struct Touch {
    Met<D> met;
    bool asked;
    bool ghost;
  };

  bool good() const { return cast_.pieces().status() == Status::ok; }
  double reach() const { return cast_.reach(probe_); }
  double least() const { return probe_.radius + skin_ / 2; }
  bool has_up() const { return !(up_ == Vec<D, double>{}); }
  bool walkable(const Vec<D, double>& normal) const {
    return has_up() && dot(normal, up_) >= double(options_.walkable_cosine);
  }
  Vec<D, double> horizontal(const Vec<D, double>& v) const { return v - up_ * dot(v, up_); }

  void report(const Met<D>& met, double t) {
    ++result_.contacts;
    if (walkable(met.normal)) grounded_ = true, level_ = dot(met.point, up_);
    contact_({met.body, met.piece, t, met.point, met.normal, walkable(met.normal)});
  }

  // Collects the pieces nearer than the skin and `gap`: the nearest kMostTouched of them, or those
  // that stop `stopped_` the most: of the thousand that touch a long capsule on a fine mesh, one
  // may be the wall. Returns the distance of the nearest.
  double feel(double gap) {
    touched_ = 0;
    double nearest = std::numeric_limits<double>::infinity();
    cast_.touched(probe_, at_, reach() + gap, [&](const Met<D>& met) {
      nearest = std::min(nearest, met.distance);
      if (crowded()) return keep_if_it_matters(met);
      touch_[touched_++] = {met, false, false};
    });
    // Where all fit among the planes, their order does not matter.
    const bool all = touched_ <= SlideDirections<D>::kMost / 2;
    std::sort(touch_, touch_ + touched_, Order{all ? nullptr : stopped_});
    return nearest;
  }
  bool crowded() const { return touched_ == kMostTouched; }
  // What stops `way` the most comes first; without a way, the nearest.
  struct Order {
    const Vec<D, double>* way;
    bool operator()(const Touch& a, const Touch& b) const {
      if (way != nullptr) {
        const double along_a = dot(a.met.normal, *way);
        const double along_b = dot(b.met.normal, *way);
        if (along_a != along_b) return along_a < along_b;
      }
      if (a.met.distance != b.met.distance) return a.met.distance < b.met.distance;
      return a.met.body != b.met.body ? a.met.body < b.met.body : a.met.piece < b.met.piece;
    }
  };
  // The rare cases stay out of line: copies of them would crowd out better ones.
  HWY_NOINLINE void keep_if_it_matters(const Met<D>& met) {
    Touch next{met, false, false};
    if (stopped_ != nullptr) {  // Ghosts lean against the way, and stop nothing.
      int kept = 0;
      for (int i = 0; i < touched_; ++i) {
        if (counts(touch_[i])) touch_[kept++] = touch_[i];
      }
      touched_ = kept;
      if (!crowded()) {
        touch_[touched_++] = next;
        return;
      }
    }
    const Order before{stopped_};
    Touch* const last = std::max_element(touch_, touch_ + touched_, before);
    if (before(next, *last) && (stopped_ == nullptr || counts(next))) *last = next;
  }
  HWY_NOINLINE void feel_again(const Vec<D, double>& way) {
    stopped_ = &way;
    if (crowded()) feel(skin_ / 8);
  }
  // Deep ones are taken as they are: there is no surface between.
  bool counts(Touch& t) {
    if (!t.asked) {
      t.asked = true;
      t.ghost = t.met.distance >= least() && cast_.ghost(probe_, t.met);
    }
    return !t.ghost;
  }

  // The planes of what is touched and would stop some way from here. What is too steep to be walked
  // on is a wall as well.
  void hold(const Vec<D, double>& normal) {
    const bool walk = walkable(normal);
    directions_.add(normal, walk);
    const double rise = dot(normal, up_);
    if (walk || !(rise > 0)) return;
    const Vec<D, double> flat = horizontal(normal);
    const double size = length(flat);
    if (size > 0) directions_.add(flat * (1 / size), false);
  }

  // Turns the way by what was hit and what is touched.
  void turn(const Met<D>& met) {
    directions_.clear();
    hold(met.normal);
    bool carried = walkable(met.normal);
    for (int i = 0; i < touched_; ++i) {
      if (!counts(touch_[i])) continue;
      hold(touch_[i].met.normal);
      carried = carried || walkable(touch_[i].met.normal);
    }
    // On the ground at the foot of a steep slope, gravity does not push the mover away from it.
    if (dot(want_, up_) < 0 &&
        (carried || (grounded_ && !rising_ && (ledge(met) || rests(at_, skin_ / 2))))) {
      want_ = horizontal(want_);
    }
    want_ = directions_.along(want_);
    uphill_ = carried && !rising_ && dot(want_, up_) > WayCast<D, T>::slow(want_);
  }

  // Does the mover rest on ground, with a gap of `gap` at most?
  bool rests(const Vec<D, double>& at, double gap) {
    Probe<D, T> fat = probe_;
    fat.radius += gap;
    bool found = false;
    cast_.touched(fat, at, reach() + gap,
                  [&](const Met<D>& met) { found = found || walkable(met.normal); });
    return found;
  }

  // After a leg that led up the plane of a contact: where the ground bends away below that plane,
  // the mover does not fly on. It goes back to where the ground ended, and down by what it rose for
  // nothing. Returns the share of the leg that it went, or 0 where it is on the ground all along.
  double follow(const Vec<D, double>& leg) {
    uphill_ = false;
    if (rests(at_, skin_ / 2)) return 0;
    const double gap = probe_.radius / 16;
    const Vec<D, double> from = at_ - leg;
    double share = 1;
    if (!rests(at_, gap)) {
      double on = 0;
      const double fine = gap / 2 / length(leg);
      while (share - on > fine) {
        const double middle = 0.5 * (on + share);
        (rests(from + leg * middle, gap) ? on : share) = middle;
      }
    }
    at_ = from + leg * share;
    const Vec<D, double> down = up_ * (-share * dot(leg, up_));
    const auto ground = cast_.cast(probe_, at_, down);
    at_ = at_ + down * (ground ? ground->t : 1);
    if (ground && carries(ground->met)) level_ = dot(ground->met.point, up_);
    want_ = horizontal(want_);
    return share;
  }

  // Is it the edge of something to be stepped on, no higher above the mover's foot than a step?
  // A ball of the skin's size falls onto it from a little behind the edge.
  bool ledge(const Met<D>& met) {
    const double rise = dot(met.normal, up_);
    if (!(step_ > 0) || !(rise > 0)) return false;
    const double height = dot(met.point - at_, up_) + below_;
    if (height > step_ + 2 * skin_) return false;
    const Vec<D, double> flat = horizontal(met.normal);
    const double size = length(flat);
    if (!(size > 0)) return false;
    const double in = std::max(probe_.radius / 8, 4 * skin_);
    const double cosine = double(options_.walkable_cosine);
    const double drop = in / std::max(cosine, 0.125) + 4 * skin_;
    const Probe<D, T> ball{{.kind = ShapeKind::point}, {}, skin_};
    const Vec<D, double> above = met.point - flat * (in / size) + up_ * drop;
    const auto hit = cast_.cast(ball, above, up_ * (-2 * drop));
    return hit && hit->t > 0 && walkable(hit->met.normal);
  }
  // A round foot stands on edges that are higher than it: they count from what it stood on.
  bool too_high(const Met<D>& met) const {
    return dot(met.point, up_) > level_ + step_ + 2 * skin_;
  }
  bool carries(const Met<D>& met) { return walkable(met.normal) || ledge(met); }

  bool steep(const Vec<D, double>& normal) const {
    return !walkable(normal) && dot(normal, up_) >= -0.01;
  }
  // Is something in the way that may be a step: what was hit, or is touched as it stands on the
  // ground that was hit?
  bool meets_step(const Met<D>& met) {
    if (!(step_ > 0) || !has_up()) return false;
    if (!walkable(met.normal)) return steep(met.normal);
    const Vec<D, double> forth = horizontal(want_);
    for (int i = 0; i < touched_; ++i) {
      const Vec<D, double>& n = touch_[i].met.normal;
      if (steep(n) && SlideDirections<D>::leads_in(forth, n) && counts(touch_[i])) return true;
    }
    return false;
  }
  // Up by a step, and a little off walls that lean over by rounding.
  Vec<D, double> way_up() {
    if (stopped_ != nullptr) feel_again(up_);
    directions_.clear();
    for (int i = 0; i < touched_; ++i) {
      const Vec<D, double>& n = touch_[i].met.normal;
      if (steep(n) && counts(touch_[i])) directions_.add(n, false);
    }
    return directions_.along(up_ * step_);
  }
  // Up, along, and down again onto what carries the mover. False: it stays where it is.
  bool climbs(double& left) {
    const Vec<D, double> forth = horizontal(want_) * left;
    const double way = length(forth);
    if (!(way > 0)) return false;
    const Vec<D, double> lift = way_up();
    const auto ceiling = cast_.cast(probe_, at_, lift);
    const Vec<D, double> rise = lift * (ceiling ? ceiling->t : 1);
    const auto wall = cast_.cast(probe_, at_ + rise, forth);
    const double share = wall ? wall->t : 1;
    if (!(share * way > skin_) && wall) return false;
    // At the end it may touch what is too high, or have left a narrow tread behind: half as far,
    // and half of that.
    for (double part = share; part == share || part * way > probe_.radius / 64; part /= 2) {
      if (lands(forth, rise, part, left)) return true;
    }
    return false;
  }
  bool lands(const Vec<D, double>& forth, const Vec<D, double>& rise, double share, double& left) {
    const Vec<D, double> over = at_ + rise + forth * share;
    const double height = dot(rise, up_);
    const auto ground = cast_.cast(probe_, over, up_ * -height);
    const Vec<D, double> before = at_;
    at_ = over - up_ * (height * (ground ? ground->t : 1));
    if (!good() || (ground && (!carries(ground->met) || too_high(ground->met)))) {
      at_ = before;
      return false;
    }
    if (ground) level_ = dot(ground->met.point, up_);
    want_ = horizontal(want_);
    left *= 1 - share;
    return true;
  }

  // Down to the ground it has walked off, if it is not too deep below; past what is too steep to
  // stand on.
  void snap() {
    const double deep = double(options_.snap);
    if (!(deep > 0) || !has_up() || on_ground(skin_ / 2)) return;
    const Vec<D, double> before = at_;
    const double floor = dot(at_, up_) - deep;
    Vec<D, double> along = -up_;
    for (int turns = 0; turns < 4; ++turns) {
      const Vec<D, double> down = along * ((dot(at_, up_) - floor) / -dot(along, up_));
      const auto hit = cast_.cast(probe_, at_, down);
      if (!hit) break;
      at_ = at_ + down * hit->t;
      if (carries(hit->met)) return;
      const Vec<D, double>& n = hit->met.normal;
      along = -up_ + n * dot(up_, n);
      if (!(dot(along, up_) < -0.25)) break;
    }
    at_ = before;
  }

  // Does anything beneath, nearer than the skin and `gap`, carry it? Notes the most level.
  bool on_ground(double gap) {
    result_.on_ground = false;
    if (!has_up()) return false;
    feel(gap);
    for (int i = 0; i < touched_; ++i) {
      const Met<D>& met = touch_[i].met;
      const double rise = dot(met.normal, up_);
      if (!(rise > 0) || !counts(touch_[i]) || !carries(met)) continue;
      if (result_.on_ground && rise <= dot(vec_cast<double>(result_.ground_normal), up_)) continue;
      result_.on_ground = true;
      level_ = dot(met.point, up_);
      result_.ground_normal = vec_cast<T>(met.normal);
      result_.ground_body = met.body;
    }
    if (!result_.on_ground && crowded() && stopped_ == nullptr) look_closer(gap);
    return result_.on_ground;
  }
  HWY_NOINLINE void look_closer(double gap) {
    const Vec<D, double> down = -up_;
    stopped_ = &down;
    on_ground(gap);
    stopped_ = nullptr;
  }

  // Out of what it overlaps, the deepest first, as far as the others let it.
  void recover() {
    for (int turns = 0; turns < 24; ++turns) {
      if (!(feel(skin_ / 8) < least())) return;
      const Met<D> worst = touch_[0].met;
      directions_.clear();
      for (int i = 1; i < touched_; ++i) {
        if (counts(touch_[i])) directions_.add(touch_[i].met.normal, false);
      }
      const Vec<D, double> out = directions_.along(worst.normal * (reach() - worst.distance));
      const auto hit = cast_.cast(probe_, at_, out);
      const double t = hit ? hit->t : 1;
      at_ = at_ + out * t;
      if (!good() || !(t * length(out) > skin_ / 64)) return;
    }
  }

  void finish() {
    result_.ground_normal = {};
    result_.ground_body = kNoPiece;
    (void)on_ground(skin_ / 2);
    const double nearest = feel(skin_ / 8);
    result_.overlap = static_cast<T>(std::max(probe_.radius - nearest, 0.0));
    if (nearest < probe_.radius) result_.overlap_body = touch_[0].met.body;
    result_.displacement = vec_cast<T>(want_);
    result_.stats = {.tests = cast_.pieces().tests(), .results = result_.contacts};
    if (!good()) result_.status = cast_.pieces().status();
  }

  WayCast<D, T> cast_;
  const SlideOptions<D, T>& options_;
  TakeSlideContact<D> contact_;
  Probe<D, T> probe_{};
  Vec<D, double> up_;
  SlideDirections<D> directions_;
  double skin_;
  double step_;
  double below_ = 0;  // from the position to the foot
  double level_ = 0;  // the height of what it stands, or stood, on
  Vec<D, double> at_;
  Vec<D, double> want_{};  // the way as obstacles have turned it
  bool grounded_ = false;
  bool rising_ = false;                      // by the displacement itself
  bool uphill_ = false;                      // the way leads up along walkable ground
  const Vec<D, double>* stopped_ = nullptr;  // a way: of many touches those that stop it count
  Touch touch_[kMostTouched];
  int touched_ = 0;
  SlideResult<D, T> result_;
};

}  // namespace masu::detail
