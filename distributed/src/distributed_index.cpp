// SPDX-License-Identifier: MIT
#include <masu/distributed/distributed_index.hpp>

#include <algorithm>
#include <numeric>

#include <masu/core/box_distance.hpp>

#include "box_records.hpp"
#include "corners.hpp"

namespace masu::distributed {
namespace {

// A query on its way to a rank that may have results.
template <class Query>
struct Asked {
  Query query;
  std::uint64_t index;  // in the batch of `from`
  int from;
};

// A result on its way back.
template <class Result>
struct Answered {
  std::uint64_t index;
  Result result;
};

bool comes_before(std::uint64_t a, std::uint64_t b) {
  return a < b;
}
template <class T>
bool comes_before(const GlobalNeighbor<T>& a, const GlobalNeighbor<T>& b) {
  return a.distance_squared < b.distance_squared ||
         (a.distance_squared == b.distance_squared && a.id < b.id);
}
template <class T>
bool comes_before(const GlobalRayHit<T>& a, const GlobalRayHit<T>& b) {
  return a.t < b.t || (a.t == b.t && a.id < b.id);
}

// Sorts the answers by query and by the order of results, into rows.
template <class Result>
void make_rows(std::vector<Answered<Result>>& answers, std::size_t queries,
               QueryRows<Result>& rows) {
  std::sort(answers.begin(), answers.end(), [](const auto& a, const auto& b) {
    return a.index != b.index ? a.index < b.index : comes_before(a.result, b.result);
  });
  rows.starts.assign(queries + 1, 0);
  rows.results.clear();
  for (const auto& a : answers) {
    ++rows.starts[a.index + 1];
    rows.results.push_back(a.result);
  }
  std::partial_sum(rows.starts.begin(), rows.starts.end(), rows.starts.begin());
}

Status worse(Status a, Status b) {
  return a == Status::ok ? b : a;
}

}  // namespace

template <int D, class T>
void DistributedIndex<D, T>::clear() {
  ids_.clear();
  sizes_.assign(static_cast<std::size_t>(partition_.ranks()), 0);
  bounds_.assign(sizes_.size(), Aabb<D, T>::nothing());
}

template <int D, class T>
Status DistributedIndex<D, T>::build(std::span<const Aabb<D, T>> boxes,
                                     std::span<const std::uint64_t> ids,
                                     const Period<D, T>& period) {
  const MPI_Comm comm = partition_.comm();
  clear();
  const Status input = detail::agree(comm, detail::check_boxes(boxes, ids, period));
  std::vector<detail::BoxRecord<D, T>> records;
  if (input == Status::ok) records = detail::wrapped_boxes(boxes, ids, period);
  period_ = input == Status::ok ? period : Period<D, T>{};
  partition_.cut(detail::cut_points(comm, records));
  std::vector<int> homes;
  for (const auto& r : records) homes.push_back(partition_.owner(detail::as_double(r.box).min));
  records = detail::exchange(comm, records, homes);
  // Sorted by ids, so that ties of local indices are those of ids.
  detail::sort_by_id(records);
  std::vector<Aabb<D, T>> mine;
  Aabb<D, T> bounds = Aabb<D, T>::nothing();
  for (const auto& r : records) {
    mine.push_back(r.box);
    ids_.push_back(r.id);
    bounds = merge(bounds, r.box);
  }
  const unsigned long long size = mine.size();
  MPI_Allgather(&size, 1, MPI_UNSIGNED_LONG_LONG, sizes_.data(), 1, MPI_UNSIGNED_LONG_LONG, comm);
  MPI_Allgather(&bounds, sizeof bounds, MPI_BYTE, bounds_.data(), sizeof bounds, MPI_BYTE, comm);
  const Status built = detail::agree(comm, bvh_.build(mine, {.period = period_}));
  if (built != Status::ok) clear();
  return worse(input, built);
}

// Sends query i to the ranks r for which meets(i, r), there calls answer(query, emit), and collects
// the emitted results.
template <int D, class T>
template <class Result, class Query, class Meets, class Answer>
Status DistributedIndex<D, T>::ask(std::span<const Query> queries, Meets&& meets, Answer&& answer,
                                   QueryRows<Result>& found) const {
  std::vector<Asked<Query>> asked;
  std::vector<int> to;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    for (int r = 0; r < partition_.ranks(); ++r) {
      if (sizes_[static_cast<std::size_t>(r)] == 0 || !meets(i, r)) continue;
      asked.push_back({queries[i], i, partition_.rank()});
      to.push_back(r);
    }
  }
  forwarded_ += asked.size();
  std::vector<Answered<Result>> answers;
  std::vector<int> back;
  Status status = Status::ok;
  for (const Asked<Query>& a : detail::exchange(partition_.comm(), asked, to)) {
    const auto emit = [&](const Result& result) {
      answers.push_back({a.index, result});
      back.push_back(a.from);
    };
    status = worse(status, answer(a.query, emit));
  }
  answers = detail::exchange(partition_.comm(), answers, back);
  make_rows(answers, queries.size(), found);
  return detail::agree(partition_.comm(), status);
}

template <int D, class T>
Status DistributedIndex<D, T>::overlapping(std::span<const Aabb<D, T>> queries,
                                           QueryRows<std::uint64_t>& found) const {
  const auto meets = [&](std::size_t i, int r) {
    const Aabb<D, T>& bounds = bounds_[static_cast<std::size_t>(r)];
    return overlaps_wrapped(wrap(queries[i], period_), bounds, period_);
  };
  const auto answer = [&](const Aabb<D, T>& box, auto& emit) {
    return bvh_.for_each_overlapping(box, [&](std::uint32_t i) { emit(ids_[i]); }).status;
  };
  return ask<std::uint64_t>(queries, meets, answer, found);
}

// A lower bound of the distances that the Bvh of a rank computes: a box inside the bounds has no
// smaller gap on any axis, rounded too, since rounding is monotone.
template <int D, class T>
T DistributedIndex<D, T>::distance_to(const Vec<D, T>& point, int rank) const {
  const Aabb<D, T> target = wrap(Aabb<D, T>::of_point(point), period_);
  const Aabb<D, T>& bounds = bounds_[static_cast<std::size_t>(rank)];
  return period_.any() ? distance_squared_wrapped(target, bounds, period_)
                       : distance_squared(target, bounds);
}

template <int D, class T>
Status DistributedIndex<D, T>::within(std::span<const Vec<D, T>> points, T radius,
                                      QueryRows<std::uint64_t>& found) const {
  const Status valid = radius >= 0 ? Status::ok : Status::out_of_range;
  const Status agreed = detail::agree(partition_.comm(), valid);
  if (agreed != Status::ok) return agreed;
  struct Ball {
    Vec<D, T> center;
    T radius;
  };
  std::vector<Ball> balls;
  for (const Vec<D, T>& p : points) balls.push_back({p, radius});
  const auto meets = [&](std::size_t i, int r) {
    return distance_to(points[i], r) <= radius * radius;
  };
  const auto answer = [&](const Ball& ball, auto& emit) {
    return bvh_
        .for_each_within(Aabb<D, T>::of_point(ball.center), ball.radius,
                         [&](std::uint32_t i) { emit(ids_[i]); })
        .status;
  };
  return ask<std::uint64_t>(std::span<const Ball>(balls), meets, answer, found);
}

// Returns ranks, the nearest first, that have k boxes together; all if there are fewer.
template <int D, class T>
std::vector<int> DistributedIndex<D, T>::nearest_ranks(const Vec<D, T>& point,
                                                       std::size_t k) const {
  std::vector<std::pair<T, int>> order;
  for (int r = 0; r < partition_.ranks(); ++r) {
    const T distance = distance_to(point, r);
    // Never true for a point with NaN, which has no neighbors.
    const bool near = distance >= 0;
    if (near && sizes_[static_cast<std::size_t>(r)] > 0) order.push_back({distance, r});
  }
  std::sort(order.begin(), order.end());
  std::vector<int> ranks;
  unsigned long long boxes = 0;
  for (const auto& [distance, rank] : order) {
    if (boxes >= k) break;
    ranks.push_back(rank);
    boxes += sizes_[static_cast<std::size_t>(rank)];
  }
  return ranks;
}

// Asks ranks[i] for the k boxes nearest to point i, and merges them with those found before.
template <int D, class T>
Status DistributedIndex<D, T>::add_neighbors(std::span<const Vec<D, T>> points, std::size_t k,
                                             const std::vector<std::vector<int>>& ranks,
                                             QueryRows<GlobalNeighbor<T>>& found) const {
  const auto meets = [&](std::size_t i, int r) {
    return std::find(ranks[i].begin(), ranks[i].end(), r) != ranks[i].end();
  };
  std::vector<Neighbor<T, std::uint32_t>> nearest(std::min(k, ids_.size()));
  const auto answer = [&](const Vec<D, T>& point, auto& emit) {
    const SearchResult result = bvh_.nearest(Aabb<D, T>::of_point(point), nearest);
    for (std::size_t i = 0; i < result.stats.results; ++i) {
      emit({ids_[nearest[i].id], nearest[i].distance_squared});
    }
    return result.status;
  };
  QueryRows<GlobalNeighbor<T>> more, merged;
  const Status status = ask<GlobalNeighbor<T>>(points, meets, answer, more);
  merged.starts.assign(1, 0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t start = merged.results.size();
    for (const auto* rows : {&found, &more}) {
      if (rows->starts.size() < 2) continue;
      merged.results.insert(merged.results.end(), (*rows)[i].begin(), (*rows)[i].end());
    }
    std::sort(merged.results.begin() + static_cast<std::ptrdiff_t>(start), merged.results.end(),
              [](const auto& a, const auto& b) { return comes_before(a, b); });
    merged.results.resize(std::min(merged.results.size(), start + k));
    merged.starts.push_back(merged.results.size());
  }
  found = std::move(merged);
  return status;
}

template <int D, class T>
Status DistributedIndex<D, T>::nearest(std::span<const Vec<D, T>> points, std::size_t k,
                                       QueryRows<GlobalNeighbor<T>>& found) const {
  found = {};
  std::vector<std::vector<int>> first, later(points.size());
  for (const Vec<D, T>& p : points) first.push_back(nearest_ranks(p, k));
  const Status status = add_neighbors(points, k, first, found);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto row = found[i];
    for (int r = 0; r < partition_.ranks(); ++r) {
      if (std::find(first[i].begin(), first[i].end(), r) != first[i].end()) continue;
      // Without k boxes all ranks were asked.
      if (row.size() == k && k > 0 && distance_to(points[i], r) <= row.back().distance_squared)
        later[i].push_back(r);
    }
  }
  return worse(status, add_neighbors(points, k, later, found));
}

template <int D, class T>
Status DistributedIndex<D, T>::ray_cast(std::span<const Ray<D, T>> rays,
                                        std::vector<GlobalRayHit<T>>& hits) const {
  Status valid = Status::ok;
  for (const Ray<D, T>& ray : rays) valid = ray.valid() ? valid : Status::not_finite;
  if (period_.any()) valid = Status::out_of_range;
  const Status agreed = detail::agree(partition_.comm(), valid);
  hits.assign(rays.size(), {});
  if (agreed != Status::ok) return agreed;
  const auto meets = [&](std::size_t i, int r) {
    return ray_box(rays[i], bounds_[static_cast<std::size_t>(r)]).has_value();
  };
  const auto answer = [&](const Ray<D, T>& ray, auto& emit) {
    const auto hit = bvh_.ray_cast(ray);
    if (hit.hit) emit({true, ids_[hit.id], hit.t});
    return hit.status;
  };
  QueryRows<GlobalRayHit<T>> found;
  const Status status = ask<GlobalRayHit<T>>(rays, meets, answer, found);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    if (!found[i].empty()) hits[i] = found[i].front();
  }
  return status;
}

template class DistributedIndex<2, float>;
template class DistributedIndex<2, double>;
template class DistributedIndex<3, float>;
template class DistributedIndex<3, double>;

}  // namespace masu::distributed
