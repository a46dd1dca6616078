// SPDX-License-Identifier: MIT
// SlideWalk: one move of a character, from contact to contact until the displacement is used up.
#pragma once

#include <hwy/base.h>

#include <optional>

#include "world/probe_cast.hpp"
#include "world/slide_directions.hpp"

namespace masu::detail {

// Works in double whatever T is; the mover's position is rounded to T by the caller.
template <int D, class T>
class SlideWalk {
 public:
  SlideWalk(AnyBodySource<D, T> source, const MoveStart<D, T>& start, const Vec<D, double>& up,
            const SlideOptions<D, T>& options, double skin, double extent,
            TakeSlideContact<D> contact)
      : cast_(source, start, skin, extent),
        options_(options),
        contact_(contact),
        up_(up),
        directions_(up),
        skin_(skin),
        step_(double(options.step_height)),
        position_(vec_cast<double>(start.mover.position)) {
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

  const Vec<D, double>& position() const { return position_; }

  SlideResult<D, T> go(const Vec<D, double>& displacement) {
    displacement_ = displacement;
    const double path_length = length(displacement);
    if (feel(skin_ / 8) < least()) recover();
    // A little farther than at the end of a move, since its position was rounded to T.
    grounded_ = on_ground(9 * skin_ / 16);
    // The displacement and `up` are rounded to T: a level displacement on tilted ground is no jump.
    const double level = std::max(0x1p-46, 4 * double(std::numeric_limits<T>::epsilon()));
    rising_ = dot(up_, displacement) > level * path_length;
    double left = 1;
    while (path_length > 0 && ok()) {
      const auto hit = cast_.cast(probe_, position_, displacement_ * left);
      if (!ok()) break;
      const Vec<D, double> leg = displacement_ * (left * (hit ? hit->t : 1));
      position_ = position_ + leg;
      if (const double lost = uphill_ ? follow(leg) : 0; lost > 0) {
        left *= 1 - (hit ? hit->t : 1) * lost;
        if (!(length(displacement_) * left > kStill * path_length)) break;
        continue;
      }
      if (!hit) break;
      left *= 1 - hit->t;
      report(hit->contact, 1 - left);
      if (result_.contacts >= options_.max_contacts) {
        result_.status = Status::not_converged;
        break;
      }
      stopped_ = result_.contacts > 1 && length(leg) < skin_ / 64 ? &displacement_ : nullptr;
      feel(skin_ / 8);
      if (grounded_ && !rising_ && touches_step(hit->contact)) {
        if (climbs_over(hit->contact, left)) continue;
        if (stopped_ != nullptr) feel_again(displacement_);
      }
      deflect(hit->contact);
      if (!(length(displacement_) * left > kStill * path_length)) break;
    }
    stopped_ = nullptr;
    if (ok() && grounded_ && !rising_) snap();
    finish();
    return result_;
  }

 private:
  static constexpr double kStill = 1e-12;  // stops at less than this share of the displacement
  static constexpr int kMostTouched = 48;

  struct Touch {
    ProbeContact<D> contact;
    bool asked;
    bool ghost;
  };

  bool ok() const { return cast_.sub_shapes().status() == Status::ok; }
  double reach() const { return cast_.reach(probe_); }
  double least() const { return probe_.radius + skin_ / 2; }
  bool has_up() const { return !(up_ == Vec<D, double>{}); }
  bool walkable(const Vec<D, double>& normal) const {
    return has_up() && dot(normal, up_) >= double(options_.walkable_cosine);
  }
  Vec<D, double> horizontal(const Vec<D, double>& v) const { return v - up_ * dot(v, up_); }

  void report(const ProbeContact<D>& contact, double t) {
    ++result_.contacts;
    if (walkable(contact.normal)) grounded_ = true, level_ = dot(contact.point, up_);
    contact_({contact.body, contact.sub_shape, t, contact.point, contact.normal,
              walkable(contact.normal)});
  }

  // Collects the sub-shapes nearer than the skin and `gap`: the nearest kMostTouched of them, or
  // those that block `stopped_` the most, since one of the thousand sub-shapes that touch a long
  // capsule on a fine mesh may be the wall. Returns the distance of the nearest.
  double feel(double gap) {
    touched_ = 0;
    double nearest = std::numeric_limits<double>::infinity();
    cast_.touched(probe_, position_, reach() + gap, [&](const ProbeContact<D>& contact) {
      nearest = std::min(nearest, contact.distance);
      if (crowded()) return keep_if_it_matters(contact);
      touch_[touched_++] = {contact, false, false};
    });
    // If all fit among the planes, their order does not matter.
    const bool all = touched_ <= SlideDirections<D>::kMost / 2;
    std::sort(touch_, touch_ + touched_, Order{all ? nullptr : stopped_});
    return nearest;
  }
  bool crowded() const { return touched_ == kMostTouched; }
  // Sorts sub-shapes that block `direction` the most first; without `direction`, the nearest.
  struct Order {
    const Vec<D, double>* direction;
    bool operator()(const Touch& a, const Touch& b) const {
      if (direction != nullptr) {
        const double along_a = dot(a.contact.normal, *direction);
        const double along_b = dot(b.contact.normal, *direction);
        if (along_a != along_b) return along_a < along_b;
      }
      if (a.contact.distance != b.contact.distance) return a.contact.distance < b.contact.distance;
      return a.contact.body != b.contact.body ? a.contact.body < b.contact.body
                                              : a.contact.sub_shape < b.contact.sub_shape;
    }
  };
  // Out of line: copies of the rare case would displace useful inlining.
  HWY_NOINLINE void keep_if_it_matters(const ProbeContact<D>& contact) {
    Touch next{contact, false, false};
    if (stopped_ != nullptr) {  // Ghosts lean against the sweep, and block nothing.
      int retained = 0;
      for (int i = 0; i < touched_; ++i) {
        if (counts(touch_[i])) touch_[retained++] = touch_[i];
      }
      touched_ = retained;
      if (!crowded()) {
        touch_[touched_++] = next;
        return;
      }
    }
    const Order before{stopped_};
    Touch* const last = std::max_element(touch_, touch_ + touched_, before);
    if (before(next, *last) && (stopped_ == nullptr || counts(next))) *last = next;
  }
  HWY_NOINLINE void feel_again(const Vec<D, double>& direction) {
    stopped_ = &direction;
    if (crowded()) feel(skin_ / 8);
  }
  // Returns whether a touch is no ghost. Deep ones always count: there is no surface between.
  bool counts(Touch& t) {
    if (!t.asked) {
      t.asked = true;
      t.ghost = t.contact.distance >= least() && cast_.ghost(probe_, t.contact);
    }
    return !t.ghost;
  }

  // Adds the plane of a touch. One too steep to walk on is also a vertical wall.
  void hold(const Vec<D, double>& normal) {
    const bool walk = walkable(normal);
    directions_.add(normal, walk);
    const double rise = dot(normal, up_);
    if (walk || !(rise > 0)) return;
    const Vec<D, double> flat = horizontal(normal);
    const double size = length(flat);
    if (size > 0) directions_.add(flat * (1 / size), false);
  }

  // Redirects the displacement by the hit and the touches.
  void deflect(const ProbeContact<D>& contact) {
    directions_.clear();
    hold(contact.normal);
    bool carried = walkable(contact.normal);
    for (int i = 0; i < touched_; ++i) {
      if (!counts(touch_[i])) continue;
      hold(touch_[i].contact.normal);
      carried = carried || walkable(touch_[i].contact.normal);
    }
    // On ground at the foot of a steep slope, gravity does not push the mover away from the slope.
    if (dot(displacement_, up_) < 0 &&
        (carried || (grounded_ && !rising_ && (ledge(contact) || rests(position_, skin_ / 2))))) {
      displacement_ = horizontal(displacement_);
    }
    displacement_ = directions_.along(displacement_);
    uphill_ = carried && !rising_ && dot(displacement_, up_) > ProbeCast<D, T>::slow(displacement_);
  }

  // Returns whether the mover rests on ground, with a gap of `gap` at most.
  bool rests(const Vec<D, double>& point, double gap) {
    Probe<D, T> fat = probe_;
    fat.radius += gap;
    bool found = false;
    cast_.touched(fat, point, reach() + gap, [&](const ProbeContact<D>& contact) {
      found = found || walkable(contact.normal);
    });
    return found;
  }

  // Call it after a leg that led up the plane of a contact. If the ground bends away below that
  // plane, the mover does not fly on: it goes back to where the ground ended, and down by what it
  // rose too much. Returns the share of the leg that it went, or 0 if it is on the ground all
  // along.
  double follow(const Vec<D, double>& leg) {
    uphill_ = false;
    if (rests(position_, skin_ / 2)) return 0;
    const double gap = probe_.radius / 16;
    const Vec<D, double> from = position_ - leg;
    double share = 1;
    if (!rests(position_, gap)) {
      double on = 0;
      const double fine = gap / 2 / length(leg);
      while (share - on > fine) {
        const double mid = 0.5 * (on + share);
        (rests(from + leg * mid, gap) ? on : share) = mid;
      }
    }
    position_ = from + leg * share;
    const Vec<D, double> down = up_ * (-share * dot(leg, up_));
    const auto ground = cast_.cast(probe_, position_, down);
    position_ = position_ + down * (ground ? ground->t : 1);
    if (ground && carries(ground->contact)) level_ = dot(ground->contact.point, up_);
    displacement_ = horizontal(displacement_);
    return share;
  }

  // Returns the height of the ground beside the edge that the contact touches: `out` in front of
  // it, or behind it if `out` is negative. Drops a ball of the skin's size there, from `above` over
  // the edge.
  std::optional<double> ground_beside(const ProbeContact<D>& contact, double out, double above,
                                      double descent) {
    const Vec<D, double> flat = horizontal(contact.normal);
    const double size = length(flat);
    if (!(size > 0)) return {};
    const Probe<D, T> ball{{.kind = ShapeKind::point}, {}, skin_};
    const Vec<D, double> from = contact.point + flat * (out / size) + up_ * above;
    const auto hit = cast_.cast(ball, from, up_ * -descent);
    if (!hit || !(hit->t > 0) || !walkable(hit->contact.normal)) return {};
    return dot(hit->contact.point, up_);
  }
  // Returns the height of the ground a little behind the edge that the contact touches, if that
  // edge is no higher above the mover's foot than `step_`.
  std::optional<double> tread_behind(const ProbeContact<D>& contact) {
    if (!(step_ > 0) || !(dot(contact.normal, up_) > 0)) return {};
    const double height = dot(contact.point - position_, up_) + below_;
    if (height > step_ + 2 * skin_) return {};
    const double in = std::max(probe_.radius / 8, 4 * skin_);
    const double cosine = double(options_.walkable_cosine);
    const double above = in / std::max(cosine, 0.125) + 4 * skin_;
    return ground_beside(contact, -in, above, 2 * above);
  }
  // Returns the height of the tread in front of the edge, above the ground.
  std::optional<double> tread_before(const ProbeContact<D>& contact) {
    const double above = 4 * skin_;
    const double descent = dot(contact.point, up_) + above - level_;
    return ground_beside(contact, 4 * skin_, above, descent);
  }
  bool ledge(const ProbeContact<D>& contact) { return tread_behind(contact).has_value(); }
  // A rounded foot can stand on edges that are higher than its lowest point: heights count from
  // what it stood on.
  bool too_high(const ProbeContact<D>& contact) const {
    return dot(contact.point, up_) > level_ + step_ + 2 * skin_;
  }
  bool carries(const ProbeContact<D>& contact) {
    return walkable(contact.normal) || ledge(contact);
  }

  bool steep(const Vec<D, double>& normal) const {
    return !walkable(normal) && dot(normal, up_) >= -0.01;
  }
  // Returns whether an obstacle may be a step: the hit, or a touch while the mover stands on the
  // ground that was hit.
  bool touches_step(const ProbeContact<D>& contact) {
    if (!(step_ > 0) || !has_up()) return false;
    if (!walkable(contact.normal)) return steep(contact.normal);
    const Vec<D, double> forth = horizontal(displacement_);
    for (int i = 0; i < touched_; ++i) {
      const Vec<D, double>& n = touch_[i].contact.normal;
      if (steep(n) && SlideDirections<D>::leads_in(forth, n) && counts(touch_[i])) return true;
    }
    return false;
  }
  // Returns the displacement up by a step, and a little away from walls that lean over by rounding.
  Vec<D, double> upward() {
    if (stopped_ != nullptr) feel_again(up_);
    directions_.clear();
    for (int i = 0; i < touched_; ++i) {
      const Vec<D, double>& n = touch_[i].contact.normal;
      if (steep(n) && counts(touch_[i])) directions_.add(n, false);
    }
    return directions_.along(up_ * step_);
  }
  // Where treads are narrow, the mover touches edges beyond the next before it stands on the next
  // tread: their heights count from the treads that lie before and behind the edge that was hit, if
  // each is a step from the one before.
  bool climbs_over(const ProbeContact<D>& contact, double& left) {
    const double before = level_;
    if (!walkable(contact.normal)) {
      if (too_high(contact)) stand_at(tread_before(contact));
      stand_at(tread_behind(contact));
    }
    const Vec<D, double> asked = displacement_;
    if (climbs(contact, left)) return true;
    level_ = before;
    displacement_ = asked;
    return false;
  }
  // Returns the part of a displacement that leads along a wall, if it leads over the hit or a
  // touch: the wall is beside the step. Otherwise the wall is what is too high, and the result is
  // zero.
  Vec<D, double> beside(const Vec<D, double>& wall, const Vec<D, double>& forth,
                        const ProbeContact<D>& contact) {
    const Vec<D, double> flat = horizontal(wall);
    const double size = length(flat);
    if (!(size > 0)) return {};
    const Vec<D, double> along = forth - flat * (dot(forth, flat) / (size * size));
    const double least = length(along) / 64;  // more than by the rounding of the wall's normals
    const auto leads_over = [&](const Vec<D, double>& n) {
      return steep(n) && dot(along, n) < -least;
    };
    bool over = leads_over(contact.normal);
    for (int i = 0; i < touched_ && !over; ++i) {
      over = leads_over(touch_[i].contact.normal) && counts(touch_[i]);
    }
    return over ? along : Vec<D, double>{};
  }
  void stand_at(std::optional<double> tread) {
    if (tread && *tread <= level_ + step_ + 2 * skin_) level_ = std::max(level_, *tread);
  }
  // Moves up, along, and down again onto what carries the mover. Returns false if that fails, and
  // the mover stays.
  bool climbs(const ProbeContact<D>& contact, double& left) {
    const Vec<D, double> forth = horizontal(displacement_) * left;
    if (!(length(forth) > 0)) return false;
    const Vec<D, double> lift = upward();
    const auto ceiling = cast_.cast(probe_, position_, lift);
    const Vec<D, double> rise = lift * (ceiling ? ceiling->t : 1);
    const auto wall = cast_.cast(probe_, position_ + rise, forth);
    if (lands_before(wall, forth, rise, left)) return true;
    if (!wall) return false;
    const Vec<D, double> along = beside(wall->contact.normal, forth, contact);
    if (!(length(along) > 0)) return false;
    displacement_ = along * (1 / left);
    return lands_before(cast_.cast(probe_, position_ + rise, along), along, rise, left);
  }
  bool lands_before(const std::optional<ProbeHit<D>>& wall, const Vec<D, double>& forth,
                    const Vec<D, double>& rise, double& left) {
    const double path_length = length(forth);
    const double share = wall ? wall->t : 1;
    if (!(share * path_length > skin_) && wall) return false;
    // At the end it may touch what is too high, or have left a narrow tread behind: tries half as
    // far, and so on.
    for (double part = share; part == share || part * path_length > probe_.radius / 64; part /= 2) {
      if (lands(forth, rise, part, left)) return true;
    }
    return false;
  }
  bool lands(const Vec<D, double>& forth, const Vec<D, double>& rise, double share, double& left) {
    const Vec<D, double> over = position_ + rise + forth * share;
    const double height = dot(rise, up_);
    const auto ground = cast_.cast(probe_, over, up_ * -height);
    const Vec<D, double> before = position_;
    position_ = over - up_ * (height * (ground ? ground->t : 1));
    if (!ok() || (ground && (!carries(ground->contact) || too_high(ground->contact)))) {
      position_ = before;
      return false;
    }
    if (ground) level_ = dot(ground->contact.point, up_);
    displacement_ = horizontal(displacement_);
    left *= 1 - share;
    return true;
  }

  // Returns the displacement down past a steep contact and all steep touches: the normals of an
  // edge's pieces differ by rounding, and each alone would stop what slides down another.
  Vec<D, double> downward(const Vec<D, double>& normal) {
    feel(skin_ / 8);
    directions_.clear();
    directions_.add(normal, false);
    for (int i = 0; i < touched_; ++i) {
      const Vec<D, double>& n = touch_[i].contact.normal;
      if (steep(n) && counts(touch_[i])) directions_.add(n, false);
    }
    return directions_.along(-up_);
  }
  // Moves the mover down to the ground it has walked off, if it is not too deep below, and past
  // what is too steep to stand on.
  void snap() {
    const double deep = double(options_.snap);
    if (!(deep > 0) || !has_up() || on_ground(skin_ / 2)) return;
    const Vec<D, double> before = position_;
    const double floor = dot(position_, up_) - deep;
    Vec<D, double> along = -up_;
    for (int iteration = 0; iteration < 4; ++iteration) {
      const Vec<D, double> down = along * ((dot(position_, up_) - floor) / -dot(along, up_));
      const auto hit = cast_.cast(probe_, position_, down);
      if (!hit) break;
      position_ = position_ + down * hit->t;
      if (carries(hit->contact)) return;
      along = downward(hit->contact.normal);
      if (!(dot(along, up_) < -0.25)) break;
    }
    position_ = before;
  }

  // Returns whether a sub-shape beneath, nearer than the skin and `gap`, carries the mover. Notes
  // the most level one.
  bool on_ground(double gap) {
    result_.on_ground = false;
    if (!has_up()) return false;
    feel(gap);
    for (int i = 0; i < touched_; ++i) {
      const ProbeContact<D>& contact = touch_[i].contact;
      const double rise = dot(contact.normal, up_);
      if (!(rise > 0) || !counts(touch_[i]) || !carries(contact)) continue;
      if (result_.on_ground && rise <= dot(vec_cast<double>(result_.ground_normal), up_)) continue;
      result_.on_ground = true;
      level_ = dot(contact.point, up_);
      result_.ground_normal = vec_cast<T>(contact.normal);
      result_.ground_body = contact.body;
    }
    if (!result_.on_ground && crowded() && stopped_ == nullptr) test_closer(gap);
    return result_.on_ground;
  }
  HWY_NOINLINE void test_closer(double gap) {
    const Vec<D, double> down = -up_;
    stopped_ = &down;
    on_ground(gap);
    stopped_ = nullptr;
  }

  // Pushes the mover out of what it overlaps, the deepest first, as far as the others allow.
  void recover() {
    for (int iteration = 0; iteration < 24; ++iteration) {
      if (!(feel(skin_ / 8) < least())) return;
      const ProbeContact<D> worst = touch_[0].contact;
      directions_.clear();
      for (int i = 1; i < touched_; ++i) {
        if (counts(touch_[i])) directions_.add(touch_[i].contact.normal, false);
      }
      const Vec<D, double> out = directions_.along(worst.normal * (reach() - worst.distance));
      const auto hit = cast_.cast(probe_, position_, out);
      const double t = hit ? hit->t : 1;
      position_ = position_ + out * t;
      if (!ok() || !(t * length(out) > skin_ / 64)) return;
    }
  }

  void finish() {
    result_.ground_normal = {};
    result_.ground_body = kNoSubShape;
    (void)on_ground(skin_ / 2);
    const double nearest = feel(skin_ / 8);
    result_.overlap = static_cast<T>(std::max(probe_.radius - nearest, 0.0));
    if (nearest < probe_.radius) result_.overlap_body = touch_[0].contact.body;
    result_.displacement = vec_cast<T>(displacement_);
    result_.stats = {.tests = cast_.sub_shapes().tests(), .results = result_.contacts};
    if (!ok()) result_.status = cast_.sub_shapes().status();
  }

  ProbeCast<D, T> cast_;
  const SlideOptions<D, T>& options_;
  TakeSlideContact<D> contact_;
  Probe<D, T> probe_{};
  Vec<D, double> up_;
  SlideDirections<D> directions_;
  double skin_;
  double step_;
  double below_ = 0;  // from the position to the foot
  double level_ = 0;  // the height of the present or last ground
  Vec<D, double> position_;
  Vec<D, double> displacement_{};  // the displacement as redirected by obstacles
  bool grounded_ = false;
  bool rising_ = false;                      // the displacement itself leads up
  bool uphill_ = false;                      // `displacement_` leads up along walkable ground
  const Vec<D, double>* stopped_ = nullptr;  // the displacement by which touches are ranked
  Touch touch_[kMostTouched];
  int touched_ = 0;
  SlideResult<D, T> result_;
};

}  // namespace masu::detail
