// SPDX-License-Identifier: MIT
// DistributedIndex: queries on the boxes of all ranks of an MPI communicator.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <masu/broad_phase/bvh.hpp>
#include <masu/core/ray.hpp>
#include <masu/distributed/partition.hpp>

namespace masu::distributed {

// A box and its distance from a query.
template <class T>
struct GlobalNeighbor {
  std::uint64_t id;    // of the box
  T distance_squared;  // from the query to it

  friend constexpr bool operator==(const GlobalNeighbor&, const GlobalNeighbor&) = default;
};

// The first box that a ray hits.
template <class T>
struct GlobalRayHit {
  bool hit = false;      // whether the ray meets a box
  std::uint64_t id = 0;  // of the box; only valid if `hit`
  T t = 0;               // where: origin + t * direction

  friend constexpr bool operator==(const GlobalRayHit&, const GlobalRayHit&) = default;
};

// Results of a batch of queries: those of query i are results[starts[i]] to results[starts[i + 1] -
// 1].
template <class Result>
struct QueryRows {
  std::vector<std::size_t> starts;  // number of queries + 1
  std::vector<Result> results;      // of all queries, one after the other

  // Returns the results of query i.
  std::span<const Result> operator[](std::size_t i) const {
    return {results.data() + starts[i], starts[i + 1] - starts[i]};
  }
};

// An index of the boxes of all ranks. Each box is on one rank: its home, the owner of its lower
// corner by Zoltan's recursive coordinate bisection. A rank has a Bvh of its boxes, and the bounds
// of those of each rank: O(ranks) memory. Queries are sent to the ranks whose bounds they meet,
// answered there by the Bvh and merged: results are those of one Bvh of all boxes, with global ids.
//
// All functions are collective, with a batch of queries from each rank, which may be empty.
// Statuses are the same on all ranks. An allocation that fails throws std::bad_alloc: see
// run_ranks().
template <int D, class T>
class DistributedIndex {
 public:
  // Creates an empty index for the ranks of the communicator, which must outlive it.
  explicit DistributedIndex(MPI_Comm comm) : partition_(comm) { clear(); }

  // Indexes the boxes of all ranks, with ids unique among all ranks. Boxes with min > max are found
  // by no query. Statuses, for which the index is empty: not_finite: a rank has a box with NaN;
  // size_mismatch: boxes and ids differ in number; out_of_range: the period; too_many_objects;
  // out_of_memory.
  Status build(std::span<const Aabb<D, T>> boxes, std::span<const std::uint64_t> ids,
               const Period<D, T>& period = {});

  // Finds the boxes that overlap each query; ids ascending.
  Status overlapping(std::span<const Aabb<D, T>> queries, QueryRows<std::uint64_t>& found) const;

  // Finds the boxes at most `radius` from each point; ids ascending. out_of_range: a radius of some
  // rank is negative or NaN.
  Status within(std::span<const Vec<D, T>> points, T radius, QueryRows<std::uint64_t>& found) const;

  // Finds the k nearest boxes of each point, sorted by (distance, id); all boxes if there are fewer
  // than k. Two rounds: the ranks nearest to a point that have k boxes bound the distance, then all
  // ranks within this bound answer. `k` is the same on all ranks.
  Status nearest(std::span<const Vec<D, T>> points, std::size_t k,
                 QueryRows<GlobalNeighbor<T>>& found) const;

  // Finds the first box that each ray hits, by (t, id). not_finite: a ray is not valid;
  // out_of_range: the domain is periodic.
  Status ray_cast(std::span<const Ray<D, T>> rays, std::vector<GlobalRayHit<T>>& hits) const;

  // The bounds of the boxes on each rank.
  std::span<const Aabb<D, T>> bounds() const { return bounds_; }
  // The number of boxes on this rank.
  std::size_t local_size() const { return ids_.size(); }
  // The number of copies of queries that this rank has sent to ranks, itself included.
  std::uint64_t forwarded() const { return forwarded_; }

 private:
  void clear();
  template <class Result, class Query, class Meets, class Answer>
  Status ask(std::span<const Query> queries, Meets&& meets, Answer&& answer,
             QueryRows<Result>& found) const;
  Status add_neighbors(std::span<const Vec<D, T>> points, std::size_t k,
                       const std::vector<std::vector<int>>& ranks,
                       QueryRows<GlobalNeighbor<T>>& found) const;
  std::vector<int> nearest_ranks(const Vec<D, T>& point, std::size_t k) const;
  T distance_to(const Vec<D, T>& point, int rank) const;

  Partition<D> partition_;
  Period<D, T> period_;
  std::vector<std::uint64_t> ids_;         // of the boxes on this rank, ascending
  std::vector<Aabb<D, T>> bounds_;         // by rank
  std::vector<unsigned long long> sizes_;  // by rank
  Bvh<D, T> bvh_;
  mutable std::uint64_t forwarded_ = 0;
};

}  // namespace masu::distributed
