// SPDX-License-Identifier: MIT
// One move: from wall to wall until the way is gone.
#pragma once

#include <algorithm>

#include <masu/corridor/corridor.hpp>

namespace masu::detail {

// Works in double whatever T is; only the mover's position is rounded to T, at the end.
template <class T>
class MoveWalk {
 public:
  MoveWalk(const Corridor<T>& world, bool one_way, Mover<T>& mover, const MoveOptions& options,
           void (*contact)(void*, const WallContact&), void* context)
      : world_(world),
        mover_(mover),
        options_(options),
        contact_(contact),
        context_(context),
        one_way_(one_way),
        radius_(double(mover.radius)),
        skin_(double(world.skin())),
        half_(vec_cast<double>(mover.half_axis)),
        at_(vec_cast<double>(mover.position)) {}

  // Walls from `first` to before `last` alone, or all but these.
  void only(std::uint32_t first, std::uint32_t last) { first_ = first, last_ = last; }
  void all_but(std::uint32_t first, std::uint32_t last) {
    only(first, last);
    but_ = true;
  }

  MoveResult<T> go(const Vec2d& displacement) {
    go_from(at_, displacement);
    remember_open();
    forget_open();
    mover_.position = vec_cast<T>(at_);
    result_.displacement = vec_cast<T>(want_);
    return result_;
  }

  // The same from anywhere; the mover's own position stays as it is. Returns where it ends.
  const Vec2d& go_from(const Vec2d& place, const Vec2d& displacement) {
    at_ = place;
    want_ = displacement;
    way_ = displacement;
    std::optional<Hit> hit = sweep(want_);
    if (nearest_ < radius_ + skin_ / 2) {
      recover();
      hit = sweep(want_);
    }
    double left = 1;
    while (hit) {
      at_ = at_ + (hit->impact.t * left) * want_;
      remember_open();
      left *= 1 - hit->impact.t;
      report(*hit, 1 - left);
      if (result_.contacts >= options_.max_contacts) {
        result_.status = Status::not_converged;
        break;
      }
      want_ = turned(*hit);
      if (!(length(want_) > kStill * length(way_))) {
        want_ = {};
        break;
      }
      hit = sweep(want_ * left);
    }
    if (!hit) at_ = at_ + left * want_;
    return at_;
  }

 private:
  // What rounding leaves of a direction whose part along a normal was taken away.
  static constexpr double kDirection = 4e-15;
  // Less than this share of the way is not worth going.
  static constexpr double kStill = 1e-12;
  static constexpr std::size_t kMostTouched = 24;

  struct Hit {
    std::uint32_t wall;
    WallImpact impact;
  };
  struct Touch {
    std::uint32_t wall;
    Vec2d normal;
    double distance;
  };

  double contact_distance() const { return radius_ + skin_; }
  // Walls within `distance` of the mover are within this of its position, T's rounding included.
  T reach_of(double distance) const { return static_cast<T>(distance + length(half_) + skin_); }
  Vec2d vertex(std::uint32_t i) const { return vec_cast<double>(world_.walls().vertex(i)); }

  // Does the wall stop a mover that goes along `d`?
  bool stops(std::uint32_t wall, const Vec2d& d) {
    if ((first_ <= wall && wall < last_) == but_) return false;
    const WallKind<T>& kind = world_.kind(wall);
    if (!accepts(mover_.filter, kind.filter)) return false;
    if (!one_way_ || kind.open_along == Vec<2, T>{}) return true;
    if (dot(vec_cast<double>(kind.open_along), d) > 0) {
      met_open_ = true;
      return full_;
    }
    return mover_.passing.size() == 0 || !mover_.passing.contains(world_.chain_of(wall));
  }

  // Is the end v of a wall hidden from a mover in the direction `normal` by another wall from there
  // on, which is nearer? Ends within the skin of each other are one.
  bool hidden(std::uint32_t wall, const Vec2d& v, const Vec2d& normal, const Vec2d& d) {
    bool is = false;
    const auto ask = [&](std::uint32_t other, T) {
      if (other == wall || !stops(other, d)) return true;
      const Vec2d a = vertex(other);
      const Vec2d b = vertex(other + 1);
      const Vec2d to_a = a - v;
      const Vec2d to_b = b - v;
      const double far_a = dot(to_a, to_a);
      const double far_b = dot(to_b, to_b);
      const double same = skin_ * skin_;
      // A wall that goes through v hides it from who is beside that wall; one that ends there where
      // it goes on.
      is = far_a > same && far_b > same
               ? goes_through(a, b, v) && beside(a, b, v + normal * contact_distance())
               : dot(normal, far_a < far_b ? to_b : to_a) > 0;
      return !is;
    };
    add(world_.walls().for_each_within(vec_cast<T>(v), world_.skin(), ask).stats);
    return is;
  }

  // As far as rounding says: far sides of thin slivers are within the skin of their corners too.
  bool goes_through(const Vec2d& a, const Vec2d& b, const Vec2d& v) const {
    const double across = cross(b - a, v - a);
    return across * across <= skin_ * skin_ / 64 * dot(b - a, b - a);
  }

  // Between the lines across the wall's ends?
  static bool beside(const Vec2d& a, const Vec2d& b, const Vec2d& p) {
    const double foot = dot(b - a, p - a);
    return foot >= 0 && foot <= dot(b - a, b - a);
  }

  void add(const QueryStats& stats) { result_.stats += stats; }

  // The first wall that stops the mover on its way along `d`. Notes how near the nearest is.
  std::optional<Hit> sweep(const Vec2d& d) {
    std::optional<Hit> first;
    nearest_ = contact_distance();
    const double slow = kDirection * length(d);
    const auto measure = [&](std::uint32_t wall, double max_t) {
      const Vec2d a = vertex(wall);
      const Vec2d b = vertex(wall + 1);
      if (!stops(wall, d)) return max_t;
      const double start = std::sqrt(capsule_offset(a, b, at_, half_).distance_squared);
      nearest_ = std::min(nearest_, start);
      if (leaving_ && start <= 0) return max_t;
      const double reach = contact_distance();
      auto impact = capsule_impact(at_, half_, d, reach, a, b, max_t);
      if (impact && impact->part != WallPart::side &&
          hidden(wall, impact->part == WallPart::a ? a : b, impact->normal, d)) {
        const double deeper = std::min(start, radius_ + skin_ / 4);
        const auto deep = deeper > radius_ - skin_ / 4 && !(result_.overlap > 0)
                              ? capsule_impact(at_, half_, d, deeper, a, b, max_t)
                              : std::nullopt;
        impact = capsule_side_impact(at_, half_, d, reach, a, b, max_t);
        // What hides it now may not do so for long: a little deeper the end holds for itself.
        if (deep && (!impact || deep->t < impact->t)) impact = deep;
      }
      if (!impact || dot(impact->normal, d) >= -slow) return max_t;
      if (first && !(impact->t < first->impact.t || wall < first->wall)) return max_t;
      first = Hit{wall, *impact};
      return impact->t;
    };
    add(world_.walls().for_each_on_way(vec_cast<T>(at_), vec_cast<T>(d),
                                       reach_of(contact_distance()), 1.0, measure));
    return first;
  }

  // All walls the mover touches and that would stop it; the nearest ones, if they are many.
  void feel(const Vec2d& d) {
    touched_ = 0;
    const double reach = contact_distance() + skin_ / 8;
    const auto ask = [&](std::uint32_t wall, T) {
      if (!stops(wall, d)) return;
      const Vec2d a = vertex(wall);
      const Vec2d b = vertex(wall + 1);
      const WallOffset<double> offset = capsule_offset(a, b, at_, half_);
      const double far = std::sqrt(offset.distance_squared);
      if (far > reach) return;
      if (far <= 0) {
        keep(crossed(wall, a, b));
        return;
      }
      const bool beside = offset.t > 0 && offset.t < 1;
      const Vec2d normal = beside ? side_normal(b - a, cross(b - a, offset.from_wall))
                                  : offset.from_wall * (1 / far);
      if (!beside && hidden(wall, offset.t <= 0 ? a : b, normal, d)) return;
      keep({wall, normal, far});
    };
    add(world_.walls().for_each_within(vec_cast<T>(at_), reach_of(reach), ask).stats);
  }

  void keep(const Touch& touch) {
    if (touched_ < kMostTouched) {
      touch_[touched_++] = touch;
      return;
    }
    Touch* const farthest =
        std::max_element(touch_, touch_ + touched_,
                         [](const Touch& a, const Touch& b) { return a.distance < b.distance; });
    if (touch.distance < farthest->distance) *farthest = touch;
  }

  // A wall that the mover's core crosses holds it on the side its centre is on; if it is on the
  // wall, on the side it wants to leave.
  Touch crossed(std::uint32_t wall, const Vec2d& a, const Vec2d& b) const {
    const Vec2d along = b - a;
    if (!(length(along) > 0)) return {wall, {0, 1}, 0};
    const double side = cross(along, at_ - a);
    const Vec2d normal = side_normal(along, side != 0 ? side : -cross(along, want_));
    // How far the core's other end is behind it.
    return {wall, normal, dot(normal, at_ - a) - std::abs(dot(normal, half_))};
  }

  void report(const Hit& hit, double t) {
    ++result_.contacts;
    const Vec2d a = vertex(hit.wall);
    const Vec2d b = vertex(hit.wall + 1);
    const Vec2d point = a + capsule_offset(a, b, at_, half_).t * (b - a);
    contact_(context_, WallContact{hit.wall, t, point, hit.impact.normal});
  }

  // The way after a contact.
  Vec2d turned(const Hit& hit) {
    if (options_.response == Response::stop) return {};
    feel(want_);
    keep({hit.wall, hit.impact.normal, contact_distance()});
    return options_.response == Response::slide ? slid(want_) : bounced(want_);
  }

  bool leads_in(const Vec2d& d, const Touch& t) const {
    return dot(d, t.normal) < -kDirection * length(d);
  }

  // The direction nearest to `d` that leads into none of the walls touched: along one of them, or
  // none at all.
  Vec2d slid(const Vec2d& d) const {
    Vec2d best{};
    bool open = true;
    for (std::size_t i = 0; i < touched_; ++i) {
      if (!leads_in(d, touch_[i])) continue;
      open = false;
      const Vec2d& n = touch_[i].normal;
      const Vec2d tangent{-n[1], n[0]};
      const Vec2d along = dot(d, tangent) * tangent;
      bool free = true;
      for (std::size_t k = 0; k < touched_ && free; ++k) {
        free = k == i || !leads_in(along, touch_[k]);
      }
      if (free && dot(along, d) > dot(best, d)) best = along;
    }
    return open ? d : best;
  }

  // Mirrored at one wall after another until it leads into none.
  Vec2d bounced(Vec2d d) const {
    for (int turns = 0; turns < 64; ++turns) {
      const Touch* worst = nullptr;
      for (std::size_t i = 0; i < touched_; ++i) {
        if (!leads_in(d, touch_[i])) continue;
        if (worst == nullptr || dot(d, touch_[i].normal) < dot(d, worst->normal)) {
          worst = &touch_[i];
        }
      }
      if (worst == nullptr) return d;
      d = d - ((1 + options_.restitution) * dot(d, worst->normal)) * worst->normal;
    }
    return {};
  }

  // Out of the walls it overlaps, the deepest first, as far as the others let it.
  void recover() {
    double deepest = 0;
    for (int turns = 0; turns < 16; ++turns) {
      feel(want_);
      const Touch* const worst =
          std::min_element(touch_, touch_ + touched_,
                           [](const Touch& a, const Touch& b) { return a.distance < b.distance; });
      deepest = touched_ == 0 ? radius_ : radius_ - worst->distance;
      if (touched_ == 0 || worst->distance >= radius_ + skin_ / 2) break;
      const Vec2d out = slid(worst->normal * (contact_distance() - worst->distance));
      leaving_ = true;  // a wall its very centre is on does not hold it
      const std::optional<Hit> hit = sweep(out);
      leaving_ = false;
      const double t = hit ? hit->impact.t : 1;
      at_ = at_ + t * out;
      if (!(t * length(out) > skin_ / 64)) break;
    }
    result_.overlap = static_cast<T>(std::max(deepest, 0.0));
  }

  // Chains the mover has begun to pass through.
  void remember_open() {
    if (!met_open_) return;
    met_open_ = false;
    const auto ask = [&](std::uint32_t wall, T) {
      const WallKind<T>& kind = world_.kind(wall);
      if (kind.open_along == Vec<2, T>{} || !accepts(mover_.filter, kind.filter)) return;
      if (!(dot(vec_cast<double>(kind.open_along), want_) > 0)) return;
      if (!(distance_to(wall) < radius_)) return;
      if (!mover_.passing.add(world_.chain_of(wall))) {
        full_ = true;
        result_.status = Status::too_many_objects;
      }
    };
    add(world_.walls()
            .for_each_within(vec_cast<T>(at_), static_cast<T>(radius_ + skin_), ask)
            .stats);
  }

  // Chains the mover has left.
  void forget_open() {
    if (mover_.passing.size() == 0) return;
    PassedChains still;
    const auto ask = [&](std::uint32_t wall, T) {
      if (world_.kind(wall).open_along == Vec<2, T>{}) return;
      if (distance_to(wall) < contact_distance()) (void)still.add(world_.chain_of(wall));
    };
    add(world_.walls().for_each_within(vec_cast<T>(at_), reach_of(contact_distance()), ask).stats);
    mover_.passing.filter([&](std::uint32_t chain) { return still.contains(chain); });
  }

  double distance_to(std::uint32_t wall) const {
    return std::sqrt(capsule_offset(vertex(wall), vertex(wall + 1), at_, half_).distance_squared);
  }

  const Corridor<T>& world_;
  Mover<T>& mover_;
  const MoveOptions& options_;
  void (*contact_)(void*, const WallContact&);
  void* context_;
  bool one_way_;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = kNoWall;
  bool but_ = false;
  double radius_;
  double skin_;
  Vec2d half_;
  Vec2d at_;
  Vec2d want_{};  // the way as walls have turned it
  Vec2d way_{};   // as it was asked for
  double nearest_ = 0;
  bool leaving_ = false;
  bool met_open_ = false;
  bool full_ = false;
  Touch touch_[kMostTouched + 1];
  std::size_t touched_ = 0;
  MoveResult<T> result_;
};

}  // namespace masu::detail
