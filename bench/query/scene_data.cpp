// SPDX-License-Identifier: MIT
#include "scene_data.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <scenes/generators/scene.hpp>

#include "bench/common/obj_mesh.hpp"

namespace masu_bench::query {
namespace {

using masu::scenes::Pcg32;

constexpr double kResults = 10;
constexpr std::size_t kProbes = 32;

template <int D, class T>
void fill(SceneObjects& objects, const std::string& scene, std::size_t n, std::uint64_t seed) {
  for (const auto& box : masu::scenes::make_scene<D, T>(scene, n, seed)) {
    for (int a = 0; a < D; ++a) objects.data.push_back(box.min[a]);
    for (int a = 0; a < D; ++a) objects.data.push_back(box.max[a]);
  }
}

std::size_t stride(const SceneObjects& w) {
  return static_cast<std::size_t>(w.kind == MASU_QUERY_BOXES ? 2 * w.dim : w.dim);
}
const double* low(const SceneObjects& w, std::size_t i) {
  return w.data.wide(i * stride(w));
}
const double* high(const SceneObjects& w, std::size_t i) {
  return low(w, i) + (w.kind == MASU_QUERY_BOXES ? w.dim : 0);
}

// Returns the squared distance from a point to a box or point; in the maximum norm for boxes of
// queries.
double distance(const SceneObjects& w, std::size_t i, const double* p, bool maximum) {
  double sum = 0;
  for (int a = 0; a < w.dim; ++a) {
    const double gap = std::max({low(w, i)[a] - p[a], p[a] - high(w, i)[a], 0.0});
    sum = maximum ? std::max(sum, gap * gap) : sum + gap * gap;
  }
  return sum;
}

std::vector<double> position_near(const SceneObjects& w, Pcg32& random, double reach) {
  const std::size_t i = random.below(static_cast<std::uint32_t>(w.size));
  std::vector<double> p;
  for (int a = 0; a < w.dim; ++a) {
    p.push_back((low(w, i)[a] + high(w, i)[a]) / 2 + random.between(-reach, reach));
  }
  return p;
}

// Returns the distance around a position within which there are ten objects on average: the median
// over several positions.
double reach_of_ten(const SceneObjects& w, bool maximum, std::uint64_t seed) {
  Pcg32 random(seed, 7);
  std::vector<double> reaches;
  std::vector<double> distances(w.size);
  for (std::size_t probe = 0; probe < kProbes; ++probe) {
    const std::vector<double> p = position_near(w, random, 0.5);
    for (std::size_t i = 0; i < w.size; ++i) distances[i] = distance(w, i, p.data(), maximum);
    const std::size_t rank = std::min<std::size_t>(w.size - 1, std::size_t(kResults));
    const auto nth = distances.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(distances.begin(), nth, distances.end());
    reaches.push_back(std::sqrt(*nth));
  }
  std::sort(reaches.begin(), reaches.end());
  return reaches[reaches.size() / 2];
}

Batch batch_of(const SceneObjects& w, masu_query_task task, std::size_t size,
               std::size_t scalar_size) {
  Batch batch;
  batch.task = task;
  batch.dim = w.dim;
  batch.size = size;
  batch.data = Scalars(scalar_size);
  return batch;
}

void finish_triangles(SceneObjects& mesh) {
  mesh.size = mesh.corners.size() / 3;
  for (int a = 0; a < 3; ++a) mesh.data.push_back(0);
}

}  // namespace

SceneObjects boxes_of_scene(const std::string& scene, int dim, std::size_t n,
                            std::size_t scalar_size, std::uint64_t seed) {
  SceneObjects objects{MASU_QUERY_BOXES, dim, n, Scalars(scalar_size)};
  if (dim == 2 && scalar_size == 4) fill<2, float>(objects, scene, n, seed);
  if (dim == 2 && scalar_size == 8) fill<2, double>(objects, scene, n, seed);
  if (dim == 3 && scalar_size == 4) fill<3, float>(objects, scene, n, seed);
  if (dim == 3 && scalar_size == 8) fill<3, double>(objects, scene, n, seed);
  return objects;
}

SceneObjects points_of(const SceneObjects& boxes, std::size_t scalar_size) {
  SceneObjects points{MASU_QUERY_POINTS, boxes.dim, boxes.size, Scalars(scalar_size)};
  for (std::size_t i = 0; i < boxes.size; ++i) {
    for (int a = 0; a < boxes.dim; ++a) {
      points.data.push_back((low(boxes, i)[a] + high(boxes, i)[a]) / 2);
    }
  }
  return points;
}

SceneObjects balls_of(const SceneObjects& boxes, std::size_t scalar_size) {
  SceneObjects balls{MASU_QUERY_BALLS, boxes.dim, boxes.size, Scalars(scalar_size)};
  for (std::size_t i = 0; i < boxes.size; ++i) {
    double radius = high(boxes, i)[0] - low(boxes, i)[0];
    for (int a = 0; a < boxes.dim; ++a) {
      balls.data.push_back((low(boxes, i)[a] + high(boxes, i)[a]) / 2);
      radius = std::min(radius, (high(boxes, i)[a] - low(boxes, i)[a]) / 2);
    }
    balls.data.push_back(radius);
  }
  return balls;
}

SceneObjects triangle_soup(std::size_t n, std::size_t scalar_size, std::uint64_t seed) {
  SceneObjects soup{MASU_QUERY_TRIANGLES, 3, n, Scalars(scalar_size)};
  Pcg32 random(seed, 11);
  const double side = std::cbrt(4 * static_cast<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    const double center[3] = {random.between(0, side), random.between(0, side),
                              random.between(0, side)};
    for (std::uint32_t v = 0; v < 3; ++v) {
      for (const double c : center) soup.data.push_back(c + random.between(-0.5, 0.5));
      soup.corners.push_back(static_cast<std::uint32_t>(3 * i) + v);
    }
  }
  finish_triangles(soup);
  return soup;
}

SceneObjects read_mesh(const std::string& file, std::size_t scalar_size) {
  ObjMesh read = read_obj_mesh(file);
  SceneObjects mesh{MASU_QUERY_TRIANGLES, 3, 0, Scalars(scalar_size), std::move(read.corners)};
  for (const double x : read.vertices) mesh.data.push_back(x);
  finish_triangles(mesh);
  return mesh;
}

Batch box_batch(const SceneObjects& boxes, std::size_t size, std::size_t scalar_size,
                std::uint64_t seed) {
  Batch batch = batch_of(boxes, MASU_QUERY_BOX, size, scalar_size);
  const double half = reach_of_ten(boxes, true, seed);
  Pcg32 random(seed, 8);
  for (std::size_t i = 0; i < size; ++i) {
    const std::vector<double> p = position_near(boxes, random, 0.5);
    for (const double x : p) batch.data.push_back(x - half);
    for (const double x : p) batch.data.push_back(x + half);
  }
  return batch;
}

Batch radius_batch(const SceneObjects& points, std::size_t size, std::size_t scalar_size,
                   std::uint64_t seed) {
  Batch batch = knn_batch(points, 0, size, scalar_size, seed + 1);
  batch.task = MASU_QUERY_RADIUS;
  // Methods of float and of double must get the same radius.
  batch.radius = static_cast<double>(static_cast<float>(reach_of_ten(points, false, seed)));
  return batch;
}

Batch knn_batch(const SceneObjects& points, std::uint32_t k, std::size_t size,
                std::size_t scalar_size, std::uint64_t seed) {
  Batch batch = batch_of(points, MASU_QUERY_KNN, size, scalar_size);
  batch.k = k;
  Pcg32 random(seed, 9);
  for (std::size_t i = 0; i < size; ++i) {
    for (const double x : position_near(points, random, 0.5)) batch.data.push_back(x);
  }
  return batch;
}

Batch ray_batch(const SceneObjects& objects, bool only_first, std::size_t size,
                std::size_t scalar_size, std::uint64_t seed) {
  const masu_query_task task = only_first ? MASU_QUERY_RAY_FIRST : MASU_QUERY_RAY_ALL;
  Batch batch = batch_of(objects, task, size, scalar_size);
  const auto dim = static_cast<std::size_t>(objects.dim);
  const bool triangles = objects.kind == MASU_QUERY_TRIANGLES;
  std::vector<double> least(dim, 1e300), most(dim, -1e300);
  const std::size_t count = objects.data.size() - (triangles ? 3 : 0);
  for (std::size_t i = 0; i < count; ++i) {
    least[i % dim] = std::min(least[i % dim], *objects.data.wide(i));
    most[i % dim] = std::max(most[i % dim], *objects.data.wide(i));
  }
  double diagonal = 0;
  for (std::size_t a = 0; a < dim; ++a) diagonal = std::hypot(diagonal, most[a] - least[a]);
  Pcg32 random(seed, only_first ? 12 : 13);
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<double> from, direction;
    double length = 0;
    for (std::size_t a = 0; a < dim; ++a) {
      from.push_back(random.between(least[a], most[a]));
      direction.push_back(random.gaussian());
      length = std::hypot(length, direction[a]);
    }
    for (const double x : from) batch.data.push_back(x);
    for (const double x : direction) batch.data.push_back(length > 0 ? x / length : x);
    batch.data.push_back(diagonal);
  }
  return batch;
}

}  // namespace masu_bench::query
