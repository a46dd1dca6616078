// SPDX-License-Identifier: MIT
// Declarations that the code blocks of pages and headers use.
#pragma once

#include <vector>

#include <masu/masu.hpp>
#include <masu/textbook/all_walls.hpp>
#include <masu/textbook/boxed_walls.hpp>
#include <masu/textbook/bsp_tree.hpp>
#include <masu/textbook/complete_tree.hpp>
#include <masu/textbook/gift_wrapping3.hpp>
#include <masu/textbook/lin_canny.hpp>
#include <masu/textbook/plain_gjk.hpp>
#include <masu/textbook/plain_pass.hpp>
#include <masu/textbook/projection_groups.hpp>
#include <masu/textbook/separating_axis.hpp>
#include <masu/textbook/sorts.hpp>
#include <masu/textbook/spherical_region.hpp>
#include <masu/textbook/v_clip.hpp>
#include <masu/textbook/wall_groups.hpp>

namespace {

template <class... Any>
void draw(Any&&...) {}
template <class... Any>
void use(Any&&...) {}
template <class... Any>
void show(Any&&...) {}
template <class... Any>
void push(Any&&...) {}
template <class... Any>
void bounce(Any&&...) {}
template <class... Any>
void stand_on(Any&&...) {}
template <class... Any>
void hit(Any&&...) {}
template <class... Any>
void hurt(Any&&...) {}

struct MyBox {
  float corner[2][3];
};

[[maybe_unused]] const std::vector<masu::Vec3f> points;
[[maybe_unused]] const std::vector<masu::Vec3d> vertices;
[[maybe_unused]] const std::vector<std::uint32_t> corners;
[[maybe_unused]] const masu::ConvexPolyhedron<double> a, b;
[[maybe_unused]] const masu::Transform3d pose_a, pose_b;
[[maybe_unused]] const masu::TriangleMesh<float> mesh;
[[maybe_unused]] const masu::WallChains<float> chains;
[[maybe_unused]] const masu::Mover<float> mover;
[[maybe_unused]] const masu::World<3> world;
[[maybe_unused]] masu::CapsuleMover<3, float> hero;
[[maybe_unused]] const masu::Handle hero_handle, platform;
[[maybe_unused]] const masu::SlideOptions<3, float> slide_options;
[[maybe_unused]] constexpr std::uint64_t kHeroes = 1, kSolid = 2;
[[maybe_unused]] constexpr std::uint64_t kGrass = 1, kGlass = 2;
[[maybe_unused]] masu::Vec3f velocity;
[[maybe_unused]] const float dt = 1.0f / 60;
[[maybe_unused]] const bool running = false;

// Of headers.
[[maybe_unused]] const std::vector<masu::Aabb2f> boxes;
[[maybe_unused]] const masu::Aabb2f box{}, moved_box{}, window{};
[[maybe_unused]] const std::vector<std::byte> bytes;
[[maybe_unused]] const masu::Vec3f origin{}, direction{};
[[maybe_unused]] const masu::Ray<3, float> ray{};
[[maybe_unused]] const masu::BlockTarget<std::uint32_t> target{nullptr, nullptr};
[[maybe_unused]] masu::PairList list_of_pairs;
[[maybe_unused]] const masu::PairTarget sink(list_of_pairs);
[[maybe_unused]] const float xyxy[4] = {};
[[maybe_unused]] const std::size_t count = 1;
[[maybe_unused]] const masu::Corridor<float> corridor;
[[maybe_unused]] std::vector<masu::Mover<float>> movers;
[[maybe_unused]] const std::vector<masu::Vec2f> points2, centers, steps, outline;
[[maybe_unused]] std::vector<masu::MoveResult<float>> results;
[[maybe_unused]] std::vector<masu::NearestWall<float>> nearest_walls;
[[maybe_unused]] const std::vector<masu::Segment<2, float>> walls;
[[maybe_unused]] const std::vector<masu::Hyperplane<2, double>> half_planes;
[[maybe_unused]] const std::vector<masu::Hyperplane<3, double>> half_spaces;
[[maybe_unused]] const masu::ContactVolume<3, double> contact;
[[maybe_unused]] const std::vector<float> heights;
[[maybe_unused]] const std::vector<std::uint32_t> counts;
[[maybe_unused]] const std::vector<masu::BspFace<2, float>> faces;
[[maybe_unused]] const masu::Box<3, float> crate{{1, 1, 1}};
[[maybe_unused]] const masu::Transform3f crate_pose;
[[maybe_unused]] const masu::OneBody<3, float> obstacles(mesh, {});
[[maybe_unused]] const std::vector<masu::ObstacleMotion<3, float>> moved;
[[maybe_unused]] constexpr int kGhost = 0, kWall = 1, kHero = 2;

}  // namespace
