// SPDX-License-Identifier: MIT
// find_pairs_by<Parts>(): find_pairs() with what cuts space.
#pragma once

#include <apps/masu/errors.hpp>

#include "find_pairs.hpp"

namespace masu::distributed::cli {

template <template <int> class Parts, int D, class T>
Totals find_pairs_of(MPI_Comm comm, const BoxShare& share, std::vector<GlobalPair>* list) {
  auto boxes = readers::boxes_of<D, T>(share.table);
  // With --allow-odd, as in `masu pairs`: boxes with NaN overlap nothing.
  for (auto& box : boxes) {
    for (int a = 0; a < D; ++a) {
      if (!(box.min[a] <= box.max[a])) box = Aabb<D, T>::nothing();
    }
  }
  std::vector<std::uint64_t> ids(boxes.size());
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = share.first + i;
  DistributedPairs<D, T, Parts<D>> finder(comm);
  Totals totals;
  const auto found = finder.find_pairs(boxes, ids, [&](std::uint64_t a, std::uint64_t b) {
    totals.hash(a, b);
    if (list != nullptr) list->push_back({a, b});
  });
  // The same on all ranks.
  masu::cli::expect_ok<readers::InputError>(found.status, "the search");
  totals.stats = found.stats;
  return totals;
}

template <template <int> class Parts>
Totals find_pairs_by(MPI_Comm comm, const BoxShare& share, std::vector<GlobalPair>* list) {
  const bool single = share.table.single;
  if (share.table.dim == 2) {
    return single ? find_pairs_of<Parts, 2, float>(comm, share, list)
                  : find_pairs_of<Parts, 2, double>(comm, share, list);
  }
  return single ? find_pairs_of<Parts, 3, float>(comm, share, list)
                : find_pairs_of<Parts, 3, double>(comm, share, list);
}

}  // namespace masu::distributed::cli
