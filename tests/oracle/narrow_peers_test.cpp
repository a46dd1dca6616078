// SPDX-License-Identifier: MIT
// This library and the narrow phases of Bullet, FCL, libccd, ODE and Box2D on the same pairs: every
// wrong result of theirs is of a class that docs/narrow_phase/peers.md explains, and none of ours
// is wrong.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <set>

#include "bench/narrow/judge.hpp"
#include "bench/narrow/methods.hpp"

namespace masu_bench::narrow {
namespace {

constexpr auto kPolytope = MASU_NARROW_POLYTOPE;
constexpr auto kBox = MASU_NARROW_BOX;

// Beside the rows of the bench, cases that peers are known to fail at.
std::vector<RowKind> cases() {
  std::vector<RowKind> all;
  for (const char* name :
       {"polyhedra_apart", "polyhedra_deep", "polyhedra_touch", "sphere_sphere_overlap",
        "sphere_capsule_overlap", "sphere_box_overlap", "capsule_capsule_overlap",
        "capsule_box_overlap", "box_box_apart", "box_box_overlap", "box_box_touch",
        "box_box_manifold", "cylinder_cylinder_apart", "cylinder_cylinder_overlap",
        "circle_polygon_overlap", "polygons_apart", "polygons_manifold"}) {
    all.push_back(row_kind(name));
  }
  for (RowKind& r : all) {
    if (r.sizes.size() > 1) r.sizes = {r.sizes[1]};
  }
  all.push_back(
      {"polyhedra_near", 3, kPolytope, kPolytope, MASU_NARROW_INTERSECTS, Placement::near, {32}});
  all.push_back({"box_box_near", 3, kBox, kBox, MASU_NARROW_INTERSECTS, Placement::near});
  all.push_back({.name = "cubes_deep",
                 .dim = 3,
                 .a = kPolytope,
                 .b = kPolytope,
                 .question = MASU_NARROW_PENETRATION,
                 .placement = Placement::deep,
                 .sizes = {4},
                 .cubes = true});
  return all;
}

using Counts = std::array<std::size_t, kFaults>;

std::vector<masu_narrow_answer> answers_of(const masu_narrow_peer& method, const Scene& scene) {
  const std::unique_ptr<void, void (*)(void*)> self(method.create(&scene.task()), method.destroy);
  std::vector<masu_narrow_answer> answers(scene.size(), {-1, 0, 0, {0, 0, 0}});
  if (self != nullptr) method.run(self.get(), 0, scene.size(), answers.data());
  return answers;
}

std::map<std::string, Counts> count_faults(const RowKind& row, std::size_t scalar_size,
                                           std::size_t pairs) {
  const Scene scene(row, row.sizes[0], false, scalar_size, 11, {32, 1, 0, pairs, 1});
  std::vector<std::string> names;
  std::vector<std::vector<masu_narrow_answer>> results;
  for (const masu_narrow_peer* m : find_methods(MASU_NARROW_PEERS_FOLDER, scalar_size)) {
    if (m->takes(&scene.task()) == 0) continue;
    names.push_back(m->name);
    results.push_back(answers_of(*m, scene));
  }
  Tolerance tolerance;
  if (row.placement == Placement::near) tolerance.absolute = 1e-9;
  const auto faults = Judge(scene, tolerance).faults(results);
  std::map<std::string, Counts> counts;
  for (std::size_t m = 0; m < names.size(); ++m) {
    for (const Fault f : faults[m]) ++counts[names[m]][static_cast<std::size_t>(f)];
  }
  return counts;
}

// Explained in the page, by method. What is not here must not happen.
bool is_explained(const std::string& method, Fault fault) {
  struct Known {
    Fault fault;
    std::set<std::string> methods;
  };
  const Known all[] = {
      {Fault::no_answer, {"libccd:gjk"}},
      {Fault::wrong_side, {"fcl:indep", "libccd:mpr", "bullet:boxes", "bullet:gjk"}},
      {Fault::not_nearest,
       {"bullet:mpr", "fcl:libccd", "fcl:indep", "libccd:mpr", "libccd:gjk", "ode", "bullet:boxes",
        "bullet:dispatch", "bullet:epa2", "bullet:epa3", "box2d"}},
      {Fault::wrong_value,
       {"bullet:mpr", "fcl:libccd", "fcl:indep", "libccd:mpr", "libccd:gjk", "ode", "bullet:boxes",
        "bullet:dispatch", "bullet:epa2", "bullet:epa3", "bullet:gjk", "box2d"}}};
  for (const Known& known : all) {
    if (known.fault == fault && known.methods.contains(method)) return true;
  }
  return false;
}

const char* const kNames[kFaults] = {"none", "no_answer", "wrong_side", "not_nearest",
                                     "wrong_value"};

TEST(NarrowPeers, EveryDisagreementIsExplained) {
  std::set<std::string> peers;
  for (const std::size_t scalar_size : {sizeof(double), sizeof(float)}) {
    for (const RowKind& row : cases()) {
      for (const auto& [method, counts] : count_faults(row, scalar_size, 2000)) {
        peers.insert(method);
        for (std::size_t f = 1; f < kFaults; ++f) {
          if (counts[f] == 0) continue;
          std::printf("%-26s %-6s %-18s %-12s %5zu of 2000\n", row.name,
                      scalar_size == 4 ? "float" : "double", method.c_str(), kNames[f], counts[f]);
          EXPECT_TRUE(is_explained(method, static_cast<Fault>(f)))
              << row.name << ": " << method << " " << kNames[f];
        }
      }
    }
  }
  // All of them were there.
  for (const char* peer : {"masu", "bullet:gjk", "fcl:libccd", "libccd:gjk", "ode", "box2d"}) {
    EXPECT_TRUE(peers.contains(peer)) << peer;
  }
}

}  // namespace
}  // namespace masu_bench::narrow
