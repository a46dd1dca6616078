// SPDX-License-Identifier: MIT
// forest_cuts_2d(), and forest_cuts_3d() where forest_3d.cpp includes this file: p4est names its
// functions for quadrants, and p4est_to_p8est.h renames them to those for octants.
#ifdef P4_TO_P8
#include <p8est_bits.h>
#include <p8est_extended.h>
#else
#include <p4est_bits.h>
#include <p4est_extended.h>
#endif

#include <algorithm>

#include "forest.hpp"

namespace masu::distributed::detail {
namespace {

static_assert(kForestBits<P4EST_DIM> == P4EST_QMAXLEVEL);

struct Points {
  const std::vector<std::uint64_t>& codes;
  std::size_t most;  // in a leaf that can be divided
};

std::uint64_t codes_of_level(int level) {
  return std::uint64_t(1) << (P4EST_DIM * (P4EST_QMAXLEVEL - level));
}

std::size_t points_in(const p4est_t* forest, const p4est_quadrant_t& leaf) {
  const auto& codes = static_cast<const Points*>(forest->user_pointer)->codes;
  const std::uint64_t first = p4est_quadrant_linear_id(&leaf, P4EST_QMAXLEVEL);
  const auto from = std::lower_bound(codes.begin(), codes.end(), first);
  const auto to = std::lower_bound(from, codes.end(), first + codes_of_level(leaf.level));
  return static_cast<std::size_t>(to - from);
}

int divides(p4est_t* forest, p4est_topidx_t, p4est_quadrant_t* leaf) {
  return points_in(forest, *leaf) > static_cast<const Points*>(forest->user_pointer)->most;
}

// Leaves without points have a weight too, a small one.
int weight_of(p4est_t* forest, p4est_topidx_t, p4est_quadrant_t* leaf) {
  return 1 + 16 * static_cast<int>(points_in(forest, *leaf));
}

std::uint64_t start_of(const p4est_quadrant_t& first) {
  // The ranks behind the last leaf begin in a tree that is not there.
  if (first.p.which_tree > 0) return codes_of_level(0);
  return p4est_quadrant_linear_id(&first, P4EST_QMAXLEVEL);
}

std::vector<std::uint64_t> forest_cuts(MPI_Comm comm, const std::vector<std::uint64_t>& codes) {
  int ranks = 1;
  MPI_Comm_size(comm, &ranks);
  Points points{codes, codes.size() / (16 * static_cast<std::size_t>(ranks)) + 1};
#ifdef P4_TO_P8
  p4est_connectivity_t* cube = p8est_connectivity_new_unitcube();
#else
  p4est_connectivity_t* cube = p4est_connectivity_new_unitsquare();
#endif
  p4est_t* forest = p4est_new_ext(comm, cube, 1, 0, 1, 0, nullptr, &points);
  p4est_refine(forest, 1, divides, nullptr);
  p4est_partition(forest, 0, weight_of);
  std::vector<std::uint64_t> starts;
  for (int r = 0; r < ranks; ++r) starts.push_back(start_of(forest->global_first_position[r]));
  p4est_destroy(forest);
  p4est_connectivity_destroy(cube);
  return starts;
}

}  // namespace

#ifdef P4_TO_P8
std::vector<std::uint64_t> forest_cuts_3d(MPI_Comm comm, const std::vector<std::uint64_t>& codes) {
#else
std::vector<std::uint64_t> forest_cuts_2d(MPI_Comm comm, const std::vector<std::uint64_t>& codes) {
#endif
  return forest_cuts(comm, codes);
}

}  // namespace masu::distributed::detail
