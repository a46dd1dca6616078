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
        way_(translation) {}

  PushResult<T> push(Mover<T>& mover) const {
    PushResult<T> r;
    if (way_ == Vec2d{}) return r;
    const Vec2d start = vec_cast<double>(mover.position);
    const double radius = double(mover.radius);
    // Nothing happens before they touch.
    const double met = std::max(0.0, gone_by_contact(mover, start + way_));
    if (met >= 1) {
      pass(mover);
      return r;
    }
    // From then on in steps shorter than the mover, so that none takes it past a wall's end.
    const double wide = radius + double(world_.skin());
    const double wanted = (1 - met) * length(way_) / wide * 4;
    const int steps = wanted > kMostSteps ? kMostSteps : std::max(kFewestSteps, int(wanted));
    Vec2d at = start;
    for (int step = 0; step < steps && !r.crushed; ++step) {
      // The chain's offset from its present position, at the begin and end of the step.
      const Vec2d done = way_ * ((1 - met) * (double(step) / steps - 1));
      const Vec2d next = way_ * ((1 - met) * (double(step + 1) / steps - 1));
      Vec2d seen = against_chain(mover, at - done, done - next);
      double left = 0;
      for (int turns = 0; turns < kTurns; ++turns) {
        // Others may hold it back or aside: in the chain's frame it moves there, as far as the
        // chain lets it; from there it is pushed on.
        const Vec2d held = among_others(mover, at, seen + next - at);
        at = held;
        const Vec2d now = against_chain(mover, seen, held - next - seen);
        left = length(now + next - held);
        seen = now;
        if (left <= double(world_.skin()) / 8) break;
      }
      r.crushed = left > double(world_.skin()) + 1e-3 * radius;
      r.overlap = r.crushed ? static_cast<T>(left) : T(0);
    }
    r.pushed = at != start;
    r.displacement = vec_cast<T>(at - start);
    mover.position = vec_cast<T>(at);
    pass(mover);
    return r;
  }

 private:
  static constexpr int kFewestSteps = 8;
  static constexpr int kMostSteps = 1024;
  // Each iteration leaves a share of the rest: the squared cosine of the angle between the walls.
  static constexpr int kTurns = 64;

  // A mover now in walls that are open to it passes through them.
  void pass(Mover<T>& mover) const {
    if (!one_way_) return;
    const MoveOptions options;
    MoveResult<T> unasked;
    MoveWalk<T> walk(world_, one_way_, mover, options, nullptr, unasked);
    walk.only(first_, last_);
    walk.pass(-way_);
  }

  // Returns the fraction of the chain's path before it touches the mover, in the chain's frame
  // `from` then.
  double gone_by_contact(const Mover<T>& mover, const Vec2d& from) const {
    MoveOptions stop;
    stop.response = Response::stop;
    const Vec2d end = go(mover, from, -way_, true, stop);
    return dot(from - end, way_) / dot(way_, way_);
  }

  Vec2d against_chain(const Mover<T>& mover, const Vec2d& from, const Vec2d& way) const {
    return go(mover, from, way, true, MoveOptions());
  }
  Vec2d among_others(const Mover<T>& mover, const Vec2d& from, const Vec2d& way) const {
    return go(mover, from, way, false, MoveOptions());
  }

  Vec2d go(const Mover<T>& mover, const Vec2d& from, const Vec2d& way, bool chain,
           const MoveOptions& options) const {
    Mover<T> copy = mover;
    MoveResult<T> unasked;
    MoveWalk<T> walk(world_, one_way_, copy, options, nullptr, unasked);
    chain ? walk.only(first_, last_) : walk.all_but(first_, last_);
    return walk.go_from(from, way);
  }

  const Corridor<T>& world_;
  bool one_way_;
  std::uint32_t first_;
  std::uint32_t last_;
  Vec2d way_;
};

}  // namespace masu::detail
