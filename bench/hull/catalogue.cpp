// SPDX-License-Identifier: MIT
#include "catalogue.hpp"

#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "scenes/generators/pcg32.hpp"

namespace masu_bench::hull {
namespace {

using Random = masu::scenes::Pcg32;

void add_on_sphere(std::vector<double>& to, int dim, Random& random) {
  double p[3];
  double square = 0;
  do {
    square = 0;
    for (int k = 0; k < dim; ++k) p[k] = random.between(-1, 1), square += p[k] * p[k];
  } while (square > 1 || square < 0.01);
  for (int k = 0; k < dim; ++k) to.push_back(p[k] / std::sqrt(square));
}

void add_inside(std::vector<double>& to, int dim, Random& random) {
  for (int k = 0; k < dim; ++k) to.push_back(random.between(-1, 1));
}

// All integer points of a cube; when rotated, rounding bends every face.
std::vector<double> lattice(std::uint64_t n, bool rotated) {
  const auto side = static_cast<int>(std::lround(std::cbrt(static_cast<double>(n))));
  const double c = rotated ? std::cos(0.7) : 1;
  const double s = rotated ? std::sin(0.7) : 0;
  std::vector<double> all;
  for (int x = 0; x < side; ++x) {
    for (int y = 0; y < side; ++y) {
      for (int z = 0; z < side; ++z) {
        const double u = c * x - s * y;
        const double v = s * x + c * y;
        all.insert(all.end(), {u, c * v - s * z, s * v + c * z});
      }
    }
  }
  return all;
}

std::vector<double> in_order(std::string_view name, int dim, std::uint64_t n, Random& random) {
  if (name == "lattice") return lattice(n, false);
  if (name == "turned_lattice") return lattice(n, true);
  std::vector<double> all;
  for (std::uint64_t i = 0; i < n; ++i) {
    if (name == "sphere" || name == "circle") {
      add_on_sphere(all, dim, random);
    } else if (name == "rings") {
      add_on_sphere(all, 2, random);
      all.push_back(i % 2 == 0 ? 0 : 1);
    } else {
      add_inside(all, dim, random);
    }
  }
  return all;
}

}  // namespace

std::span<const RowKind> row_kinds() {
  static const std::vector<RowKind> all{
      {.name = "sphere", .goal = 3, .aims = {500, 700, 1200, 2000}},
      {.name = "cube", .goal = 5},
      {.name = "lattice", .goal = 4},
      {.name = "rings", .peers_up_to = 10'000, .aims = {0, 1000, 0, 0}},
      {.name = "turned_lattice", .sizes = {1000, 10'000, 100'000}},
      {.name = "square", .dim = 2, .goal = 2, .goal_from = 1'000'000},
      {.name = "circle", .dim = 2, .goal = 2, .goal_from = 1'000'000},
  };
  return all;
}

const RowKind& row_kind(const std::string& name) {
  for (const RowKind& r : row_kinds()) {
    if (name == r.name) return r;
  }
  throw std::invalid_argument("--rows: unknown '" + name + "'");
}

std::vector<double> make_points(const RowKind& row, std::uint64_t n, std::size_t scalar_size,
                                std::uint64_t seed) {
  Random random(seed);
  std::vector<double> all = in_order(row.name, row.dim, n, random);
  const auto dim = static_cast<std::size_t>(row.dim);
  for (std::size_t i = all.size() / dim; i-- > 1;) {
    const std::size_t j = random.below(static_cast<std::uint32_t>(i + 1));
    for (std::size_t k = 0; k < dim && i != j; ++k) std::swap(all[dim * i + k], all[dim * j + k]);
  }
  if (scalar_size == 4) {
    for (double& x : all) x = static_cast<float>(x);
  }
  return all;
}

}  // namespace masu_bench::hull
