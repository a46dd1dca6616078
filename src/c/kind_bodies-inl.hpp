// SPDX-License-Identifier: MIT
// The calls of shapes and bodies that kind.h declares, in the form of kind_world-inl.hpp.
#include <algorithm>

#include <masu/core/rotation_matrix.hpp>
#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/check.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/sphere.hpp>

#include "c/body.hpp"
#include "c/kind-inl.hpp"

using namespace masu;
using namespace masu::c;

namespace {

using CVec = MASU_OF(vec);
using CPose = MASU_OF(pose);
using CShape = MASU_OF(shape);

CShape value(const ShapeView<kD, Real>& view) {
  return plain_shape<CShape>(WorldShape<kD, Real>{view}, nullptr);
}
template <class S, class Build>
masu_status create(const masu_allocator* allocator, masu_body** made, Build&& build) {
  return create_body<kD, Real, S>(allocator, made, build);
}
CellCoords<kD - 1> ground(const uint32_t* cell) {
  CellCoords<kD - 1> c{};
  for (int a = 0; a < kD - 1; ++a) c[a] = cell[a];
  return c;
}
CellCoords<kD> cell_of(const uint32_t* cell) {
  CellCoords<kD> c{};
  for (int a = 0; a < kD; ++a) c[a] = cell[a];
  return c;
}
}  // namespace

extern "C" {

// --- Shapes --------------------------------------------------------------------------------------

CPose MASU_OF(pose_at)(CVec translation) {
  return plain(Transform<kD, Real>{cpp(translation), {}});
}
#if MASU_DIMENSION == 2
MASU_OF(rotation) MASU_OF(rotation_from_angle)(Real radians) {
  return plain(rotation_from_angle(radians));
}
CPose MASU_OF(pose_look_at)(CVec eye, CVec target) {
  return plain(look_at(cpp(eye), cpp(target)));
}
#else
MASU_OF(rotation) MASU_OF(rotation_from_axis_angle)(CVec axis, Real radians) {
  return plain(rotation_from_axis_angle(cpp(axis), radians));
}
CPose MASU_OF(pose_look_at)(CVec eye, CVec target, CVec up) {
  return plain(look_at(cpp(eye), cpp(target), cpp(up)));
}
#endif
CPose MASU_OF(pose_compose)(CPose parent, CPose child) {
  return plain(cpp(parent) * cpp(child));
}
CPose MASU_OF(pose_inverse)(CPose pose) {
  return plain(inverse(cpp(pose)));
}
CVec MASU_OF(pose_to_world)(CPose pose, CVec point) {
  return plain(to_world(cpp(pose), cpp(point)));
}
CVec MASU_OF(pose_to_local)(CPose pose, CVec point) {
  return plain(to_local(cpp(pose), cpp(point)));
}
masu_status MASU_OF(pose_from_column_major)(const Real* matrix, CPose* pose) {
  if (matrix == nullptr || pose == nullptr) return MASU_OUT_OF_RANGE;
  constexpr std::size_t kSize = (kD + 1) * (kD + 1);
  const auto r = transform_from_column_major<kD, Real>(std::span<const Real, kSize>(matrix, kSize));
  cpp(*pose) = r.transform;
  return static_cast<masu_status>(r.status);
}
masu_status MASU_OF(pose_to_column_major)(const CPose* pose, Real* matrix) {
  if (pose == nullptr || matrix == nullptr) return MASU_OUT_OF_RANGE;
  const auto numbers = to_column_major(cpp(*pose));
  std::copy(numbers.begin(), numbers.end(), matrix);
  return MASU_OK;
}
CShape MASU_OF(point)(CVec position) {
  return value(Point<kD, Real>{cpp(position)}.view());
}
CShape MASU_OF(sphere)(Real radius, CVec center) {
  return value(Sphere<kD, Real>{radius, cpp(center)}.view());
}
CShape MASU_OF(capsule)(CVec a, CVec b, Real radius) {
  return value(Capsule<kD, Real>{cpp(a), cpp(b), radius}.view());
}
CShape MASU_OF(segment)(CVec a, CVec b) {
  return value(Segment<kD, Real>{cpp(a), cpp(b)}.view());
}
CShape MASU_OF(triangle)(CVec a, CVec b, CVec c) {
  return value(Triangle<kD, Real>{cpp(a), cpp(b), cpp(c)}.view());
}
CShape MASU_OF(box)(CVec half_extents, CVec center) {
  return value(Box<kD, Real>{cpp(half_extents), cpp(center)}.view());
}
CShape MASU_OF(rounded_box)(CVec half_extents, Real radius, CVec center) {
  return value(rounded_box<kD, Real>(cpp(half_extents), radius, cpp(center)).view());
}
CShape MASU_OF(ellipsoid)(CVec half_axes) {
  return value(Ellipsoid<kD, Real>{cpp(half_axes)}.view());
}
CShape MASU_OF(half_space)(CVec normal, Real offset) {
  return value(HalfSpace<kD, Real>{cpp(normal), offset}.view());
}
#if MASU_DIMENSION == 3
CShape MASU_OF(cylinder)(Real radius, Real half_height) {
  return value(Cylinder<Real>{radius, half_height}.view());
}
CShape MASU_OF(cone)(Real radius, Real half_height) {
  return value(Cone<Real>{radius, half_height}.view());
}
#endif
CShape MASU_OF(shape_of)(const masu_body* body) {
  CShape shape{};
  shape.kind = MASU_BODY;
  shape.body = body;
  return shape;
}

// --- Bodies --------------------------------------------------------------------------------------

masu_status MASU_OF(hull_create)(const CVec* points, size_t count, const masu_allocator* allocator,
                                 masu_body** made) {
  if (!readable(points, count)) return MASU_OUT_OF_RANGE;
  return create<ConvexPolytope<kD, Real>>(allocator, made, [&](auto& body) {
    const std::span<const Vec<kD, Real>> all_points(cpp(points), count);
    const Allocator memory = body.memory().allocator();
#if MASU_DIMENSION == 2
    return polygon_of(all_points, body.object, memory);
#else
    return polyhedron_of(all_points, body.object, memory);
#endif
  });
}
#if MASU_DIMENSION == 2
masu_status MASU_OF(polygon_create)(const CVec* corners, size_t count,
                                    const masu_allocator* allocator, masu_body** made) {
  if (!readable(corners, count)) return MASU_OUT_OF_RANGE;
  return create<ConvexPolygon<Real>>(allocator, made, [&](auto& body) {
    return body.object.build({cpp(corners), count});
  });
}
#else
masu_status MASU_OF(polyhedron_create)(const CVec* points, size_t point_count,
                                       const uint32_t* loops, size_t loop_count,
                                       const uint32_t* counts, size_t face_count,
                                       const masu_allocator* allocator, masu_body** made) {
  if (!readable(points, point_count) || !readable(loops, loop_count) ||
      !readable(counts, face_count)) {
    return MASU_OUT_OF_RANGE;
  }
  return create<ConvexPolyhedron<Real>>(allocator, made, [&](auto& body) {
    return body.object.build({cpp(points), point_count}, {loops, loop_count}, {counts, face_count});
  });
}
#endif

masu_status MASU_OF(mesh_create)(const CVec* vertices, size_t vertex_count, const uint32_t* corners,
                                 size_t corner_count, const masu_allocator* allocator,
                                 masu_body** made) {
  if (!readable(vertices, vertex_count) || !readable(corners, corner_count)) {
    return MASU_OUT_OF_RANGE;
  }
  return create<SurfaceMesh<kD, Real>>(allocator, made, [&](auto& body) {
    return body.object.build({cpp(vertices), vertex_count}, {corners, corner_count});
  });
}
masu_status MASU_OF(mesh_set_vertices)(masu_body* mesh, const CVec* vertices, size_t count) {
  if (!readable(vertices, count)) return MASU_OUT_OF_RANGE;
  return change_body<kD, Real, SurfaceMesh<kD, Real>>(mesh, [&](auto& m) {
    return m.set_vertices({cpp(vertices), count});
  });
}

masu_status MASU_OF(height_field_create)(const uint32_t* samples, const Real* spacing,
                                         const Real* heights, size_t count,
                                         const masu_allocator* allocator, masu_body** made) {
  if (!all(samples, spacing) || !readable(heights, count)) return MASU_OUT_OF_RANGE;
  Vec<kD - 1, Real> between{};
  for (int a = 0; a < kD - 1; ++a) between[a] = spacing[a];
  return create<HeightField<kD, Real>>(allocator, made, [&](auto& body) {
    return body.object.build(ground(samples), between, std::span<const Real>(heights, count));
  });
}
masu_status MASU_OF(height_field_set_heights)(masu_body* field, const uint32_t* first,
                                              const uint32_t* samples, const Real* heights,
                                              size_t count) {
  if (!all(first, samples) || !readable(heights, count)) return MASU_OUT_OF_RANGE;
  return change_body<kD, Real, HeightField<kD, Real>>(field, [&](auto& f) {
    return f.set_heights(ground(first), ground(samples), {heights, count});
  });
}
masu_status MASU_OF(height_field_set_hole)(masu_body* field, const uint32_t* cell, int hole) {
  if (cell == nullptr) return MASU_OUT_OF_RANGE;
  return change_body<kD, Real, HeightField<kD, Real>>(
      field, [&](auto& f) { return f.set_hole(ground(cell), hole != 0); });
}

masu_status MASU_OF(tile_grid_create)(const uint32_t size[kD], CVec cell_size, const uint8_t* tiles,
                                      size_t count, const masu_allocator* allocator,
                                      masu_body** made) {
  if (size == nullptr || !readable(tiles, count)) return MASU_OUT_OF_RANGE;
  return create<TileGrid<kD, Real>>(allocator, made, [&](auto& body) {
    if (tiles == nullptr) return body.object.build(cell_of(size), cpp(cell_size));
    const std::span<const Tile> all_tiles(reinterpret_cast<const Tile*>(tiles), count);
    return body.object.build(cell_of(size), cpp(cell_size), all_tiles);
  });
}
masu_status MASU_OF(tile_grid_set)(masu_body* grid, const uint32_t cell[kD], uint8_t tile) {
  if (cell == nullptr) return MASU_OUT_OF_RANGE;
  return change_body<kD, Real, TileGrid<kD, Real>>(
      grid, [&](auto& g) { return g.set(cell_of(cell), static_cast<Tile>(tile)); });
}

masu_status MASU_OF(compound_create)(const MASU_OF(child) * children, size_t count,
                                     const masu_allocator* allocator, masu_body** made) {
  if (!readable(children, count)) return MASU_OUT_OF_RANGE;
  return create<Compound<kD, Real>>(allocator, made, [&](auto& body) {
    Buffer<Child<kD, Real>> parts(body.memory().allocator());
    if (!parts.reserve(count) || !body.parts.reserve(count)) return code(Status::out_of_memory);
    for (size_t i = 0; i < count; ++i) {
      WorldShape<kD, Real> shape;
      masu_body* part = nullptr;
      const masu_status status = read_shape(children[i].shape, shape, part);
      if (status != MASU_OK) return status;
      if (shape.is_composite()) return masu_status(MASU_OUT_OF_RANGE);
      (void)parts.push_back({shape.convex, cpp(children[i].pose)});
      if (part == nullptr) continue;
      part->hold();
      (void)body.parts.push_back(part);
    }
    return code(body.object.build({parts.data(), parts.size()}));
  });
}
masu_status MASU_OF(compound_move)(masu_body* compound, uint32_t child, const CPose* pose) {
  if (pose == nullptr) return MASU_OUT_OF_RANGE;
  return change_body<kD, Real, Compound<kD, Real>>(
      compound, [&](auto& c) { return c.move(child, cpp(*pose)); });
}

masu_status MASU_OF(tapered_capsule_create)(CVec a, Real radius_a, CVec b, Real radius_b,
                                            const masu_allocator* allocator, masu_body** made) {
  return create<OwnTaperedCapsule<kD, Real>>(allocator, made, [&](auto& body) {
    body.object.shape = {cpp(a), radius_a, cpp(b), radius_b};
    return check(body.object.shape);
  });
}
masu_status MASU_OF(custom_create)(MASU_OF(support) support, void* context,
                                   const masu_allocator* allocator, masu_body** made) {
  if (support == nullptr) return MASU_OUT_OF_RANGE;
  return create<CustomShape<kD, Real>>(allocator, made, [&](auto& body) {
    const auto call = [](void (*f)(), void* with, const Vec<kD, Real>& direction) {
      return cpp(reinterpret_cast<MASU_OF(support)>(f)(with, plain(&direction)));
    };
    body.object.set(call, reinterpret_cast<void (*)()>(support), context);
    return Status::ok;
  });
}

}  // extern "C"
