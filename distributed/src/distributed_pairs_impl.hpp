// SPDX-License-Identifier: MIT
// The functions of DistributedPairs, for each way of cutting space.
#pragma once

#include <masu/distributed/distributed_pairs.hpp>

#include <algorithm>

#include <masu/core/assert.hpp>

#include "box_records.hpp"
#include "corners.hpp"

namespace masu::distributed {

template <int D, class T, class Parts>
DistributedPairs<D, T, Parts>::DistributedPairs(MPI_Comm comm,
                                                const DistributedOptions<D, T>& options)
    : options_(options), partition_(comm) {}

// Returns whether the present cuts divide the boxes well enough; their lower corners stand for
// them.
template <int D, class T, class Parts>
bool DistributedPairs<D, T, Parts>::balanced(const std::vector<Vec<D, double>>& points) const {
  if (!partition_.was_cut()) return false;
  std::vector<unsigned long long> load(static_cast<std::size_t>(partition_.ranks()));
  for (const Vec<D, double>& p : points) ++load[static_cast<std::size_t>(partition_.owner(p))];
  MPI_Allreduce(MPI_IN_PLACE, load.data(), partition_.ranks(), MPI_UNSIGNED_LONG_LONG, MPI_SUM,
                partition_.comm());
  unsigned long long total = 0;
  for (const auto n : load) total += n;
  const double mean = static_cast<double>(total) / partition_.ranks();
  const auto most = static_cast<double>(*std::max_element(load.begin(), load.end()));
  // A box more or less is no imbalance.
  return options_.imbalance >= 1 && most <= options_.imbalance * mean + 1;
}

template <int D, class T, class Parts>
void DistributedPairs<D, T, Parts>::cut(const std::vector<Record>& records,
                                        DistributedStats& stats) {
  const auto points = detail::cut_points(partition_.comm(), records);
  if (balanced(points)) return;
  partition_.cut(points);
  stats.repartitioned = partition_.was_cut();
}

// Sends each box to all ranks whose regions it meets, at most once each; returns those of this
// rank.
template <int D, class T, class Parts>
auto DistributedPairs<D, T, Parts>::distribute(const std::vector<Record>& records,
                                               DistributedStats& stats) const
    -> std::vector<Record> {
  std::vector<Record> copies, mine;
  std::vector<int> to, owners;
  for (const Record& r : records) {
    owners.clear();
    detail::for_each_image(r.box, options_.period, [&](const Aabb<D, T>& image) {
      partition_.append_owners(detail::as_double(image), owners);
    });
    std::sort(owners.begin(), owners.end());
    owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
    for (const int owner : owners) {
      if (owner == partition_.rank()) {
        mine.push_back(r);
      } else {
        copies.push_back(r);
        to.push_back(owner);
      }
    }
    stats.migrated += partition_.owner(detail::as_double(r.box).min) != partition_.rank();
  }
  stats.sent = copies.size();
  stats.bytes = copies.size() * sizeof(Record);
  const std::vector<Record> others = detail::exchange(partition_.comm(), copies, to);
  mine.insert(mine.end(), others.begin(), others.end());
  // By ids, so that the order of messages decides nothing.
  detail::sort_by_id(mine);
  stats.received = mine.size();
  return mine;
}

template <int D, class T, class Parts>
Status DistributedPairs<D, T, Parts>::search(const std::vector<Record>& records, Sink sink,
                                             DistributedStats& stats) {
  std::vector<Aabb<D, T>> boxes;
  boxes.reserve(records.size());
  for (const Record& r : records) boxes.push_back(r.box);
  PairOptions<D, T> options;
  options.period = options_.period;
  const SearchResult result = finder_.find_pairs(
      boxes,
      [&](std::uint32_t a, std::uint32_t b) {
        const Vec<D, double> corner = detail::lower_corner(boxes[a], boxes[b], options_.period);
        if (partition_.owner(corner) != partition_.rank()) return;
        ++stats.pairs;
        // Sorted by id: a < b.
        sink(records[a].id, records[b].id);
      },
      options);
  stats.tests = result.stats.tests;
  stats.found = result.stats.results;
  return result.status;
}

template <int D, class T, class Parts>
DistributedResult DistributedPairs<D, T, Parts>::find_pairs(std::span<const Aabb<D, T>> boxes,
                                                            std::span<const std::uint64_t> ids,
                                                            Sink sink) {
  DistributedResult result;
  const bool tolerant = options_.imbalance == options_.imbalance;
  result.status =
      detail::agree(partition_.comm(), tolerant ? detail::check_boxes(boxes, ids, options_.period)
                                                : Status::out_of_range);
  if (result.status != Status::ok) return result;
  std::vector<Record> records = detail::wrapped_boxes(boxes, ids, options_.period);
  result.stats.boxes = records.size();
  cut(records, result.stats);
  std::vector<Record> mine = distribute(records, result.stats);
  std::vector<Record>().swap(records);
  result.status = detail::agree(partition_.comm(), search(mine, sink, result.stats));
  return result;
}

template <int D, class T, class Parts>
std::uint64_t DistributedPairs<D, T, Parts>::migrate(std::vector<Aabb<D, T>>& boxes,
                                                     std::vector<std::uint64_t>& ids) {
  MASU_ASSERT(boxes.size() == ids.size());
  std::vector<Record> leaving;
  std::vector<int> to;
  std::size_t staying = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Aabb<D, T> box = wrap(boxes[i], options_.period);
    const int home =
        boxes[i].empty() ? partition_.rank() : partition_.owner(detail::as_double(box).min);
    if (home == partition_.rank()) {
      boxes[staying] = boxes[i];
      ids[staying++] = ids[i];
    } else {
      leaving.push_back({ids[i], boxes[i]});
      to.push_back(home);
    }
  }
  boxes.resize(staying);
  ids.resize(staying);
  for (const Record& r : detail::exchange(partition_.comm(), leaving, to)) {
    boxes.push_back(r.box);
    ids.push_back(r.id);
  }
  return leaving.size();
}

}  // namespace masu::distributed
