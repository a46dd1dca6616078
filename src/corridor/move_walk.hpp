// SPDX-License-Identifier: MIT
// MoveWalk: one move of a mover, from wall to wall until the displacement is used up.
#pragma once

#include <algorithm>

#include <masu/corridor/corridor.hpp>

#include "corridor/near_walls.hpp"
#include "corridor/touched_walls.hpp"

namespace masu::detail {

// Works in double whatever T is; only the mover's position is rounded to T, at the end.
template <class T>
class MoveWalk {
 public:
  // `contact`: nullptr for no calls. `result`: a new one, to be filled in.
  MoveWalk(const Corridor<T>& world, bool one_way, Mover<T>& mover, const MoveOptions& options,
           const FunctionRef<void(const WallContact&)>* contact, MoveResult<T>& result)
      : world_(world),
        mover_(mover),
        options_(options),
        contact_(contact),
        one_way_(one_way),
        radius_(double(mover.radius)),
        skin_(double(world.skin())),
        half_(vec_cast<double>(mover.half_axis)),
        position_(vec_cast<double>(mover.position)),
        walls_(ChainTreeState<T>::of(world.walls())),
        near_(walls_),
        most_(std::max(4 * rest_reach(), double(walls_.reach()) - 2 * skin_)),
        result_(result) {}

  // Restricts the walls to those from `first` up to `last`, exclusive; or to all others.
  void only(std::uint32_t first, std::uint32_t last) { first_ = first, last_ = last; }
  void all_but(std::uint32_t first, std::uint32_t last) {
    only(first, last);
    but_ = true;
  }

  void go(const Vec2d& displacement) {
    go_from(position_, displacement);
    remember_open();
    forget_open();
    mover_.position = vec_cast<T>(position_);
    result_.displacement = vec_cast<T>(displacement_);
  }

  // As above, from any position; the mover's own position does not change. Returns the end.
  const Vec2d& go_from(const Vec2d& position, const Vec2d& displacement) {
    position_ = position;
    displacement_ = displacement;
    requested_ = displacement;
    here_count_ = 0;
    std::optional<Hit> hit = sweep(displacement_);
    if (nearest_squared_ < square(radius_ + skin_ / 2)) {
      recover();
      hit = sweep(displacement_);
    }
    double left = 1;
    while (hit) {
      const Vec2d step = (hit->impact.t * left) * displacement_;
      position_ = position_ + step;
      if (dot(step, step) > square(skin_ / 64)) here_count_ = 0;
      remember_open();
      left *= 1 - hit->impact.t;
      report(*hit, 1 - left);
      if (result_.contacts >= options_.max_contacts) {
        result_.status = Status::not_converged;
        break;
      }
      displacement_ = deflected(*hit, left);
      note(*hit);
      if (!(length(displacement_) > kStill * length(requested_))) {
        displacement_ = {};
        break;
      }
      hit = sweep(displacement_, left);
    }
    if (!hit) position_ = position_ + left * displacement_;
    return position_;
  }

  // Passes walls that move against a mover at rest.
  void pass(const Vec2d& displacement) {
    displacement_ = displacement;
    touched_open_ = true;
    remember_open();
  }

 private:
  friend class TouchedWalls<MoveWalk>;
  // A smaller share of the displacement is not worth moving.
  static constexpr double kStill = 1e-12;

  struct Hit {
    std::uint32_t wall;
    WallImpact impact;
  };

  double contact_distance() const { return radius_ + skin_; }
  // Walls within `distance` of the mover are within this of its position, T's rounding included.
  T reach_of(double distance) const { return static_cast<T>(distance + length(half_) + skin_); }
  Vec2d vertex(std::uint32_t i) const { return vec_cast<double>(walls_.vertex(i)); }

  bool regards(std::uint32_t wall) const { return (first_ <= wall && wall < last_) != but_; }

  // Returns whether the wall stops a mover that moves along `d`.
  bool stops(std::uint32_t wall, const Vec2d& d) {
    if (!regards(wall)) return false;
    const WallKind<T>& kind = world_.kind(wall);
    if (!accepts(mover_.filter, kind.filter)) return false;
    if (!one_way_ || kind.open_along == Vec<2, T>{}) return true;
    if (dot(vec_cast<double>(kind.open_along), d) > 0) {
      touched_open_ = true;
      return full_;
    }
    return mover_.passing.size() == 0 || !mover_.passing.contains(world_.chain_of(wall));
  }

  static double square(double x) { return x * x; }

  // Everything that matters to a mover at rest lies within this of it: the walls it touches, and
  // those that continue from there.
  double rest_reach() const { return contact_distance() + length(half_) + 4 * skin_; }

  // Returns whether the walls near a path of this length from here are in the list, or can be
  // added. Not if they may be many: then the tree is queried each time.
  bool list(double path_length) {
    const double reach = rest_reach() + path_length;
    if (near_.hold(position_, reach)) return true;
    if (!(reach <= most_)) return false;
    // The rest of a path after deflections is as long, up to rounding.
    if (near_.gather(position_, reach + skin_, skin_, result_.stats)) return true;
    most_ = reach / 2;
    return false;
  }
  // Calls f(index in the list) for those walls that a mover from here may approach up to `reach` on
  // its path.
  template <class F>
  void for_each_listed(const Vec2d& displacement, double reach, F&& f) {
    near_.for_each_on_path(position_, half_, displacement, reach, result_.stats, f);
  }

  // Returns whether the end v of a wall is hidden from a mover in the direction `normal` by another
  // wall from there on, which is nearer. Ends within the skin of each other are one.
  bool hidden(std::uint32_t wall, const Vec2d& v, const Vec2d& normal, const Vec2d& d) {
    const double same = skin_ * skin_;
    const auto hides = [&](std::uint32_t other, const Vec2d& a, const Vec2d& b) {
      if (other == wall || !stops(other, d)) return false;
      const Vec2d to_a = a - v;
      const Vec2d to_b = b - v;
      const double far_a = dot(to_a, to_a);
      const double far_b = dot(to_b, to_b);
      // A wall that goes through v hides it from a mover beside that wall; one that ends there,
      // where it continues.
      if (far_a > same && far_b > same) {
        return goes_through(a, b, v) && beside(a, b, v + normal * contact_distance());
      }
      return dot(normal, far_a < far_b ? to_b : to_a) > 0;
    };
    if (near_.hold(v, 2 * skin_)) {
      const NearList& walls = near_.list();
      for (std::uint32_t i = 0; i < walls.size; ++i) {
        const Vec2d a = walls.begin(i);
        const Vec2d b = walls.end(i);
        if (touches(a, b, v) && hides(walls.wall[i], a, b)) return true;
      }
      return false;
    }
    // Usually the neighbors along the chain do it, and are at hand if they are touched.
    for (const TouchedWall& touched : touched_) {
      const std::uint32_t other = touched.wall;
      if (other + 1 != wall && other != wall + 1) continue;
      const Vec2d a = vertex(other);
      const Vec2d b = vertex(other + 1);
      if ((a == v || b == v) && hides(other, a, b)) return true;
    }
    bool is = false;
    const auto ask = [&](std::uint32_t other, T) {
      is = hides(other, vertex(other), vertex(other + 1));
      return !is;
    };
    add(walls_.for_each_within(vec_cast<T>(v), world_.skin(), ask).stats);
    return is;
  }

  // Up to rounding: far sides of thin slivers are within the skin of their corners too.
  bool goes_through(const Vec2d& a, const Vec2d& b, const Vec2d& v) const {
    const double across = cross(b - a, v - a);
    return across * across <= skin_ * skin_ / 64 * dot(b - a, b - a);
  }

  // Returns whether p is between the lines across the wall's ends.
  static bool beside(const Vec2d& a, const Vec2d& b, const Vec2d& p) {
    const double foot = dot(b - a, p - a);
    return foot >= 0 && foot <= dot(b - a, b - a);
  }

  // Returns whether a vertex is within the skin of a wall, as in the tree; the boxes decide most
  // cases.
  bool touches(const Vec2d& a, const Vec2d& b, const Vec2d& v) const {
    for (int axis = 0; axis < 2; ++axis) {
      if (std::min(a[axis], b[axis]) - v[axis] > 2 * skin_) return false;
      if (v[axis] - std::max(a[axis], b[axis]) > 2 * skin_) return false;
    }
    return wall_offset(vec_cast<T>(a), vec_cast<T>(b), vec_cast<T>(v)).distance_squared <=
           world_.skin() * world_.skin();
  }

  void add(const QueryStats& stats) { result_.stats += stats; }

  // A path along `d`, a part of `displacement`, and the first wall that stops the mover on it.
  // `displacement` decides whether the path leads into a wall, as in TouchedWalls: with other
  // numbers, a wall could stop a mover forever without deflecting it.
  struct Sweep {
    Vec2d d;
    Vec2d displacement;
    double slow;  // what rounding leaves of `displacement` along a wall
    std::optional<Hit> first{};
    double end = 1;
  };

  std::optional<Hit> sweep(const Vec2d& displacement, double part = 1) {
    const Vec2d d = displacement * part;
    Sweep sweep{d, displacement, kLeftOfDirection * length(displacement)};
    nearest_squared_ = square(contact_distance());
    if (list(length(d))) {
      const NearList& walls = near_.list();
      for_each_listed(d, contact_distance(), [&](std::uint32_t i) {
        test_wall(sweep, walls.wall[i], walls.begin(i), walls.end(i), walls.offset(i));
      });
      return sweep.first;
    }
    const auto measure = [&](std::uint32_t wall, double) {
      const Vec2d a = vertex(wall);
      const Vec2d b = vertex(wall + 1);
      test_wall(sweep, wall, a, b, detail::capsule_offset(a, b, position_, half_));
      return sweep.end;
    };
    add(walls_.along(vec_cast<T>(position_), vec_cast<T>(d), reach_of(contact_distance()), 1.0,
                     measure));
    return sweep.first;
  }

  // Tests whether the wall, at the offset `start`, stops the mover. Updates the distance of the
  // nearest.
  void test_wall(Sweep& sweep, std::uint32_t wall, const Vec2d& a, const Vec2d& b,
                 const WallOffset<double>& start) {
    const Vec2d& d = sweep.d;
    if (!stops(wall, d)) return;
    nearest_squared_ = std::min(nearest_squared_, start.distance_squared);
    const auto grazes = [&](const std::optional<WallImpact>& impact) {
      return !impact || dot(impact->normal, sweep.displacement) >= -sweep.slow;
    };
    auto impact = impact_on(sweep, wall, a, b, start);
    if (leaving_ || result_.overlap > 0) {
      // Its core may lie across walls and then pass over others, and an end may be hidden by a wall
      // that it lies on: its center must not pass.
      const auto center = wall_offset(a, b, position_);
      if (!(leaving_ && center.distance_squared <= 0)) {
        auto held = circle_impact_from(center, position_, d, skin_, a, b, sweep.end);
        // This near, the line from the wall to it says little about the wall's direction.
        const double side = cross(b - a, position_ - a);
        if (held && held->part == WallPart::side && held->t == 0 && side != 0) {
          held->normal = side_normal(b - a, side);
        }
        if (!grazes(held) && (grazes(impact) || held->t < impact->t)) impact = held;
      }
    }
    if (grazes(impact) || !is_first(sweep, wall, impact->t)) return;
    sweep.first = Hit{wall, *impact};
    sweep.end = impact->t;
  }

  std::optional<WallImpact> impact_on(const Sweep& sweep, std::uint32_t wall, const Vec2d& a,
                                      const Vec2d& b, const WallOffset<double>& start) {
    if (leaving_ && start.distance_squared <= 0) return std::nullopt;
    const Vec2d& d = sweep.d;
    const double reach = contact_distance();
    auto impact = capsule_impact_from(start, position_, half_, d, reach, a, b, sweep.end);
    // The side alone is not hit earlier, so ends that come too late need no test.
    if (!impact || !is_first(sweep, wall, impact->t)) return std::nullopt;
    if (impact->part != WallPart::side &&
        hidden(wall, impact->part == WallPart::a ? a : b, impact->normal, d)) {
      const double deeper = std::min(std::sqrt(start.distance_squared), radius_ + skin_ / 4);
      const auto deep =
          deeper > radius_ - skin_ / 4 && !(result_.overlap > 0)
              ? capsule_impact_from(start, position_, half_, d, deeper, a, b, sweep.end)
              : std::nullopt;
      impact = detail::capsule_side_impact(position_, half_, d, reach, a, b, sweep.end);
      // What hides it now may not do so for long: a little deeper the end counts for itself.
      if (deep && (!impact || deep->t < impact->t)) impact = deep;
    }
    return impact;
  }

  // Of walls hit at the same time the lowest.
  static bool is_first(const Sweep& sweep, std::uint32_t wall, double t) {
    return !sweep.first || t < sweep.first->impact.t || wall < sweep.first->wall;
  }

  // Collects all walls that the mover touches and that would stop it; the nearest ones, if they are
  // many. `path_length`: how far it will continue.
  void feel(const Vec2d& d, double path_length) {
    touched_.clear(d);
    if (list(path_length) || list(0)) {
      const NearList& walls = near_.list();
      for_each_listed({}, feeler(), [&](std::uint32_t i) {
        feel(d, walls.wall[i], walls.begin(i), walls.end(i), walls.offset(i));
      });
      return;
    }
    const auto ask = [&](std::uint32_t wall, T) {
      const Vec2d a = vertex(wall);
      const Vec2d b = vertex(wall + 1);
      feel(d, wall, a, b, detail::capsule_offset(a, b, position_, half_));
    };
    add(walls_.for_each_within(vec_cast<T>(position_), reach_of(feeler()), ask).stats);
  }

  double feeler() const { return contact_distance() + skin_ / 8; }

  void feel(const Vec2d& d, std::uint32_t wall, const Vec2d& a, const Vec2d& b,
            const WallOffset<double>& offset) {
    if (offset.distance_squared > square(feeler()) || !stops(wall, d)) return;
    const double far = std::sqrt(offset.distance_squared);
    if (far <= 0) {
      touched_.keep(crossed(wall, a, b));
      return;
    }
    const bool beside = offset.t > 0 && offset.t < 1;
    touched_.keep({wall, offset_normal(offset, a, b, position_, half_), far, beside, false,
                   offset.t <= 0 ? a : b});
  }

  // A wall that crosses the mover's core holds it on the side its center is on; if that is on the
  // wall, on the side it wants to leave.
  TouchedWall crossed(std::uint32_t wall, const Vec2d& a, const Vec2d& b) const {
    const Vec2d along = b - a;
    if (!(length(along) > 0)) return side_touch(wall, {0, 1}, 0);
    const double side = cross(along, position_ - a);
    const Vec2d normal = side_normal(along, side != 0 ? side : -cross(along, displacement_));
    // The distance of the core's other end behind it.
    return side_touch(wall, normal, dot(normal, position_ - a) - std::abs(dot(normal, half_)));
  }

  void report(const Hit& hit, double t) {
    ++result_.contacts;
    if (contact_ == nullptr) return;
    const Vec2d a = vertex(hit.wall);
    const Vec2d b = vertex(hit.wall + 1);
    const Vec2d point = a + detail::capsule_offset(a, b, position_, half_).t * (b - a);
    (*contact_)(WallContact{hit.wall, t, point, hit.impact.normal});
  }

  // Returns the displacement after a contact.
  Vec2d deflected(const Hit& hit, double left) {
    if (options_.response == Response::stop) return {};
    feel(displacement_, length(displacement_) * left);
    touched_.keep(side_touch(hit.wall, hit.impact.normal, contact_distance()));
    // Walls that deflect it to each other and back hold it together.
    if (was_touched_here(hit.wall)) {
      for (std::size_t i = 0; i < here_count_; ++i) {
        touched_.keep(side_touch(here_[i].wall, here_[i].impact.normal, contact_distance()));
      }
    }
    return options_.response == Response::slide
               ? touched_.slid(displacement_)
               : touched_.bounced(displacement_, options_.restitution);
  }

  bool was_touched_here(std::uint32_t wall) const {
    const auto same = [&](const Hit& hit) { return hit.wall == wall; };
    return std::any_of(here_, here_ + here_count_, same);
  }
  void note(const Hit& hit) {
    if (here_count_ < std::size(here_)) here_[here_count_++] = hit;
  }

  // Moves it out of the walls that it overlaps, the deepest first, as far as the others let it.
  void recover() {
    double deepest = 0;
    for (int iteration = 0; iteration < 16; ++iteration) {
      feel(displacement_, contact_distance());
      const TouchedWall* const worst = touched_.nearest();
      if (worst == nullptr) {
        deepest = 0;
        break;
      }
      deepest = radius_ - worst->distance;
      if (worst->distance >= radius_ + skin_ / 2) break;
      const Vec2d out = touched_.slid(worst->normal * (contact_distance() - worst->distance));
      leaving_ = true;  // a wall that its center is on does not hold it
      const std::optional<Hit> hit = sweep(out);
      leaving_ = false;
      const double t = hit ? hit->impact.t : 1;
      position_ = position_ + t * out;
      if (!(t * length(out) > skin_ / 64)) break;
    }
    result_.overlap = static_cast<T>(std::max(deepest, 0.0));
  }

  // Remembers chains that the mover has begun to pass through.
  void remember_open() {
    if (!touched_open_) return;
    touched_open_ = false;
    const auto ask = [&](std::uint32_t wall, T) {
      const WallKind<T>& kind = world_.kind(wall);
      if (!regards(wall) || !accepts(mover_.filter, kind.filter)) return;
      if (!(dot(vec_cast<double>(kind.open_along), displacement_) > 0)) return;
      if (!(distance_to(wall) < radius_)) return;
      if (!mover_.passing.add(world_.chain_of(wall))) {
        full_ = true;
        result_.status = Status::too_many_objects;
      }
    };
    add(walls_.for_each_within(vec_cast<T>(position_), reach_of(radius_), ask).stats);
  }

  // Forgets chains that the mover has left.
  void forget_open() {
    if (mover_.passing.size() == 0) return;
    PassedChains still;
    const auto ask = [&](std::uint32_t wall, T) {
      if (world_.kind(wall).open_along == Vec<2, T>{}) return;
      if (distance_to(wall) < contact_distance()) (void)still.add(world_.chain_of(wall));
    };
    add(walls_.for_each_within(vec_cast<T>(position_), reach_of(contact_distance()), ask).stats);
    mover_.passing.filter([&](std::uint32_t chain) { return still.contains(chain); });
  }

  double distance_to(std::uint32_t wall) const {
    return std::sqrt(
        detail::capsule_offset(vertex(wall), vertex(wall + 1), position_, half_).distance_squared);
  }

  const Corridor<T>& world_;
  Mover<T>& mover_;
  const MoveOptions& options_;
  const FunctionRef<void(const WallContact&)>* contact_;
  bool one_way_;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = kNoWall;
  bool but_ = false;
  double radius_;
  double skin_;
  Vec2d half_;
  Vec2d position_;
  Vec2d displacement_{};  // the displacement as walls deflected it
  Vec2d requested_{};     // as the caller gave it
  double nearest_squared_ = 0;
  Hit here_[16];  // walls hit since it last advanced
  std::size_t here_count_ = 0;
  bool leaving_ = false;
  bool touched_open_ = false;
  bool full_ = false;
  TouchedWalls<MoveWalk> touched_{*this};
  const ChainTreeState<T>& walls_;
  NearWalls<T> near_;
  double most_;  // how far away walls are put into the list
  MoveResult<T>& result_;
};

}  // namespace masu::detail
