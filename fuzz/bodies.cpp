// SPDX-License-Identifier: MIT
// Meshes, height fields, tile grids and compounds of arbitrary numbers, compared with a test of
// each of their sub-shapes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <masu/core/answered.hpp>
#include <masu/core/assert.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/point_query.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/shapes/aabb_of.hpp>

#include "fuzz/fuzz_shape.hpp"

namespace masu::fuzz {
namespace {

template <int D, class T>
struct Part {
  std::uint32_t id;
  ShapeView<D, T> shape;
  Transform<D, T> pose;  // in the frame of the body
  bool is_child;         // of a compound
};

// All sub-shapes, each visited once.
template <int D, class T, class B>
std::vector<Part<D, T>> parts_of(const B& body) {
  std::vector<Part<D, T>> parts;
  const auto all = [&](std::uint32_t id, const SubShape<D, T>& s) {
    for (const auto& p : parts) MASU_ASSERT(p.id != id);
    parts.push_back(
        {id, s.shape, s.pose == nullptr ? Transform<D, T>{} : *s.pose, s.pose != nullptr});
    return true;
  };
  MASU_ASSERT(body.for_each_sub_shape(body.bounds(), all).status == Status::ok);
  return parts;
}

template <int D, class T>
Aabb<D, double> larger(const Aabb<D, T>& box, double share) {
  double more = 0;
  for (int a = 0; a < D; ++a) {
    more += share * (std::fabs(double(box.min[a])) + std::fabs(double(box.max[a])));
  }
  Aabb<D, double> r{vec_cast<double>(box.min), vec_cast<double>(box.max)};
  for (int a = 0; a < D; ++a) r.min[a] -= more, r.max[a] += more;
  return r;
}

// The sub-shapes that a box finds are those whose boxes overlap it. Those of a compound's children
// are larger by the rounding of their poses.
template <int D, class T, class B>
void ask_box(const B& body, const std::vector<Part<D, T>>& parts, FuzzInput& bytes) {
  const Aabb<D, T> box = bytes.box<D, T>();
  std::vector<std::uint32_t> found;
  const auto take = [&](std::uint32_t id, const SubShape<D, T>&) {
    found.push_back(id);
    return true;
  };
  (void)body.for_each_sub_shape(box, take);
  std::sort(found.begin(), found.end());
  MASU_ASSERT(std::adjacent_find(found.begin(), found.end()) == found.end());
  for (const auto& p : parts) {
    const bool there = std::binary_search(found.begin(), found.end(), p.id);
    const Aabb<D, T> at_least = aabb_of(p.shape, p.pose);
    const bool may =
        p.is_child ? overlaps(larger(at_least, 0x1p-44), larger(box, 0)) : overlaps(at_least, box);
    MASU_ASSERT(bytes.far() || (there ? may : !overlaps(at_least, box)));
  }
}

// `body` is where it was built: results have the bits of the nearest or first sub-shape.
template <int D, class T, class B>
void ask_at_home(const B& body, const std::vector<Part<D, T>>& parts, FuzzInput& bytes) {
  const Transform<D, T> home{};
  const Vec<D, T> point = bytes.position<D, T>();
  const Ray<D, T> ray{point, bytes.position<D, T>(), bytes.size<T>()};
  const auto cast = ray_cast(body, home, ray);
  const auto near = closest_point(body, home, point);
  bool any = false;
  T first = 0;
  T least = std::numeric_limits<T>::infinity();
  for (const auto& p : parts) {
    const auto c = ray_cast(p.shape, p.pose, ray);
    if (c.hit && (!any || c.t < first)) any = true, first = c.t;
    const auto n = closest_point(p.shape, p.pose, point);
    if (answered(n.status)) least = std::min(least, n.distance);
  }
  if (bytes.far()) return;
  if (answered(cast.status)) MASU_ASSERT(cast.hit == any && (!any || cast.t == first));
  if (near.status == Status::ok) MASU_ASSERT(near.distance == least);
}

// Anywhere, with any shape: distances agree up to rounding.
template <int D, class T, class B>
void ask_pair(const B& body, const std::vector<Part<D, T>>& parts, FuzzInput& bytes) {
  const FuzzShape<D, T> shape(bytes);
  const Transform<D, T> pose = bytes.transform<D, T>();
  const Transform<D, T> other = bytes.transform<D, T>();
  const Vec<D, T> displacement = bytes.position<D, T>();
  const auto s = distance(body, pose, shape.view(), other);
  const auto back = distance(shape.view(), other, body, pose);
  const auto touch = intersects(body, pose, shape.view(), other);
  const auto cast = shape_cast(body, pose, shape.view(), other, displacement);
  MASU_ASSERT(answered(s.status) ? s.status == back.status : !answered(back.status));
  MASU_ASSERT(cast.t >= 0 && cast.t <= 1);
  Buffer<SubShapeContact<D, T>> list;
  (void)contacts(body, pose, shape.view(), other, list);
  for (const auto& c : list) MASU_ASSERT(has(parts, c.sub_shape_a));
  if (s.status != Status::ok || bytes.far()) return;
  MASU_ASSERT(s.distance == back.distance && s.sub_shape_a == back.sub_shape_b);
  MASU_ASSERT(has(parts, s.sub_shape_a) && s.lower <= s.distance && s.distance <= s.upper);
  if (s.lower > 0) MASU_ASSERT(!answered(touch.status) || !touch.overlapping);
  for (const auto& p : parts) {
    if (!(p.pose == Transform<D, T>{})) continue;  // two poses in one
    const auto one = distance(p.shape, pose, shape.view(), other);
    // Both have bounds, which hold: no sub-shape is certainly nearer.
    if (one.status == Status::ok) MASU_ASSERT(!(one.upper < s.lower));
  }
}
template <int D, class T>
bool has(const std::vector<Part<D, T>>& parts, std::uint32_t id) {
  for (const auto& p : parts) {
    if (p.id == id) return true;
  }
  return false;
}

template <int D, class T, class B>
void ask(const B& body, FuzzInput& bytes) {
  const auto parts = parts_of<D, T>(body);
  for (int i = 0; i < 6 && !bytes.empty(); ++i) {
    switch (bytes.byte() % 4) {
      case 0: ask_box<D, T>(body, parts, bytes); break;
      case 1: ask_at_home<D, T>(body, parts, bytes); break;
      default: ask_pair<D, T>(body, parts, bytes); break;
    }
  }
}

template <int D, class T>
void ask_mesh(FuzzInput& bytes) {
  std::vector<Vec<D, T>> vertices(3 + bytes.below(14));
  std::vector<std::uint32_t> corners((1 + bytes.below(12)) * D);
  for (auto& v : vertices) v = bytes.position<D, T>();
  for (auto& c : corners) c = bytes.below(std::uint32_t(vertices.size() + (bytes.far() ? 1 : 0)));
  SurfaceMesh<D, T> mesh;
  if (mesh.build(vertices, corners) != Status::ok) return;
  MASU_ASSERT((parts_of<D, T>(mesh).size() == mesh.sub_shape_count()));
  ask<D, T>(mesh, bytes);
  for (auto& v : vertices) v = bytes.position<D, T>();
  if (mesh.set_vertices(vertices) == Status::ok) ask<D, T>(mesh, bytes);
}

template <int D, class T>
void ask_field(FuzzInput& bytes) {
  typename HeightField<D, T>::Cell samples;
  typename HeightField<D, T>::Spacing spacing;
  std::size_t count = 1;
  for (int a = 0; a < D - 1; ++a) {
    samples[a] = 2 + bytes.below(4);
    spacing[a] = bytes.size<T>();
    count *= samples[a];
  }
  std::vector<T> heights(count);
  for (T& h : heights) h = bytes.number<T>();
  HeightField<D, T> field;
  if (field.build(samples, spacing, heights) != Status::ok) return;
  ask<D, T>(field, bytes);
  typename HeightField<D, T>::Cell cell;
  for (int a = 0; a < D - 1; ++a) cell[a] = bytes.below(5);
  (void)field.set_hole(cell, true);
  ask<D, T>(field, bytes);
}

template <int D, class T>
void ask_grid(FuzzInput& bytes) {
  typename TileGrid<D, T>::Cell size;
  Vec<D, T> edge;
  std::size_t count = 1;
  for (int a = 0; a < D; ++a) {
    size[a] = 1 + bytes.below(4);
    edge[a] = bytes.size<T>();
    count *= size[a];
  }
  std::vector<Tile> tiles(count);
  for (Tile& t : tiles) t = static_cast<Tile>(bytes.byte() % 8);
  TileGrid<D, T> grid;
  if (grid.build(size, edge, tiles) != Status::ok) return;
  MASU_ASSERT((parts_of<D, T>(grid).size() == grid.tile_count()));
  ask<D, T>(grid, bytes);
}

template <int D, class T>
void ask_compound(FuzzInput& bytes) {
  std::vector<std::unique_ptr<FuzzShape<D, T>>> shapes(1 + bytes.below(10));
  std::vector<Child<D, T>> children;
  for (auto& s : shapes) {
    s = std::make_unique<FuzzShape<D, T>>(bytes);
    children.push_back({s->view(), {bytes.position<D, T>(), {}}});
  }
  Compound<D, T> compound;
  if (compound.build(children) != Status::ok) return;
  MASU_ASSERT((parts_of<D, T>(compound).size() == compound.child_count()));
  ask<D, T>(compound, bytes);
  (void)compound.move(bytes.below(10), bytes.transform<D, T>());
  const auto parts = parts_of<D, T>(compound);
  ask_pair<D, T>(compound, parts, bytes);
}

template <int D, class T>
void ask_any(FuzzInput& bytes) {
  switch (bytes.byte() % 4) {
    case 0: ask_mesh<D, T>(bytes); break;
    case 1: ask_field<D, T>(bytes); break;
    case 2: ask_grid<D, T>(bytes); break;
    default: ask_compound<D, T>(bytes); break;
  }
}

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  switch (bytes.byte() % 4) {
    case 0: masu::fuzz::ask_any<2, float>(bytes); break;
    case 1: masu::fuzz::ask_any<3, float>(bytes); break;
    case 2: masu::fuzz::ask_any<2, double>(bytes); break;
    default: masu::fuzz::ask_any<3, double>(bytes);
  }
  return 0;
}
