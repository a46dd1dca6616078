// SPDX-License-Identifier: MIT
// Fix<&masu_...>: arguments that depend on each other, for calls that would else never succeed.
#pragma once

#include <array>
#include <cstdint>

#include "tests/calls/draw.hpp"

namespace masu::test {

template <auto Function>
struct Fix {
  template <class... Args>
  static void apply(Draw&, Args&...) {}
};

constexpr std::uint32_t kTetrahedron[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

template <class V>
void fix_polyhedron(const V* points, std::size_t& n, const std::uint32_t* loops,
                    std::size_t& loop_count, const std::uint32_t* counts, std::size_t& faces) {
  auto* p = const_cast<V*>(points);
  p[0] = {0, 0, 0};
  p[1] = {1, 0, 0};
  p[2] = {0, 1, 0};
  p[3] = {0, 0, 1};
  for (int i = 0; i < 12; ++i) const_cast<std::uint32_t*>(loops)[i] = kTetrahedron[i];
  for (int i = 0; i < 4; ++i) const_cast<std::uint32_t*>(counts)[i] = 3;
  n = faces = 4;
  loop_count = 12;
}
// The boundary of a triangle, or of a tetrahedron.
template <class V>
void fix_mesh(const V* points, std::size_t& n, const std::uint32_t* corners, std::size_t& count) {
  auto* p = const_cast<V*>(points);
  auto* c = const_cast<std::uint32_t*>(corners);
  p[0] = {};
  p[1] = {};
  p[1].x = 1;
  p[2] = {};
  p[2].y = 1;
  if constexpr (requires { p->z; }) {
    p[3] = {0, 0, 1};
    n = 4;
    count = 12;
    for (int i = 0; i < 12; ++i) c[i] = kTetrahedron[i];
  } else {
    n = 3;
    count = 6;
    for (std::uint32_t i = 0; i < 6; ++i) c[i] = (i + 1) / 2 % 3;
  }
}
// 3 samples, or 3 by 3.
inline void fix_height_field(int dimension, const std::uint32_t* samples, std::size_t& count) {
  count = dimension == 2 ? 3 : 9;
  const_cast<std::uint32_t*>(samples)[0] = const_cast<std::uint32_t*>(samples)[1] = 3;
}
inline void fix_tiles(Draw& draw, int dimension, const std::uint32_t* size,
                      const std::uint8_t* tiles, std::size_t& count) {
  count = 0;
  auto* cells = const_cast<std::uint32_t*>(size);
  for (int a = 0; a < dimension; ++a) cells[a] = 2 + draw.below(2);
  if (tiles != nullptr) count = size[0] * size[1] * (dimension == 3 ? size[2] : 1);
}
// The identity.
template <class T>
void fix_matrix(int dimension, const T* matrix) {
  auto* m = const_cast<T*>(matrix);
  for (int i = 0; i < (dimension + 1) * (dimension + 1); ++i) m[i] = i % (dimension + 2) == 0;
}
// A body that a story made at its start, by number: hull, mesh, height field, tile grid, tapered
// capsule, custom shape, polygon or polyhedron, compound.
inline void fix_body(Draw& draw, std::size_t number, masu_body*& body) {
  const auto& bodies = draw.objects().all<masu_body>();
  if (number < bodies.size()) body = bodies[number];
}

#define MASU_FIX(function, parameters, ...) \
  template <>                               \
  struct Fix<&masu_##function> {            \
    template <class... Rest>                \
    static void apply parameters {          \
      __VA_ARGS__;                          \
    }                                       \
  }
#define MASU_FIXES(D, T, K)                                                                        \
  MASU_FIX(mesh_create_##K,                                                                        \
           (Draw&, const masu_vec_##K* p, std::size_t& n, const std::uint32_t* corners,            \
            std::size_t& count, Rest&...),                                                         \
           fix_mesh(p, n, corners, count));                                                        \
  MASU_FIX(hull_create_##K, (Draw & draw, const masu_vec_##K*, std::size_t& n, Rest&...),          \
           n = 8 + draw.below(9));                                                                 \
  MASU_FIX(compound_create_##K, (Draw & draw, const masu_child_##K*, std::size_t& n, Rest&...),    \
           n = 1 + draw.below(2));                                                                 \
  MASU_FIX(mesh_set_vertices_##K,                                                                  \
           (Draw & draw, masu_body * &body, const masu_vec_##K*, std::size_t& n, Rest&...),        \
           fix_body(draw, 1, body), n = D + 1);                                                    \
  MASU_FIX(height_field_create_##K,                                                                \
           (Draw&, const std::uint32_t* samples, const T*, const T*, std::size_t& n, Rest&...),    \
           fix_height_field(D, samples, n));                                                       \
  MASU_FIX(height_field_set_heights_##K,                                                           \
           (Draw & draw, masu_body * &body, const std::uint32_t*, const std::uint32_t* samples,    \
            const T*, std::size_t& n, Rest&...),                                                   \
           fix_body(draw, 2, body), n = 1, const_cast<std::uint32_t*>(samples)[0] = 1,             \
           const_cast<std::uint32_t*>(samples)[1] = 1);                                            \
  MASU_FIX(height_field_set_hole_##K, (Draw & draw, masu_body * &body, Rest & ...),                \
           fix_body(draw, 2, body));                                                               \
  MASU_FIX(tile_grid_create_##K,                                                                   \
           (Draw & draw, const std::uint32_t* size, masu_vec_##K& cell, const std::uint8_t* tiles, \
            std::size_t& n, Rest&...),                                                             \
           fix_tiles(draw, D, size, tiles, n), draw.fill("half", cell));                           \
  MASU_FIX(tile_grid_set_##K,                                                                      \
           (Draw & draw, masu_body * &body, const std::uint32_t* cell, Rest&...),                  \
           fix_body(draw, 3, body), const_cast<std::uint32_t*>(cell)[0] = 0,                       \
           const_cast<std::uint32_t*>(cell)[1] = 1, const_cast<std::uint32_t*>(cell)[2] = 0);      \
  MASU_FIX(compound_move_##K, (Draw & draw, masu_body * &body, std::uint32_t & child, Rest & ...), \
           fix_body(draw, 7, body), child = 0);                                                    \
  MASU_FIX(mesh_signed_distance_##K, (Draw & draw, const masu_body*& mesh, Rest&...),              \
           fix_body(draw, 1, const_cast<masu_body*&>(mesh)));                                      \
  MASU_FIX(pose_from_column_major_##K, (Draw&, const T* matrix, Rest&...), fix_matrix(D, matrix)); \
  MASU_FIX(world_create_##K, (Draw & draw, const masu_world_options* o, Rest&...),                 \
           if (o != nullptr && draw.below(2) == 0) const_cast<masu_world_options*>(o)->detail =    \
               MASU_VOLUMES);                                                                      \
  MASU_FIX(world_volume_##K,                                                                       \
           (Draw&, const masu_world*, const masu_pair*, std::size_t& contact, Rest&...),           \
           contact = 0);                                                                           \
  MASU_FIX(world_move_many_##K,                                                                    \
           (Draw & draw, masu_world*, const masu_handle*, const masu_pose_##K*, std::size_t& n),   \
           n = 1 + draw.below(3));                                                                 \
  MASU_FIX(broad_phase_refit_##K,                                                                  \
           (Draw&, masu_broad_phase * p, const masu_aabb_##K*, std::size_t& n),                    \
           n = masu_broad_phase_size(p))

MASU_FIXES(2, float, 2f);
MASU_FIXES(3, float, 3f);
MASU_FIXES(2, double, 2d);
MASU_FIXES(3, double, 3d);
MASU_FIX(body_set_user_data, (Draw & draw, masu_body*& body, const std::uint64_t*, std::size_t& n),
         fix_body(draw, 1, body), n = draw.below(2) == 0 ? 3 : 4);
MASU_FIX(body_release, (Draw & draw, masu_body*& body),
         if (draw.objects().all<masu_body>().size() <= Objects::kFirst) body = nullptr);
#define MASU_FIXES_2(K)                                                                         \
  MASU_FIX(polygon_create_##K, (Draw&, const masu_vec_##K* p, std::size_t& n, Rest&...), n = 3, \
           const_cast<masu_vec_##K*>(p)[0] = {0, 0}, const_cast<masu_vec_##K*>(p)[1] = {1, 0},  \
           const_cast<masu_vec_##K*>(p)[2] = {0, 1})
MASU_FIXES_2(2f);
MASU_FIXES_2(2d);
#undef MASU_FIXES_2
#undef MASU_FIXES
#undef MASU_FIX

template <class V>
struct FixPolyhedron {
  template <class... Rest>
  static void apply(Draw&, const V* points, std::size_t& n, const std::uint32_t* loops,
                    std::size_t& loop_count, const std::uint32_t* counts, std::size_t& faces,
                    Rest&...) {
    fix_polyhedron(points, n, loops, loop_count, counts, faces);
  }
};
template <>
struct Fix<&masu_polyhedron_create_3f> : FixPolyhedron<masu_vec_3f> {};
template <>
struct Fix<&masu_polyhedron_create_3d> : FixPolyhedron<masu_vec_3d> {};

}  // namespace masu::test
