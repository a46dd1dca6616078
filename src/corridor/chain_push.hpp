// SPDX-License-Identifier: MIT
// A chain on its way through a mover: who is pushed, and who is crushed.
#pragma once

#include "corridor/move_walk.hpp"

namespace masu::detail {

// The chain has gone its way already. Seen from the chain the mover comes against it, and slides
// along it as along any wall. Where that takes it is where it is pushed to; on the way there it
// slides along all other walls. In steps, as each of the two turns the other.
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
    // Nothing happens before they meet.
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
      // How far the chain is, at the step's begin and end, from where it is now.
      const Vec2d done = way_ * ((1 - met) * (double(step) / steps - 1));
      const Vec2d next = way_ * ((1 - met) * (double(step + 1) / steps - 1));
      Vec2d seen = against_chain(mover, at - done, done - next);
      double left = 0;
      for (int turns = 0; turns < kTurns; ++turns) {
        // Others may hold it back or aside: seen from the chain it goes there, as far as that lets
        // it; from where it then is it is pushed on.
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
  // Each leaves a share of what is left: the cosine of the angle between the walls, squared.
  static constexpr int kTurns = 64;

  // Who is now in walls that are open to it passes through them.
  void pass(Mover<T>& mover) const {
    if (!one_way_) return;
    const MoveOptions options;
    MoveResult<T> unasked;
    MoveWalk<T> walk(world_, one_way_, mover, options, nullptr, unasked);
    walk.only(first_, last_);
    walk.pass(-way_);
  }

  // The share of the chain's way before it touches the mover, seen from the chain at `from` then.
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
