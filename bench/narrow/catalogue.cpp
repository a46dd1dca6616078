// SPDX-License-Identifier: MIT
#include "catalogue.hpp"

#include <stdexcept>

namespace masu_bench::narrow {
namespace {

constexpr auto kSphere = MASU_NARROW_SPHERE;
constexpr auto kCapsule = MASU_NARROW_CAPSULE;
constexpr auto kBox = MASU_NARROW_BOX;
constexpr auto kCylinder = MASU_NARROW_CYLINDER;
constexpr auto kPolytope = MASU_NARROW_POLYTOPE;
constexpr auto kDistance = MASU_NARROW_DISTANCE;
constexpr auto kPenetration = MASU_NARROW_PENETRATION;
constexpr auto kManifold = MASU_NARROW_MANIFOLD;
constexpr double kPrimitives = 3, kFlat = 1.5;

// Adds both placements of two primitives.
void add(std::vector<RowKind>& rows, const char* apart, const char* overlap, int dim,
         masu_narrow_kind a, masu_narrow_kind b, bool warm, double goal) {
  rows.push_back({.name = apart,
                  .dim = dim,
                  .a = a,
                  .b = b,
                  .question = kDistance,
                  .placement = Placement::apart,
                  .warm = warm,
                  .goal = goal,
                  .warm_goal = goal});
  rows.push_back({.name = overlap,
                  .dim = dim,
                  .a = a,
                  .b = b,
                  .question = kPenetration,
                  .placement = Placement::overlap,
                  .warm = warm,
                  .goal = goal,
                  .warm_goal = goal});
}

void add_solid(std::vector<RowKind>& rows) {
  const std::vector<std::uint64_t> sizes{8, 32, 128, 1000};
  rows.push_back({"polyhedra_apart",
                  3,
                  kPolytope,
                  kPolytope,
                  kDistance,
                  Placement::apart,
                  sizes,
                  true,
                  2,
                  5,
                  {250, 500, 700, 1000},
                  100});
  rows.push_back({"polyhedra_deep", 3, kPolytope, kPolytope, kPenetration, Placement::deep, sizes,
                  true, 2, 2});
  rows.push_back({"polyhedra_touch", 3, kPolytope, kPolytope, MASU_NARROW_INTERSECTS,
                  Placement::mixed, sizes, true});
  add(rows, "sphere_sphere_apart", "sphere_sphere_overlap", 3, kSphere, kSphere, false,
      kPrimitives);
  add(rows, "sphere_capsule_apart", "sphere_capsule_overlap", 3, kSphere, kCapsule, false,
      kPrimitives);
  add(rows, "sphere_box_apart", "sphere_box_overlap", 3, kSphere, kBox, false, kPrimitives);
  add(rows, "capsule_capsule_apart", "capsule_capsule_overlap", 3, kCapsule, kCapsule, false,
      kPrimitives);
  add(rows, "capsule_box_apart", "capsule_box_overlap", 3, kCapsule, kBox, true, kPrimitives);
  add(rows, "box_box_apart", "box_box_overlap", 3, kBox, kBox, true, kPrimitives);
  rows.push_back({"box_box_touch",
                  3,
                  kBox,
                  kBox,
                  MASU_NARROW_INTERSECTS,
                  Placement::mixed,
                  {0},
                  false,
                  kPrimitives});
  rows.push_back({"box_box_manifold",
                  3,
                  kBox,
                  kBox,
                  kManifold,
                  Placement::resting,
                  {0},
                  false,
                  kPrimitives,
                  0,
                  {300}});
  add(rows, "cylinder_cylinder_apart", "cylinder_cylinder_overlap", 3, kCylinder, kCylinder, true,
      0);
  rows.push_back(
      {"polyhedra_cast", 3, kPolytope, kPolytope, MASU_NARROW_CAST, Placement::approach, {32}});
  rows.push_back({"box_box_impact", 3, kBox, kBox, MASU_NARROW_IMPACT, Placement::approach});
  rows.push_back({"ray_sphere", 3, kSphere, kSphere, MASU_NARROW_RAY, Placement::aimed});
  rows.push_back({"ray_box", 3, kBox, kBox, MASU_NARROW_RAY, Placement::aimed});
  rows.push_back(
      {"ray_polyhedron", 3, kPolytope, kPolytope, MASU_NARROW_RAY, Placement::aimed, {32, 1000}});
  rows.push_back({"support",
                  3,
                  kPolytope,
                  kPolytope,
                  MASU_NARROW_SUPPORT,
                  Placement::aimed,
                  {32, 128, 1000},
                  true});
}

void add_meshes(std::vector<RowKind>& rows) {
  constexpr auto kMesh = MASU_NARROW_MESH;
  const auto add_mesh = [&](const char* name, masu_narrow_question question, std::uint64_t n) {
    rows.push_back({.name = name,
                    .dim = 3,
                    .a = kMesh,
                    .b = kMesh,
                    .question = question,
                    .placement = Placement::crossing,
                    .sizes = {n},
                    .goal = 2,
                    .from_file = n == 0});
  };
  add_mesh("mesh_mesh_touch", MASU_NARROW_INTERSECTS, 100'000);
  add_mesh("mesh_mesh_pairs", MASU_NARROW_PAIRS, 100'000);
  rows.push_back({.name = "mesh_capsule_apart",
                  .dim = 3,
                  .a = kMesh,
                  .b = kCapsule,
                  .question = kDistance,
                  .placement = Placement::apart,
                  .sizes = {5'000},
                  .goal = 2,
                  .aims = {60'000}});
  rows.push_back({.name = "mesh_refit",
                  .dim = 3,
                  .a = kMesh,
                  .b = kMesh,
                  .question = MASU_NARROW_REFIT,
                  .placement = Placement::aimed,
                  .sizes = {10'000, 100'000},
                  .goal = 2,
                  .aims = {50'000, 500'000}});  // 5 ns per triangle
  add_mesh("file_mesh_touch", MASU_NARROW_INTERSECTS, 0);
  add_mesh("file_mesh_pairs", MASU_NARROW_PAIRS, 0);
}

void add_flat(std::vector<RowKind>& rows) {
  const std::vector<std::uint64_t> sizes{4, 8};
  add(rows, "circle_circle_apart", "circle_circle_overlap", 2, kSphere, kSphere, false, 0);
  add(rows, "circle_polygon_apart", "circle_polygon_overlap", 2, kSphere, kPolytope, false, 0);
  rows.push_back({"polygons_apart", 2, kPolytope, kPolytope, kDistance, Placement::apart, sizes,
                  true, kFlat, kFlat});
  rows.push_back({"polygons_manifold", 2, kPolytope, kPolytope, kManifold, Placement::resting,
                  sizes, false, kFlat});
  rows.push_back(
      {"polygons_cast", 2, kPolytope, kPolytope, MASU_NARROW_CAST, Placement::approach, {8}});
  rows.push_back(
      {"polygons_impact", 2, kPolytope, kPolytope, MASU_NARROW_IMPACT, Placement::approach, {8}});
  rows.push_back({"ray_polygon", 2, kPolytope, kPolytope, MASU_NARROW_RAY, Placement::aimed, {8}});
}

}  // namespace

std::span<const RowKind> row_kinds() {
  static const std::vector<RowKind> all = [] {
    std::vector<RowKind> rows;
    add_solid(rows);
    add_meshes(rows);
    add_flat(rows);
    // For circles and polygons one of each, of one size.
    for (RowKind& r : rows) {
      if (r.dim == 2 && r.a == kSphere && r.b == kPolytope) r.sizes = {8};
    }
    return rows;
  }();
  return all;
}

const RowKind& row_kind(const std::string& name) {
  for (const RowKind& r : row_kinds()) {
    if (name == r.name) return r;
  }
  throw std::invalid_argument("--rows: unknown '" + name + "'");
}

}  // namespace masu_bench::narrow
