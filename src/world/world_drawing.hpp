// SPDX-License-Identifier: MIT
// Draws a world by a DebugDraw whose functions are set.
#pragma once

#include <masu/world/debug_draw.hpp>
#include <masu/world/world_pair.hpp>
#include <masu/world/world_volume.hpp>

#include "world/object_index.hpp"

namespace masu::detail {

// Draws the boxes of objects, and of the tree that answers queries.
template <int D, class T>
void draw_boxes(const DebugDraw<D, T>& draw, const ObjectStore<D, T>& objects,
                const ObjectIndex<D, T>& index) {
  for (std::uint32_t i = 0; i < objects.slots(); ++i) {
    if (!objects.alive(i)) continue;
    const bool sensor = objects.has(i, kSensor);
    draw.box(draw.context, objects.slot(i).box, sensor ? DrawKind::sensor : DrawKind::object);
  }
  index.for_each_node(objects,
                      [&](const Aabb<D, T>& box) { draw.box(draw.context, box, DrawKind::node); });
}

// Draws a closed polygon; corner(k) is the k-th of `count`.
template <int D, class T, class Corner>
void draw_loop(const DebugDraw<D, T>& draw, std::size_t count, Corner&& corner) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t next = k + 1 < count ? k + 1 : 0;
    draw.line(draw.context, corner(k), corner(next), DrawKind::corner);
  }
}

// Draws a contact: the line between the surfaces, the contact area, and the faces of the volume.
template <int D, class T>
void draw_contact(const DebugDraw<D, T>& draw, const Separation<D, T>& s,
                  std::span<const ManifoldPoint<D, T>> area, const WorldVolume<D, T>& volume) {
  draw.line(draw.context, s.point_a, s.point_b, DrawKind::contact);
  draw.line(draw.context, s.point_a, s.point_a + s.normal * draw.normal_length, DrawKind::normal);
  draw_loop(draw, area.size(), [&](std::size_t k) { return area[k].point_a; });
  for (const VolumeLoop& face : volume.faces) {
    const auto loop = volume.corners(face);
    draw_loop(draw, loop.size(), [&](std::size_t k) { return volume.vertices[loop[k]]; });
  }
}

}  // namespace masu::detail
