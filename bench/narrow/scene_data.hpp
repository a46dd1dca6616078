// SPDX-License-Identifier: MIT
// Shapes and queries of a row, determined by row, size and seed.
#pragma once

#include <vector>

#include "catalogue.hpp"
#include "true_distance.hpp"

namespace masu_bench::narrow {

struct ShapeData {
  masu_narrow_kind kind;
  double size[3];
  std::vector<double> vertices{};
  std::vector<std::uint32_t> corners{};
  std::vector<std::uint32_t> face_sizes{};
};

// The size of the scene.
struct SceneSize {
  std::size_t shapes = 16;
  std::size_t pairs = 100;    // pairs that move
  std::size_t frames = 10;    // after the first one
  std::size_t single = 1000;  // pairs that are used only once
  std::size_t meshes = 16;    // pairs of meshes
};

class Scene {
 public:
  // All numbers are rounded to the scalar, so that all methods get the same input. In coherent
  // motion a frame rotates b by about 0.01 and the line between the two by 0.005 radians, and
  // changes the gap by up to 0.005 of the shapes' size. Rows of meshes from a file use that file.
  // Throws std::runtime_error if it cannot be read.
  Scene(const RowKind& row, std::uint64_t n, bool warm, std::size_t scalar_size, std::uint64_t seed,
        const SceneSize& size = {}, const std::string& mesh_file = {});
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // Valid as long as the scene.
  const masu_narrow_task& task() const { return task_; }
  const masu_narrow_shape& shape_a(std::size_t query) const { return views_[numbers(query).a]; }
  const masu_narrow_shape& shape_b(std::size_t query) const { return views_[numbers(query).b]; }
  const masu_narrow_query& query(std::size_t i) const { return queries_[i]; }
  Numbers numbers(std::size_t query) const {
    const std::size_t pair = queries_[query].pair;
    return {pairs_[2 * pair], pairs_[2 * pair + 1]};
  }
  std::size_t size() const { return queries_.size(); }
  // The queries of a path before this one are only for warming up.
  std::size_t first_timed() const { return task_.warm != 0 ? task_.pair_count : 0; }

 private:
  std::vector<ShapeData> shapes_;
  std::vector<masu_narrow_shape> views_;
  std::vector<std::uint32_t> pairs_;
  std::vector<masu_narrow_query> queries_;
  masu_narrow_task task_;
};

}  // namespace masu_bench::narrow
