// SPDX-License-Identifier: MIT
// What the blocks of the pages take for granted.
#pragma once

#include <vector>

#include <masu/masu.hpp>

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

[[maybe_unused]] const std::vector<masu::Vec3f> points;
[[maybe_unused]] const std::vector<masu::Vec3d> vertices;
[[maybe_unused]] const std::vector<std::uint32_t> corners;
[[maybe_unused]] const masu::ConvexPolyhedron<double> a, b;
[[maybe_unused]] const masu::Transform3d at_a, at_b;
[[maybe_unused]] const masu::TriangleMesh<float> mesh;
[[maybe_unused]] const masu::WallChains<float> chains;
[[maybe_unused]] const masu::Mover<float> mover;
[[maybe_unused]] masu::Vec3f velocity;
[[maybe_unused]] const float dt = 1.0f / 60;
[[maybe_unused]] const bool running = false;

}  // namespace
