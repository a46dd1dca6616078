// SPDX-License-Identifier: MIT
// Declarations that the code blocks of the pages use.
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

}  // namespace
