// SPDX-License-Identifier: MIT
// ChainPush: pushes movers out of the way of a moving chain, or crushes them.
#pragma once

#include "corridor/move_walk.hpp"

namespace masu::detail {

// The chain has moved already. In the chain's frame the mover comes against it, and slides along it
// as along any wall. Where that takes the mover is where it is pushed to; on the path there it
// slides along all other walls. In steps, as each of the two deflects the other.
template <class T>
class ChainPush {
 public:
  ChainPush(const Corridor<T>& world, bool one_way, const WallChain& chain,
            const Vec2d& translation)
      : world_(world),
        one_way_(one_way),
        first_(chain.first),
        last_(chain.first + chain.count - 1),
        translation_(translation) {}

  PushResult<T> push(Mover<T>& mover) const {
    PushResult<T> r;
    if (translation_ == Vec2d{}) return r;
    const Vec2d start = vec_cast<double>(mover.position);
    const double radius = double(mover.radius);
    // Nothing happens before they touch.
    const double first_touch = std::max(0.0, path_before_contact(mover, start + translation_));
    if (first_touch >= 1) {
      pass(mover);
      return r;
    }
    // From then on in steps shorter than the mover, so that none takes it past a wall's end.
    const double wide = radius + double(world_.skin());
    const double steps_needed = (1 - first_touch) * length(translation_) / wide * 4;
    const int steps =
        steps_needed > kMostSteps ? kMostSteps : std::max(kFewestSteps, int(steps_needed));
    Vec2d position = start;
    for (int step = 0; step < steps && !r.crushed; ++step) {
      // The chain's offset from its present position, at the begin and end of the step.
      const Vec2d done = translation_ * ((1 - first_touch) * (double(step) / steps - 1));
      const Vec2d next = translation_ * ((1 - first_touch) * (double(step + 1) / steps - 1));
      Vec2d seen = against_chain(mover, position - done, done - next);
      double left = 0;
      for (int iteration = 0; iteration < kMostIterations; ++iteration) {
        // Others may hold it back or aside: in the chain's frame it moves there, as far as the
        // chain lets it; from there it is pushed on.
        const Vec2d held = among_others(mover, position, seen + next - position);
        position = held;
        const Vec2d now = against_chain(mover, seen, held - next - seen);
        left = length(now + next - held);
        seen = now;
        if (left <= double(world_.skin()) / 8) break;
      }
      r.crushed = left > double(world_.skin()) + 1e-3 * radius;
      r.overlap = r.crushed ? static_cast<T>(left) : T(0);
    }
    r.pushed = position != start;
    r.displacement = vec_cast<T>(position - start);
    mover.position = vec_cast<T>(position);
    pass(mover);
    return r;
  }

 private:
  static constexpr int kFewestSteps = 8;
  static constexpr int kMostSteps = 1024;
  // Each iteration leaves a share of the rest: the squared cosine of the angle between the walls.
  static constexpr int kMostIterations = 64;

  // A mover now in walls that are open to it passes through them.
  void pass(Mover<T>& mover) const {
    if (!one_way_) return;
    const MoveOptions options;
    MoveResult<T> unasked;
    MoveWalk<T> walk(world_, one_way_, mover, options, nullptr, unasked);
    walk.only(first_, last_);
    walk.pass(-translation_);
  }

  // Returns the fraction of the chain's path before it touches the mover, in the chain's frame
  // `from` then.
  double path_before_contact(const Mover<T>& mover, const Vec2d& from) const {
    MoveOptions stop;
    stop.response = Response::stop;
    const Vec2d end = go(mover, from, -translation_, true, stop);
    return dot(from - end, translation_) / dot(translation_, translation_);
  }

  Vec2d against_chain(const Mover<T>& mover, const Vec2d& from, const Vec2d& displacement) const {
    return go(mover, from, displacement, true, MoveOptions());
  }
  Vec2d among_others(const Mover<T>& mover, const Vec2d& from, const Vec2d& displacement) const {
    return go(mover, from, displacement, false, MoveOptions());
  }

  Vec2d go(const Mover<T>& mover, const Vec2d& from, const Vec2d& displacement, bool chain,
           const MoveOptions& options) const {
    Mover<T> copy = mover;
    MoveResult<T> unasked;
    MoveWalk<T> walk(world_, one_way_, copy, options, nullptr, unasked);
    chain ? walk.only(first_, last_) : walk.all_but(first_, last_);
    return walk.go_from(from, displacement);
  }

  const Corridor<T>& world_;
  bool one_way_;
  std::uint32_t first_;
  std::uint32_t last_;
  Vec2d translation_;
};

}  // namespace masu::detail
