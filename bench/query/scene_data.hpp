// SPDX-License-Identifier: MIT
// Objects and queries of the benchmark, determined by name, size and seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "query_peer.h"

namespace masu_bench::query {

// Scalars of a scene, in its own scalar and as double, so that every method gets the same values.
class Scalars {
 public:
  explicit Scalars(std::size_t scalar_size = 8) : single_(scalar_size == 4) {}
  // Appends a value rounded to the scene's scalar.
  void push_back(double value) {
    const auto narrow = static_cast<float>(value);
    if (single_) as_float_.push_back(narrow);
    as_double_.push_back(single_ ? static_cast<double>(narrow) : value);
  }
  void set(std::size_t i, double value) {
    if (single_) as_float_[i] = static_cast<float>(value);
    as_double_[i] = single_ ? static_cast<double>(as_float_[i]) : value;
  }
  std::size_t size() const { return as_double_.size(); }
  const double* wide(std::size_t i = 0) const { return as_double_.data() + i; }
  const void* data(std::size_t scalar_size) const {
    return scalar_size == 4 ? static_cast<const void*>(as_float_.data()) : as_double_.data();
  }

 private:
  bool single_;
  std::vector<float> as_float_;
  std::vector<double> as_double_;
};

struct SceneObjects {
  masu_query_kind kind = MASU_QUERY_BOXES;
  int dim = 3;
  std::size_t size = 0;
  Scalars data;                          // boxes, points, balls, or vertices and one more (padding)
  std::vector<std::uint32_t> corners{};  // of triangles

  masu_query_objects objects(std::size_t scalar_size) const {
    const std::size_t vertices = kind == MASU_QUERY_TRIANGLES ? data.size() / 3 - 1 : 0;
    return {static_cast<std::uint32_t>(kind), size, data.data(scalar_size), vertices,
            corners.data()};
  }
};

struct Batch {
  masu_query_task task = MASU_QUERY_BOX;
  int dim = 3;
  std::size_t size = 0;
  Scalars data;
  std::uint32_t k = 0;
  double radius = 0;

  std::size_t stride() const { return data.size() / size; }
  const double* wide(std::size_t i) const { return data.wide(i * stride()); }
  masu_queries queries(std::size_t scalar_size) const {
    return {static_cast<std::uint32_t>(task), size, data.data(scalar_size), k, radius};
  }
};

// Throws std::invalid_argument for an unknown scene.
SceneObjects boxes_of_scene(const std::string& scene, int dim, std::size_t n,
                            std::size_t scalar_size, std::uint64_t seed);
// Returns the largest balls inside boxes.
SceneObjects balls_of(const SceneObjects& boxes, std::size_t scalar_size);
// Returns the centers of boxes.
SceneObjects points_of(const SceneObjects& boxes, std::size_t scalar_size);
// Returns triangles of about unit size in a cube with sides (4n)^(1/3).
SceneObjects triangle_soup(std::size_t n, std::size_t scalar_size, std::uint64_t seed);
// Reads an OBJ file, polygons as fans. Throws std::runtime_error naming file and line.
SceneObjects read_mesh(const std::string& file, std::size_t scalar_size);

// Returns boxes, or balls, with about ten results each, around positions of objects.
Batch box_batch(const SceneObjects& boxes, std::size_t size, std::size_t scalar_size,
                std::uint64_t seed);
Batch radius_batch(const SceneObjects& points, std::size_t size, std::size_t scalar_size,
                   std::uint64_t seed);
// Returns positions near points.
Batch knn_batch(const SceneObjects& points, std::uint32_t k, std::size_t size,
                std::size_t scalar_size, std::uint64_t seed);
// Returns rays from anywhere in the bounds of all objects to anywhere, with directions of length 1,
// long enough to leave the bounds: incoherent.
Batch ray_batch(const SceneObjects& objects, bool only_first, std::size_t size,
                std::size_t scalar_size, std::uint64_t seed);

}  // namespace masu_bench::query
