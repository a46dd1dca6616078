// SPDX-License-Identifier: MIT
// Random staircases of every kind of obstacle, walked at random speeds by circles, balls and
// capsules: a step that fits never stops them, nobody hops, and nobody moves at rest.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes/generators/pcg32.hpp"
#include "support/tier.hpp"
#include "world/stairs.hpp"

namespace masu::test {
namespace {

constexpr double kNever = 1e300;

// A staircase, a walker and its frames. Lengths are drawn in radii.
struct Walk {
  Stairs stairs;
  StairKind kind;
  double cell;  // of a height field
  double radius;
  double half;                     // of a capsule's axis, 0: a circle or ball
  bool upright;                    // the axis of the capsule: along y, or along z
  double step, snap;               // 0: no snap
  double speed, heading, gravity;  // a frame
  double start;
  double blocked;  // the x of an edge that is too high, or kNever
  bool wanders;    // it turns around again and again
  bool rests;
};

class Draw {
 public:
  explicit Draw(scenes::Pcg32& random) : random_(random) {}

  Walk walk(int dimension) {
    w_.kind = StairKind(random_.below(std::uint32_t(StairKind::count)));
    w_.radius = 0.1 * power(6);
    w_.half = one_in(3) ? w_.radius * random_.between(0.3, 2.5) : 0;
    w_.upright = dimension == 2 || !one_in(4);
    w_.step = w_.radius * random_.between(0.15, field() ? 0.9 : 2.2);
    w_.wanders = one_in(5);
    const bool slow = one_in(8);
    w_.speed = w_.radius * (slow ? 0.005 * power(10) : 0.04 * power(100));
    stairs(slow ? 200 : 80);
    w_.heading = dimension == 2 || one_in(2) ? 0 : random_.between(-1.2, 1.2);
    const double weight = one_in(8) ? random_.between(0.3, 2) : random_.between(0.001, 0.3);
    w_.gravity = one_in(4) ? 0 : w_.radius * weight;
    w_.snap = std::max(w_.step, highest_drop() * 1.02) * random_.between(1, 1.5);
    if (w_.gravity > 0 && one_in(4)) w_.snap = 0;
    w_.start = -w_.radius * random_.between(1.1, slow ? 1.6 : 4.1);
    w_.rests = one_in(3);
    return w_;
  }

 private:
  bool one_in(std::uint32_t n) { return random_.below(n) == 0; }
  double power(double base) { return std::pow(base, random_.unit()); }
  bool field() const { return w_.kind == StairKind::field; }

  void stairs(double frames) {
    enum { up, up_and_down, down } shape = decltype(shape)(random_.below(3));
    if (w_.kind == StairKind::tiles && shape == down) shape = up_and_down;
    even_ = w_.kind == StairKind::tiles || one_in(2);
    rise_ = w_.step * random_.between(0.05, 0.97);
    tread_ = w_.radius * 0.35 * power(16);
    w_.cell = field() ? std::min(tread_ / 2.5, w_.radius / 40) : 0;
    const int ways = shape == up_and_down ? 2 : 1;
    const int most = int(frames * w_.speed / tread_) / ways;
    const int steps = std::clamp(most, 1, 1 + int(random_.below(12)));
    Stairs& s = w_.stairs;
    s.edge = {-12 * w_.radius - 2 * tread_, 0};
    s.height = {shape == down ? steps * rise_ : 0.0};
    for (int i = 0; shape != down && i < steps; ++i) add(s.height.back() + rise());
    for (int i = 0; shape != up && i < steps; ++i) {
      add(s.height.back() - std::min(s.height.back(), rise()));
    }
    w_.blocked = kNever;
    if (!w_.wanders && w_.kind != StairKind::tiles && one_in(5)) block();
    s.edge.back() += 7 * w_.radius + 4 * w_.speed + 2 * tread_;
  }
  void add(double height) {
    w_.stairs.height.push_back(height);
    w_.stairs.edge.push_back(w_.stairs.edge.back() + tread());
  }
  // An edge that is too high, after a tread that is wide enough to stand on.
  void block() {
    Stairs& s = w_.stairs;
    const double before = 3 * w_.radius;
    s.edge.back() += field() ? w_.cell * std::ceil(before / w_.cell) : before;
    w_.blocked = s.edge.back();
    const double over = w_.step * random_.between(1.05, 1.6) + w_.radius * 0.06;
    add(s.height.back() + std::max(over, 0.31 * w_.radius));
  }
  double rise() { return even_ ? rise_ : rise_ * random_.between(0.2, 1); }
  double tread() {
    const double t = even_ ? tread_ : tread_ * random_.between(0.5, 1.5);
    return field() ? w_.cell * std::max(2.0, std::round(t / w_.cell)) : t;
  }
  double highest_drop() const {
    double most = 0;
    const auto& h = w_.stairs.height;
    for (std::size_t i = 1; i < h.size(); ++i) most = std::max(most, std::fabs(h[i] - h[i - 1]));
    return most;
  }

  scenes::Pcg32& random_;
  Walk w_{};
  bool even_ = false;
  double rise_ = 0, tread_ = 0;
};

template <int D, class T>
class Walker {
 public:
  Walker(const Walk& walk, const PlacedBodies<D, T>& source, scenes::Pcg32& random)
      : w_(walk),
        source_(source),
        random_(random),
        skin_(w_.radius / 128),
        keeps_(w_.radius + skin_) {
    mover_.radius = T(w_.radius);
    mover_.half_axis[w_.upright ? 1 : D - 1] = T(w_.half);
    below_ = w_.radius + std::fabs(double(mover_.half_axis[1]));
    mover_.position[0] = T(w_.start);
    mover_.position[1] = T(w_.stairs.height[0] + below_ + skin_);
    options_.up[1] = 1;
    options_.step_height = T(w_.step);
    options_.snap = T(w_.snap);
    forth_ = w_.speed * (D == 3 ? std::cos(w_.heading) : 1);
    across_ = w_.speed * std::sin(w_.heading);
    const double far = w_.stairs.edge.back() - w_.stairs.edge[0] + w_.radius + 40;
    rounding_ = 640 * double(std::numeric_limits<T>::epsilon()) * far;
    fits_ = w_.stairs.fits(w_.step, keeps_ + w_.cell, w_.blocked - 2.2 * keeps_);
  }

  void walk() {
    const double goal = w_.stairs.end() + w_.radius;
    const int need = int((goal + w_.radius - x()) / forth_) + 2;
    const int most = w_.wanders ? std::min(need, 60) : need * 12 / 10 + 20;
    const int rest_at = w_.rests ? int(random_.below(std::uint32_t(need))) : -1;
    double share = 1;
    for (int k = 0; k < most && x() < goal; ++k) {
      SCOPED_TRACE("frame " + std::to_string(k));
      if (k == rest_at) rest();
      if (w_.wanders && k % 8 == 7) share = turned(share);
      if (x() < -4 * w_.radius) share = std::fabs(share);
      const bool fell = frame(forth_ * share);
      if (fell || ::testing::Test::HasFailure()) return;
    }
    if (w_.wanders || !fits_) return;
    if (w_.blocked == kNever) {
      EXPECT_GE(x(), goal) << "stuck";
      return;
    }
    if (w_.snap > 0) {
      EXPECT_GE(x(), w_.blocked - 1.05 * w_.radius - skin_) << "stuck";
    }
    // A walker that leaves the ground, or leaps over the tread before, may come from above.
    if (w_.snap > 0 && w_.speed < 1.4 * w_.radius) {
      EXPECT_LT(x(), w_.blocked - 0.01 * w_.radius) << "up what is too high";
    }
    rest();
  }

 private:
  double x() const { return double(mover_.position[0]); }
  double foot() const { return double(mover_.position[1]) - below_; }

  SlideResult<D, T> move(double forth, double across) {
    Vec<D, T> way{};
    if constexpr (D == 3) way[2] = T(across);
    way[0] = T(forth), way[1] = T(-w_.gravity);
    const SlideResult<D, T> r = slide(mover_, way, source_, options_);
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_EQ(r.overlap, 0);
    if constexpr (D == 3) {
      if (std::fabs(double(mover_.position[2])) > 35) mover_.position[2] = 0;
    }
    return r;
  }
  double turned(double share) {
    const double sign = (share < 0) != (random_.below(2) == 0) ? -1 : 1;
    return sign * random_.between(0.2, 1);
  }

  // The highest foot that lies within the skin and its half of the stairs, about x.
  double highest_at(double at) const {
    const double keeps = keeps_ + 0.51 * skin_;
    return w_.stairs.highest_foot(at - w_.cell, at + w_.cell, keeps) + keeps - w_.radius;
  }
  double lowest_at(double at) const {
    double least = w_.stairs.foot_at(at, keeps_);
    for (const double a : {at - w_.cell, at + w_.cell}) {
      least = std::min(least, w_.stairs.foot_at(a, keeps_) - w_.cell);
    }
    return least;
  }

  // Returns whether the ground fell away by more than the snap: what follows is a fall.
  bool frame(double forth) {
    const double x0 = x();
    const double foot0 = foot();
    const auto r = move(forth, across_);
    const double keeps = keeps_ + 0.51 * skin_;
    const double passed =
        std::max(foot0, w_.stairs.highest_foot(std::min(x0, x()), std::max(x0, x()), keeps) +
                            keeps - w_.radius);
    if (w_.snap > 0 && passed - lowest_at(x()) > 0.98 * w_.snap) return true;
    if (fits_ || r.on_ground) {
      const double asked = w_.snap > 0 ? highest_at(x()) : passed;
      EXPECT_LE(foot(), asked + 0.05 * skin_ + rounding_ + 1.5 * w_.cell) << "a hop";
    }
    if (w_.snap > 0 && fits_) {
      EXPECT_TRUE(r.on_ground) << "in the air";
    }
    if (!w_.wanders && w_.blocked == kNever && fits_) {
      EXPECT_GE(x() - x0, 0.5 * forth - rounding_) << "slow";
    }
    return false;
  }

  void rest() {
    for (int i = 0; i < 10; ++i) {
      const Vec<D, T> before = mover_.position;
      const auto r = move(0, 0);
      if (i < 3 || !(w_.snap > 0)) continue;
      const double moved = length(vec_cast<double>(mover_.position - before));
      EXPECT_LE(moved, 1e-7 * w_.radius + rounding_ / 300) << "moves at rest";
      if (fits_) {
        EXPECT_TRUE(r.on_ground) << "in the air at rest";
      }
    }
  }

  const Walk& w_;
  const PlacedBodies<D, T>& source_;
  scenes::Pcg32& random_;
  double skin_;
  double keeps_;  // off what is touched: the radius and the skin
  double below_ = 0, forth_ = 0, across_ = 0, rounding_ = 0;
  bool fits_ = false;  // no step is too high for it
  CapsuleMover<D, T> mover_;
  SlideOptions<D, T> options_;
};

// Returns false if there are no such stairs of their kind.
template <int D, class T>
bool walk_stairs(scenes::Pcg32& random) {
  const Walk walk = Draw(random).walk(D);
  StairObstacles<D, T> obstacles;
  if (!obstacles.build(walk.stairs, walk.kind, walk.cell)) return false;
  SCOPED_TRACE(std::to_string(D) + (sizeof(T) == 4 ? "D float, kind " : "D double, kind ") +
               std::to_string(int(walk.kind)));
  Walker<D, T>(walk, obstacles.source(), random).walk();
  return true;
}

TEST(SlideStairs, random_stairs_are_walked_without_stops_and_hops) {
  const std::uint32_t count = by_tier(400u, 100'000u);
  std::uint32_t walked = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    SCOPED_TRACE("stairs " + std::to_string(i));
    scenes::Pcg32 random(i);
    switch (random.below(4)) {
      case 0: walked += walk_stairs<2, float>(random); break;
      case 1: walked += walk_stairs<2, double>(random); break;
      case 2: walked += walk_stairs<3, float>(random); break;
      default: walked += walk_stairs<3, double>(random);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(walked, count * 9 / 10);
}

}  // namespace
}  // namespace masu::test
