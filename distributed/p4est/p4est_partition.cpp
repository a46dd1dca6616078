// SPDX-License-Identifier: MIT
#include <p4est.h>

#include <algorithm>

#include "forest.hpp"
#include "p4est_partition.hpp"

namespace masu::distributed {
namespace {

constexpr unsigned long long kSample = 1ull << 18;

// Silences all but the errors of p4est, once in a process.
void start_p4est() {
  static const bool started = [] {
    sc_init(sc_MPI_COMM_NULL, 0, 0, nullptr, SC_LP_ERROR);
    p4est_init(nullptr, SC_LP_ERROR);
    return true;
  }();
  (void)started;
}

}  // namespace

template <int D>
P4estPartition<D>::P4estPartition(MPI_Comm comm) : comm_(comm) {
  MPI_Comm_size(comm, &ranks_);
  MPI_Comm_rank(comm, &rank_);
  // All codes are of the last rank that begins at 0.
  starts_.assign(1, 0);
  start_p4est();
}

template <int D>
int P4estPartition<D>::owner_of(std::uint64_t code) const {
  // Of ranks with equal starts all but the last are empty.
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), code);
  return static_cast<int>(after - starts_.begin()) - 1;
}

// Returns the ascending codes of about kSample points of all ranks, on each of them.
template <int D>
std::vector<std::uint64_t> P4estPartition<D>::sampled_codes(std::span<const Vec<D, double>> points,
                                                            unsigned long long total) const {
  const unsigned long long stride = total / kSample + 1, mine = points.size();
  unsigned long long first = 0;
  MPI_Exscan(&mine, &first, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, comm_);
  if (rank_ == 0) first = 0;
  std::vector<std::uint64_t> codes;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if ((first + i) % stride == 0) codes.push_back(grid_.code_of(points[i]));
  }
  const int count = static_cast<int>(codes.size());
  std::vector<int> counts(static_cast<std::size_t>(ranks_)), at(counts.size());
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, comm_);
  for (std::size_t r = 1; r < counts.size(); ++r) at[r] = at[r - 1] + counts[r - 1];
  std::vector<std::uint64_t> all(static_cast<std::size_t>(at.back() + counts.back()));
  MPI_Allgatherv(codes.data(), count, MPI_UINT64_T, all.data(), counts.data(), at.data(),
                 MPI_UINT64_T, comm_);
  std::sort(all.begin(), all.end());
  return all;
}

template <int D>
void P4estPartition<D>::cut(std::span<const Vec<D, double>> points) {
  unsigned long long total = points.size();
  MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, comm_);
  // Of one rank, or without a point, there is nothing to cut.
  if (ranks_ == 1 || total == 0) return;
  Aabb<D, double> bounds = Aabb<D, double>::nothing();
  for (const Vec<D, double>& p : points) bounds = merge(bounds, Aabb<D, double>::of_point(p));
  MPI_Allreduce(MPI_IN_PLACE, &bounds.min[0], D, MPI_DOUBLE, MPI_MIN, comm_);
  MPI_Allreduce(MPI_IN_PLACE, &bounds.max[0], D, MPI_DOUBLE, MPI_MAX, comm_);
  grid_ = detail::CellGrid<D>(bounds, detail::kForestBits<D>);
  const auto codes = sampled_codes(points, total);
  if constexpr (D == 2) starts_ = detail::forest_cuts_2d(comm_, codes);
  if constexpr (D == 3) starts_ = detail::forest_cuts_3d(comm_, codes);
  was_cut_ = true;
}

template <int D>
void P4estPartition<D>::append_owners(const Aabb<D, double>& box, std::vector<int>& owners) const {
  const Cell lo = grid_.cell_of(box.min), hi = grid_.cell_of(box.max);
  const int first = owner_of(grid_.code_of(lo));
  // The codes of all cells of the box are between those of its corners.
  if (first == owner_of(grid_.code_of(hi))) return owners.push_back(first);
  append_owners_below(Cell{}, detail::kForestBits<D>, lo, hi, owners);
}

// Appends the owners of the cells of a box that are in the cube of 2^bits cells at `corner`.
template <int D>
void P4estPartition<D>::append_owners_below(const Cell& corner, int bits, const Cell& lo,
                                            const Cell& hi, std::vector<int>& owners) const {
  for (std::size_t a = 0; a < D; ++a) {
    if (corner[a] > hi[a] || corner[a] + ((1u << bits) - 1) < lo[a]) return;
  }
  const std::uint64_t code = grid_.code_of(corner);
  const int first = owner_of(code);
  const std::uint64_t last = code + ((std::uint64_t(1) << (D * bits)) - 1);
  if (first == owner_of(last)) {
    if (owners.empty() || owners.back() != first) owners.push_back(first);
    return;
  }
  for (unsigned child = 0; child < (1u << D); ++child) {
    Cell below = corner;
    for (std::size_t a = 0; a < D; ++a) below[a] += (child >> a & 1u) << (bits - 1);
    append_owners_below(below, bits - 1, lo, hi, owners);
  }
}

template class P4estPartition<2>;
template class P4estPartition<3>;

}  // namespace masu::distributed
