// SPDX-License-Identifier: MIT
// One move of a character: from contact to contact until the way is gone.
#pragma once

#include "world/slide_directions.hpp"
#include "world/way_cast.hpp"

namespace masu::detail {

// Works in double whatever T is; the mover's position is rounded to T by the caller.
template <int D, class T>
class SlideWalk {
 public:
  SlideWalk(const SourceView<D, T>& source, const MoveStart<D, T>& start, const Vec<D, double>& up,
            const SlideOptions<D, T>& options, double skin, double place,
            const ContactSinkView<D>& sink)
      : cast_(source, start, skin, place),
        options_(options),
        sink_(sink),
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
    if (feel() < least()) recover();
    grounded_ = on_ground();
    const bool rising = dot(up_, displacement) > WayCast<D, T>::slow(displacement);
    double left = 1;
    while (way > 0 && good()) {
      const auto hit = cast_.cast(probe_, at_, want_ * left);
      if (!good()) break;
      at_ = at_ + want_ * (left * (hit ? hit->t : 1));
      if (!hit) break;
      left *= 1 - hit->t;
      report(hit->met, 1 - left);
      if (result_.contacts >= options_.max_contacts) {
        result_.status = Status::not_converged;
        break;
      }
      if (grounded_ && !rising && climbs(hit->met, left)) continue;
      turn(hit->met);
      if (!(length(want_) * left > kStill * way)) break;
    }
    if (good() && grounded_ && !rising) snap();
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
  double feeler() const { return reach() + skin_ / 8; }
  bool has_up() const { return !(up_ == Vec<D, double>{}); }
  bool walkable(const Vec<D, double>& normal) const {
    return has_up() && dot(normal, up_) >= double(options_.walkable_cosine);
  }
  Vec<D, double> horizontal(const Vec<D, double>& v) const { return v - up_ * dot(v, up_); }

  void report(const Met<D>& met, double t) {
    ++result_.contacts;
    if (walkable(met.normal)) grounded_ = true, level_ = dot(met.point, up_);
    if (sink_.take == nullptr) return;
    sink_.take(sink_.context,
               {met.body, met.piece, t, met.point, met.normal, walkable(met.normal)});
  }

  // What is touched from here; where that is more than there is room for the nearest. Returns how
  // near the nearest is.
  double feel() {
    touched_ = 0;
    double nearest = std::numeric_limits<double>::infinity();
    cast_.touched(probe_, at_, feeler(), [&](const Met<D>& met) {
      nearest = std::min(nearest, met.distance);
      if (touched_ < kMostTouched) {
        touch_[touched_++] = {met, false, false};
        return;
      }
      Touch* const farthest = std::max_element(
          touch_, touch_ + touched_,
          [](const Touch& a, const Touch& b) { return a.met.distance < b.met.distance; });
      if (met.distance < farthest->met.distance) *farthest = {met, false, false};
    });
    std::sort(touch_, touch_ + touched_, [](const Touch& a, const Touch& b) {
      if (a.met.distance != b.met.distance) return a.met.distance < b.met.distance;
      return a.met.body != b.met.body ? a.met.body < b.met.body : a.met.piece < b.met.piece;
    });
    return nearest;
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

  void turn(const Met<D>& met) {
    feel();
    directions_.clear();
    hold(met.normal);
    bool carried = walkable(met.normal);
    for (int i = 0; i < touched_; ++i) {
      if (!counts(touch_[i])) continue;
      hold(touch_[i].met.normal);
      carried = carried || walkable(touch_[i].met.normal);
    }
    if (carried && dot(want_, up_) < 0) want_ = horizontal(want_);
    want_ = directions_.along(want_);
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

  // Up, along, and down again onto what carries the mover. False: it stays where it is.
  bool climbs(const Met<D>& met, double& left) {
    if (!(step_ > 0) || !has_up() || walkable(met.normal) || dot(met.normal, up_) < -0.01) {
      return false;
    }
    const Vec<D, double> forth = horizontal(want_) * left;
    const double way = length(forth);
    if (!(way > 0)) return false;
    const auto ceiling = cast_.cast(probe_, at_, up_ * step_);
    const double height = step_ * (ceiling ? ceiling->t : 1);
    const Vec<D, double> raised = at_ + up_ * height;
    const auto wall = cast_.cast(probe_, raised, forth);
    const double share = wall ? wall->t : 1;
    if (!(share * way > skin_) && wall) return false;
    const Vec<D, double> over = raised + forth * share;
    const auto ground = cast_.cast(probe_, over, up_ * -height);
    const Vec<D, double> before = at_;
    at_ = over - up_ * (height * (ground ? ground->t : 1));
    const bool stands = !ground || (carries(ground->met) && !too_high(ground->met));
    if (!good() || !stands) {
      at_ = before;
      return false;
    }
    if (ground) level_ = dot(ground->met.point, up_);
    want_ = horizontal(want_);
    left *= 1 - share;
    return true;
  }

  // Down to the ground it has walked off, if it is not too deep below.
  void snap() {
    const double deep = double(options_.snap);
    if (!(deep > 0) || !has_up() || on_ground()) return;
    const auto hit = cast_.cast(probe_, at_, up_ * -deep);
    if (!hit) return;
    const Vec<D, double> before = at_;
    at_ = at_ - up_ * (deep * hit->t);
    if (!carries(hit->met)) at_ = before;
  }

  // Does anything within the skin beneath carry it? Notes the most level.
  bool on_ground() {
    result_.on_ground = false;
    if (!has_up()) return false;
    const auto hit = cast_.cast(probe_, at_, up_ * (-0.5 * skin_));
    feel();
    const auto take = [&](const Met<D>& met) {
      const double rise = dot(met.normal, up_);
      if (result_.on_ground && rise <= dot(vec_cast<double>(result_.ground_normal), up_)) return;
      result_.on_ground = true;
      level_ = dot(met.point, up_);
      result_.ground_normal = vec_cast<T>(met.normal);
      result_.ground_body = met.body;
    };
    if (hit && carries(hit->met)) take(hit->met);
    for (int i = 0; i < touched_; ++i) {
      if (dot(touch_[i].met.normal, up_) > 0 && counts(touch_[i]) && carries(touch_[i].met)) {
        take(touch_[i].met);
      }
    }
    return result_.on_ground;
  }

  // Out of what it overlaps, the deepest first, as far as the others let it.
  void recover() {
    for (int turns = 0; turns < 24; ++turns) {
      if (!(feel() < least())) return;
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
    (void)on_ground();
    const double nearest = feel();
    result_.overlap = static_cast<T>(std::max(probe_.radius - nearest, 0.0));
    result_.displacement = vec_cast<T>(want_);
    result_.stats = {.tests = cast_.pieces().tests(), .results = result_.contacts};
    if (!good()) result_.status = cast_.pieces().status();
  }

  WayCast<D, T> cast_;
  const SlideOptions<D, T>& options_;
  const ContactSinkView<D>& sink_;
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
  Touch touch_[kMostTouched];
  int touched_ = 0;
  SlideResult<D, T> result_;
};

}  // namespace masu::detail
