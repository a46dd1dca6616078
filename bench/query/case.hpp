// SPDX-License-Identifier: MIT
// One case: a scene of one size, and every index with every task on it.
#pragma once

#include <filesystem>
#include <string>

#include "bench/common/stopwatch.hpp"
#include "row.hpp"

namespace masu_bench::query {

struct CaseSpec {
  std::string scene;  // of scenes/, or "soup" or "mesh": triangles
  int dim = 3;
  std::uint64_t n = 0;  // for a mesh: the number of its triangles
  std::size_t scalar_size = 4;
  int samples = 0;  // number timed; 0: fewer for larger n
  std::uint64_t seed = 1;
  Clock clock = Clock::wall;
  std::string simd = "best";              // instruction set of our kernels
  std::vector<std::string> tasks{"all"};  // "all", "build" for all builds, or names of task_names()
  std::vector<std::string> peers{"all"};  // names or libraries; "all", "none"
  std::vector<std::string> ours{"all"};   // names without "masu:"; "all", "none"
  std::string mesh;                       // OBJ file of the scene "mesh"
  std::filesystem::path peer_folder;

  std::string name() const {
    return scene + " " + std::to_string(dim) + "D n=" + std::to_string(n);
  }
};

inline constexpr const char* kTaskNames[] = {"build",     "box",     "knn1",   "knn8",    "radius",
                                             "ray_first", "ray_all", "move_1", "move_100"};

inline bool is_triangles(const std::string& scene) {
  return scene == "soup" || scene == "mesh";
}

// Runs methods in turn, sample by sample. Throws std::invalid_argument for an unknown scene or
// instruction set, std::runtime_error for a mesh that cannot be read.
std::vector<Row> run_case(const CaseSpec& spec);

}  // namespace masu_bench::query
