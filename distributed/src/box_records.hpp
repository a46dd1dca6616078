// SPDX-License-Identifier: MIT
// Boxes with their global ids, as ranks check, cut and send them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/period.hpp>
#include <masu/core/status.hpp>

#include "exchange.hpp"

namespace masu::distributed::detail {

// A box and its id.
template <int D, class T>
struct BoxRecord {
  std::uint64_t id;
  Aabb<D, T> box;
};

template <int D, class T>
bool has_nan(const Aabb<D, T>& box) {
  bool nan = false;
  for (int a = 0; a < D; ++a) nan |= box.min[a] != box.min[a] || box.max[a] != box.max[a];
  return nan;
}

// Checks the input of one rank.
template <int D, class T>
Status check_boxes(std::span<const Aabb<D, T>> boxes, std::span<const std::uint64_t> ids,
                   const Period<D, T>& period) {
  if (!period.valid()) return Status::out_of_range;
  if (boxes.size() != ids.size()) return Status::size_mismatch;
  if (boxes.size() >= kMaxObjects) return Status::too_many_objects;
  const bool odd = std::any_of(boxes.begin(), boxes.end(), [](auto& b) { return has_nan(b); });
  return odd ? Status::not_finite : Status::ok;
}

// Returns the boxes that can overlap something, wrapped into the domain.
template <int D, class T>
std::vector<BoxRecord<D, T>> wrapped_boxes(std::span<const Aabb<D, T>> boxes,
                                           std::span<const std::uint64_t> ids,
                                           const Period<D, T>& period) {
  std::vector<BoxRecord<D, T>> records;
  records.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].empty()) records.push_back({ids[i], wrap(boxes[i], period)});
  }
  return records;
}

template <int D, class T>
void sort_by_id(std::vector<BoxRecord<D, T>>& records) {
  std::sort(records.begin(), records.end(), [](auto& x, auto& y) { return x.id < y.id; });
}

// Returns the bounds of the finite lower corners of all ranks; zeros on an axis without any.
template <int D, class T>
Aabb<D, double> corner_bounds(MPI_Comm comm, const std::vector<BoxRecord<D, T>>& records) {
  Aabb<D, double> bounds = Aabb<D, double>::nothing();
  for (const auto& r : records) {
    for (int a = 0; a < D; ++a) {
      const auto x = static_cast<double>(r.box.min[a]);
      if (!is_finite(x)) continue;
      bounds.min[a] = std::min(bounds.min[a], x);
      bounds.max[a] = std::max(bounds.max[a], x);
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, &bounds.min[0], D, MPI_DOUBLE, MPI_MIN, comm);
  MPI_Allreduce(MPI_IN_PLACE, &bounds.max[0], D, MPI_DOUBLE, MPI_MAX, comm);
  for (int a = 0; a < D; ++a) {
    if (!(bounds.min[a] <= bounds.max[a])) bounds.min[a] = bounds.max[a] = 0;
  }
  return bounds;
}

// Returns the points by which space is cut: the lower corners, with the nearest end of the finite
// ones in place of an infinite coordinate. Collective.
template <int D, class T>
std::vector<Vec<D, double>> cut_points(MPI_Comm comm, const std::vector<BoxRecord<D, T>>& records) {
  const Aabb<D, double> bounds = corner_bounds(comm, records);
  std::vector<Vec<D, double>> points(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    for (int a = 0; a < D; ++a) {
      const auto x = static_cast<double>(records[i].box.min[a]);
      points[i][a] = std::clamp(x, bounds.min[a], bounds.max[a]);
    }
  }
  return points;
}

}  // namespace masu::distributed::detail
