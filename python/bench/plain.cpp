// SPDX-License-Identifier: MIT
// What main.py measures of the package, in C++ alone: the difference is what the binding costs.
// Reads the arrays that main.py wrote: plain FOLDER REPEAT.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <masu/broad_phase/auto_finder.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/hull/polytope_of.hpp>
#include <masu/hull/quickhull3.hpp>
#include <masu/narrow_phase/distance.hpp>

#include "row_queries.hpp"

namespace {

using masu::Status;

// The rows of a file.
template <class Row>
std::vector<Row> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<Row> rows(bytes.size() / sizeof(Row));
  std::copy_n(bytes.data(), rows.size() * sizeof(Row), reinterpret_cast<char*>(rows.data()));
  return rows;
}

// Prints the best of several runs in seconds of processor time.
template <class Work>
void row(const char* name, int repeat, Work&& work) {
  double best = 1e300;
  for (int i = 0; i < repeat; ++i) {
    const std::clock_t begin = std::clock();
    if (work() != Status::ok) std::exit(1);
    best = std::min(best, double(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  std::printf("%s %.9f\n", name, best);
}

}  // namespace

int main(int argc, char** argv) {
  using Box = masu::Aabb<2, double>;
  using Point = masu::Vec<3, double>;
  if (argc != 3) return 2;
  const std::string folder = argv[1];
  const int repeat = std::atoi(argv[2]);
  const auto boxes = read<Box>(folder + "/boxes"), asked = read<Box>(folder + "/asked");
  const auto points = read<Point>(folder + "/points"), positions = read<Point>(folder + "/poses");
  const masu::BoxSpan<2, double> span{std::span<const Box>(boxes)};

  row("pairs", repeat, [&] {
    masu::PairList pairs;
    masu::AutoFinder<2, double> finder;
    return finder.find_pairs(span, pairs, {}).status;
  });
  masu::Bvh<2, double> tree;
  row("build", repeat, [&] {
    masu::Bvh<2, double> made;
    const Status status = made.build(span);
    tree = std::move(made);
    return status;
  });
  row("query", repeat, [&] {
    masu::QueryBatch<std::uint32_t> found;
    const auto position = [&](std::size_t i) { return asked[i].min; };
    const auto ask = [&](std::size_t i, auto&& report) {
      return tree.view().for_each_overlapping(asked[i], report).status;
    };
    return masu::python::collect_rows<2, double>(asked.size(), found, {}, position, ask);
  });
  row("hull", repeat, [&] {
    masu::Hull3<double> hull;
    return masu::Quickhull3<double>().build(points, hull);
  });
  masu::ConvexPolyhedron<double> a, b;
  const std::span<const Point> all(points);
  if (polyhedron_of<double>(all.first(30), a) != Status::ok) return 1;
  if (polyhedron_of<double>(all.subspan(30, 30), b) != Status::ok) return 1;
  row("distance", repeat, [&] {
    std::vector<masu::Transform<3, double>> poses(positions.size());
    for (std::size_t i = 0; i < poses.size(); ++i) poses[i] = {positions[i], {}};
    std::vector<double> distances(poses.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
      distances[i] =
          masu::distance_of_views<3, double>(a.view(), {}, b.view(), poses[i], nullptr).distance;
    }
    return Status::ok;
  });
  return 0;
}
