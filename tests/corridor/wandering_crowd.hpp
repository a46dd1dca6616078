// SPDX-License-Identifier: MIT
// A crowd that wanders among walls, with a check of the side of the walls on which each mover is.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <masu/corridor/corridor.hpp>

#include "scenes/generators/wall_scene.hpp"
#include "tests/corridor/closed_walls.hpp"
#include "tests/support/seeds.hpp"

namespace masu::test {

using Walls = std::vector<Segment<2, double>>;

// Where movers begin, and a radius that fits at most of these positions.
struct CrowdStarts {
  std::vector<Vec2d> positions;
  double radius = 0;
};

// A mover at each position: circles of the radius and of half of it, points, and capsules; sliders
// and such that bounce.
template <class T>
class WanderingCrowd {
 public:
  // `closed`: the walls that define the sides.
  WanderingCrowd(const Walls& walls, const Walls& closed, const CrowdStarts& starts, double reach)
      : radius_(starts.radius), closed_(rounded(closed)) {
    std::vector<Segment<2, T>> segments;
    for (const auto& w : walls) segments.push_back({vec_cast<T>(w.a), vec_cast<T>(w.b)});
    WallChains<T> chains;
    EXPECT_EQ(chains.build(segments), Status::ok);
    EXPECT_EQ(corridor_.build(chains, {T(reach)}), Status::ok);
    EXPECT_TRUE(closed_.closed());
    scenes::Pcg32 random(seed_of_piece(8));
    for (std::size_t i = 0; i < starts.positions.size(); ++i) {
      Mover<T> m{vec_cast<T>(starts.positions[i]), T(radius_)};
      if (i % 8 == 2) m.radius /= 2;
      if (i % 8 == 5) m.radius = 0;
      if (i % 8 == 6) {
        m.radius /= 2;
        m.half_axis = vec_cast<T>(direction(random) * (0.5 * radius_));
      }
      starts_.push_back(m);
      sides_.push_back(side(m.position));
    }
  }

  const Corridor<T>& corridor() const { return corridor_; }

  // Every mover goes on for `frames`, `radii` a frame, and is asked after each. Those that bounce
  // do so up to `bounces` times a frame: at a thousand radii all other work is nothing beside
  // theirs.
  void wander(double radii, std::uint32_t frames, std::uint32_t bounces) const {
    const double speed = radii * radius_;
    scenes::Pcg32 random(seed_of_piece(9));
    std::uint64_t contacts = 0;
    std::uint64_t would_leave = 0;
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      ASSERT_NE(sides_[i].winding, 0) << "mover " << i << " begins outside";
      Mover<T> m = starts_[i];
      MoveOptions options;
      if (i % 2 == 1) options = {Response::bounce, 1, bounces};
      Vec<2, T> displacement = vec_cast<T>(direction(random) * speed);
      for (std::uint32_t frame = 0; frame < frames; ++frame) {
        if (frame % 16 == 0) would_leave += side(m.position + displacement) != sides_[i];
        const MoveResult<T> r = corridor_.move(m, displacement, options);
        contacts += r.contacts;
        ASSERT_TRUE(r.status == Status::ok || r.status == Status::not_converged)
            << name(r.status) << ", mover " << i << ", frame " << frame;
        ASSERT_TRUE(stays(m, sides_[i]))
            << "mover " << i << ", frame " << frame << ", from " << sides_[i].winding
            << " loops around it, at " << radii << " radii a frame";
        if (m.half_axis == Vec<2, T>{}) {
          ASSERT_TRUE(corridor_.walls().nearest(m.position, m.radius * T(1 - 1e-5)).wall == kNoWall)
              << "mover " << i << ", frame " << frame << ": in a wall";
        }
        // Continues as redirected by walls, or in a new direction: if it is held, and from time to
        // time.
        const bool held = length(r.displacement) < T(0.25 * speed);
        displacement =
            held || random.below(50) == 0 ? vec_cast<T>(direction(random) * speed) : r.displacement;
      }
    }
    // Walls had something to do, and without them many would be gone.
    EXPECT_GT(contacts, 0u);
    if (radii >= 100) {
      EXPECT_GT(would_leave, starts_.size() * ((frames + 15) / 16) / 10);
    }
  }

 private:
  static Walls rounded(const Walls& walls) {
    Walls in_t;
    for (const auto& w : walls) {
      in_t.push_back({vec_cast<double>(vec_cast<T>(w.a)), vec_cast<double>(vec_cast<T>(w.b))});
    }
    return in_t;
  }

  static Vec2d direction(scenes::Pcg32& random) {
    const double angle = random.between(0, 6.283185307179586);
    return {std::cos(angle), std::sin(angle)};
  }

  ClosedWalls::Side side(const Vec<2, T>& p) const { return closed_.side(vec_cast<double>(p)); }

  bool stays(const Mover<T>& m, const ClosedWalls::Side& before) const {
    if (side(m.position) != before) return false;
    if (m.half_axis == Vec<2, T>{}) return true;
    return side(m.position + m.half_axis) == before && side(m.position - m.half_axis) == before;
  }

  double radius_;
  ClosedWalls closed_;
  Corridor<T> corridor_;
  std::vector<Mover<T>> starts_;
  std::vector<ClosedWalls::Side> sides_;
};

// A seeded map and start positions in it for movers that fit into half of its pockets twice over.
struct CrowdMap {
  Walls walls;
  CrowdStarts starts;
};

inline CrowdMap seeded_map(const std::string& name, std::size_t walls, std::size_t movers,
                           std::uint64_t seed) {
  scenes::WallScene scene = scenes::make_wall_scene(name, walls, seed);
  std::vector<double> clearance;
  for (const scenes::Pocket& p : scene.pockets) clearance.push_back(p.clearance);
  const auto median = clearance.begin() + std::ptrdiff_t(clearance.size() / 2);
  std::nth_element(clearance.begin(), median, clearance.end());
  const double radius = *median / 4;
  return {std::move(scene.walls), {draw_starts(scene, movers, radius * 1.01, seed), radius}};
}

}  // namespace masu::test
