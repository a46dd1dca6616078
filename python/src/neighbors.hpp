// SPDX-License-Identifier: MIT
// Nearest neighbors of many points, of any index.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "arrays.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "world/query_batches.hpp"

namespace masu::python {

// The shape of an array with a row of `columns` for each query; without the axis of queries for a
// single one, and without that of columns for a single column.
struct Shaped {
  std::vector<py::ssize_t> shape;
  Shaped(const Rows& rows, bool one_column, py::ssize_t columns) {
    if (!rows.single) shape.push_back(static_cast<py::ssize_t>(rows.size));
    if (!one_column) shape.push_back(columns);
  }
};

// Calls each(i) for every query, in an order along a curve: queries that follow each other then
// read the same nodes.
template <int D, class T, class Each>
void for_each_ordered(const Rows& points, const JobSystem& jobs, Each&& each) {
  detail::QueryKeys keys, scratch;
  const auto position = [&](std::size_t i) { return points.at<Vec<D, T>>(i); };
  if (detail::order_queries<D, T>(points.size, position, keys, scratch)) {
    detail::for_each_query(keys.size(), jobs, [&](std::size_t i) { each(keys[i].item); });
  } else {
    detail::for_each_query(points.size, jobs, each);
  }
}

// Finds the k nearest objects of an index for each point: arrays of distances and of indices.
template <int D, class T, class Index>
py::tuple nearest_of(const Index& index_of, const Rows& points, py::ssize_t k, int threads) {
  if (k < 1) throw py::value_error("k: must be at least 1");
  if (!std::in_range<std::uint32_t>(k)) check(Status::out_of_range, "k");
  const Shaped out(points, k == 1, k);
  py::array_t<T> distances(out.shape);
  py::array_t<std::uint32_t> indices(out.shape);
  T* const distance = distances.mutable_data();
  std::uint32_t* const index = indices.mutable_data();
  {
    const py::gil_scoped_release no_gil;
    CallThreads pool(threads, points.size);
    detail::FirstRefusal refused;
    const auto width = static_cast<std::size_t>(k);
    const auto none = static_cast<std::uint32_t>(index_of.size());
    // Jobs must not throw, and there are no more neighbors than objects.
    const std::size_t most = std::clamp<std::size_t>(index_of.size(), 1, width);
    for_each_ordered<D, T>(points, pool.jobs(), [&](std::size_t i) {
      thread_local std::vector<typename Index::Neighbor> found;
      found.resize(most);
      const auto box = Aabb<D, T>::of_point(points.at<Vec<D, T>>(i));
      const SearchResult result = index_of.nearest(box, found);
      refused.note(i, result.status);
      for (std::size_t j = 0; j < width; ++j) {
        const bool some = j < result.stats.results;
        distance[i * width + j] =
            some ? std::sqrt(found[j].distance_squared) : std::numeric_limits<T>::infinity();
        index[i * width + j] = some ? found[j].id : none;
      }
    });
    check(refused.status(), "points");
  }
  return py::make_tuple(unboxed(distances), unboxed(indices));
}

}  // namespace masu::python
