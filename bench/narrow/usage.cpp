// SPDX-License-Identifier: MIT
#include "usage.hpp"

#include "bench/common/force_simd.hpp"
#include "methods.hpp"

namespace masu_bench::narrow {

void check_usage(const std::vector<std::string>& rows, const CaseSpec& common) {
  force_simd(common.simd);
  std::set<std::string> known{"all"};
  for (const RowKind& r : row_kinds()) known.insert(r.name);
  check_names("--rows", rows, known);
  KnownNames names;
  for (const std::size_t scalar_size : {sizeof(float), sizeof(double)}) {
    for (const masu_narrow_peer* m : find_methods(common.peer_folder, scalar_size)) {
      names.add(m->name);
    }
  }
  check_names("--ours", common.ours, names.ours);
  check_names("--peers", common.peers, names.peers);
}

}  // namespace masu_bench::narrow
