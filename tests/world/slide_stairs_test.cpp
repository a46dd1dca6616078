// SPDX-License-Identifier: MIT
// Random staircases of every kind of obstacle, rotated and far from the origin, walked at random
// speeds by circles, spheres and capsules: a step that fits never stops them, none hops, and none
// moves at rest.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes/generators/pcg32.hpp"
#include "support/tier.hpp"
#include "world/random_rotation.hpp"
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
  double half;        // of a capsule's axis, 0: a circle or ball
  int axis;           // of the capsule: along the stairs, up, or across
  double reach;       // half the length of the capsule along the stairs, less the radius
  double step, snap;  // 0: no snap
  double speed, heading, gravity;  // a frame
  double start;
  double blocked;  // the x of an edge that is too high, or kNever
  bool wanders;    // it turns around again and again
  bool rests;
  bool rotated;   // the stairs are rotated at random
  double offset;  // of the stairs from the origin, along each axis at most
  double up;      // the length of `up`
};

class Draw {
 public:
  explicit Draw(scenes::Pcg32& random) : random_(random) {}

  Walk walk(int dimension) {
    w_.kind = StairKind(random_.below(std::uint32_t(StairKind::count)));
    w_.radius = 0.1 * power(6);
    w_.half = one_in(3) ? w_.radius * random_.between(0.3, 2.5) : 0;
    w_.axis = !one_in(4) ? 1 : one_in(2) ? 0 : dimension - 1;
    w_.reach = w_.axis == 0 ? w_.half : 0;
    w_.rotated = !one_in(3);
    w_.offset = one_in(2) ? 0 : w_.radius * power(1000);
    w_.up = one_in(2) ? 1 : random_.between(0.3, 3);
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
    w_.start = -w_.radius * random_.between(1.1, slow ? 1.6 : 4.1) - w_.reach;
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
    even_ = w_.kind == StairKind::tiles || w_.reach > 0 || one_in(2);
    rise_ = w_.step * random_.between(0.05, 0.97);
    tread_ = w_.radius * 0.35 * power(16);
    if (w_.reach > 0) tread_ = (w_.radius + w_.reach) * 2.7 * power(4);
    w_.cell = field() ? std::min(tread_ / 2.5, w_.radius / 40) : 0;
    const int directions = shape == up_and_down ? 2 : 1;
    const int most = int(frames * w_.speed / tread_) / directions;
    const int steps = std::clamp(most, 1, 1 + int(random_.below(12)));
    Stairs& s = w_.stairs;
    s.edge = {-12 * w_.radius - 2 * w_.reach - 2 * tread_, 0};
    s.height = {shape == down ? steps * rise_ : 0.0};
    for (int i = 0; shape != down && i < steps; ++i) add(s.height.back() + rise());
    for (int i = 0; shape != up && i < steps; ++i) {
      add(s.height.back() - std::min(s.height.back(), rise()));
    }
    w_.blocked = kNever;
    if (!w_.wanders && w_.kind != StairKind::tiles && one_in(5)) block();
    s.edge.back() += 7 * w_.radius + 2 * w_.reach + 4 * w_.speed + 2 * tread_;
  }
  void add(double height) {
    w_.stairs.height.push_back(height);
    w_.stairs.edge.push_back(w_.stairs.edge.back() + tread());
  }
  // An edge that is too high, after a tread that is wide enough to stand on.
  void block() {
    Stairs& s = w_.stairs;
    const double before = 3 * w_.radius + 2 * w_.reach;
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
  Walker(const Walk& walk, const PlacedBodies<D, T>& source, const Transform<D, T>& frame,
         scenes::Pcg32& random)
      : w_(walk),
        source_(source),
        random_(random),
        axes_(matrix_of(frame.rotation)),
        origin_(vec_cast<double>(frame.translation)) {
    const Stairs& stairs = w_.stairs;
    double far = stairs.edge.back() - stairs.edge[0] + w_.radius + 40;
    for (int a = 0; a < D; ++a) far += std::fabs(origin_[a]);
    const double epsilon = double(std::numeric_limits<T>::epsilon());
    rounding_ = 640 * epsilon * far;
    skin_ = w_.radius / 128;
    if (66 * epsilon * far > skin_) options_.skin = T(skin_ = 66 * epsilon * far);
    clearance_ = w_.radius + skin_;
    mover_.radius = T(w_.radius);
    mover_.half_axis = vec_cast<T>(axes_.column(w_.axis) * w_.half);
    below_ = w_.radius + (w_.axis == 1 ? w_.half : 0);
    set_position(w_.start, stairs.height[0] + skin_);
    options_.up = vec_cast<T>(axes_.column(1) * w_.up);
    options_.step_height = T(w_.step);
    options_.snap = T(w_.snap);
    forth_ = w_.speed * (D == 3 ? std::cos(w_.heading) : 1);
    across_ = D == 3 ? w_.speed * std::sin(w_.heading) : 0;
    fits_ = stairs.fits(w_.step, clearance_ + w_.cell, w_.blocked - 2.2 * clearance_ - w_.reach);
  }

  void walk() {
    const double goal = w_.stairs.end() + w_.radius + w_.reach;
    const int need = int((goal + w_.radius - x()) / forth_) + 2;
    const int most = w_.wanders ? std::min(need, 60) : need * 12 / 10 + 20;
    const int rest_at = w_.rests ? int(random_.below(std::uint32_t(need))) : -1;
    double share = 1;
    for (int k = 0; k < most && x() < goal; ++k) {
      SCOPED_TRACE("frame " + std::to_string(k));
      if (k == rest_at) rest();
      if (w_.wanders && k % 8 == 7) share = reversed(share);
      if (x() < -4 * w_.radius - w_.reach) share = std::fabs(share);
      const bool fell = frame(forth_ * share);
      if (fell || ::testing::Test::HasFailure()) return;
    }
    if (w_.wanders || !fits_) return;
    if (w_.blocked == kNever) {
      EXPECT_GE(x(), goal) << "stuck";
      return;
    }
    if (w_.snap > 0) {
      EXPECT_GE(x(), w_.blocked - w_.reach - 1.05 * w_.radius - skin_ - rounding_) << "stuck";
    }
    // A walker that leaves the ground, or leaps over the tread before, may come from above.
    if (w_.snap > 0 && w_.speed < 1.4 * w_.radius) {
      EXPECT_LT(x(), w_.blocked - w_.reach - 0.01 * w_.radius + rounding_) << "up what is too high";
    }
    rest();
  }

 private:
  // How far it is from the begin of the stairs, along one of their axes.
  double at(int axis) const {
    return dot(vec_cast<double>(mover_.position) - origin_, axes_.column(axis));
  }
  double x() const { return at(0); }
  double foot() const { return at(1) - below_; }
  void set_position(double x, double foot) {
    mover_.position =
        vec_cast<T>(origin_ + axes_.column(0) * x + axes_.column(1) * (foot + below_));
  }

  SlideResult<D, T> move(double forth, double across) {
    const Vec<D, double> displacement = axes_.column(0) * forth - axes_.column(1) * w_.gravity;
    const Vec<D, double> side = axes_.column(D - 1) * across;
    const SlideResult<D, T> r = slide(mover_, vec_cast<T>(displacement + side), source_, options_);
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_EQ(r.overlap, 0);
    if (D == 3 && std::fabs(at(D - 1)) > 35) set_position(x(), foot());
    return r;
  }
  double reversed(double share) {
    const double sign = (share < 0) != (random_.below(2) == 0) ? -1 : 1;
    return sign * random_.between(0.2, 1);
  }

  // The highest foot that lies within the skin and its half of the stairs, about x.
  double highest_at(double at) const {
    const double clearance = clearance_ + 0.51 * skin_;
    const double about = w_.cell + w_.reach;
    return w_.stairs.highest_foot(at - about, at + about, clearance) + clearance - w_.radius;
  }
  double lowest_at(double at) const {
    double least = w_.stairs.highest_foot(at - w_.reach, at + w_.reach, clearance_);
    for (const double a : {at - w_.cell, at + w_.cell}) {
      const double foot = w_.stairs.highest_foot(a - w_.reach, a + w_.reach, clearance_);
      least = std::min(least, foot - w_.cell);
    }
    return least;
  }

  // Returns whether the ground fell away by more than the snap: what follows is a fall.
  bool frame(double forth) {
    const double x0 = x();
    const double foot0 = foot();
    const auto r = move(forth, across_);
    const double clearance = clearance_ + 0.51 * skin_;
    const double passed =
        std::max(foot0, w_.stairs.highest_foot(std::min(x0, x()) - w_.reach,
                                               std::max(x0, x()) + w_.reach, clearance) +
                            clearance - w_.radius);
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
  Matrix<D, double> axes_;  // of the stairs: along, up, across
  Vec<D, double> origin_;
  double skin_ = 0;
  double clearance_ = 0;  // off what is touched: the radius and the skin
  double below_ = 0, forth_ = 0, across_ = 0, rounding_ = 0;
  bool fits_ = false;  // no step is too high for it
  CapsuleMover<D, T> mover_;
  SlideOptions<D, T> options_;
};

// Returns false if there are no such stairs of their kind.
template <int D, class T>
bool walk_stairs(scenes::Pcg32& random) {
  const Walk walk = Draw(random).walk(D);
  Transform<D, T> frame;
  if (walk.rotated) frame.rotation = random_rotation<D, T>(random);
  for (int a = 0; a < D; ++a) frame.translation[a] = T(walk.offset * random.between(-1, 1));
  StairObstacles<D, T> obstacles;
  if (!obstacles.build(walk.stairs, walk.kind, walk.cell, frame)) return false;
  SCOPED_TRACE(std::to_string(D) + (sizeof(T) == 4 ? "D float, kind " : "D double, kind ") +
               std::to_string(int(walk.kind)));
  Walker<D, T>(walk, obstacles.source(), frame, random).walk();
  return true;
}

bool walk_random_stairs(std::uint32_t seed) {
  SCOPED_TRACE("stairs " + std::to_string(seed));
  scenes::Pcg32 random(seed);
  switch (random.below(4)) {
    case 0: return walk_stairs<2, float>(random);
    case 1: return walk_stairs<2, double>(random);
    case 2: return walk_stairs<3, float>(random);
    default: return walk_stairs<3, double>(random);
  }
}

TEST(SlideStairs, random_stairs_are_walked_without_stops_and_hops) {
  const std::uint32_t count = by_tier(400u, 100'000u);
  std::uint32_t walked = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    walked += walk_random_stairs(i);
    if (HasFailure()) return;
  }
  EXPECT_GT(walked, count * 9 / 10);
}

// A capsule along the cells of a height field: hundreds touch, with normals that differ by 5e-11.
TEST(SlideStairs, a_mover_that_touches_hundreds_of_sub_shapes_keeps_moving) {
  EXPECT_TRUE(walk_random_stairs(1838));
}

// The normals of a riser's cells differ by rounding: past one alone, each next one stops the mover
// on its way down to the ground.
TEST(SlideStairs, a_mover_beside_a_riser_of_many_cells_stays_on_the_ground) {
  EXPECT_TRUE(walk_random_stairs(31688));
}

// The mover touches the edge after the next one before it stands on the next, or without it.
TEST(SlideStairs, narrow_treads_do_not_slow_the_mover) {
  EXPECT_TRUE(walk_random_stairs(77039));
  EXPECT_TRUE(walk_random_stairs(34604));
  EXPECT_TRUE(walk_random_stairs(68783));
  EXPECT_TRUE(walk_random_stairs(36606));  // an edge that is too high, higher than where it is hit
}

// Without gravity, what the rounding of a position to T takes off the ground stays off it.
TEST(SlideStairs, a_mover_that_rounding_lifts_stays_on_the_ground) {
  EXPECT_TRUE(walk_random_stairs(2024));
  EXPECT_TRUE(walk_random_stairs(3276));
}

}  // namespace
}  // namespace masu::test
