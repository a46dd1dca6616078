// SPDX-License-Identifier: MIT
#include "methods.hpp"

#include "bench/common/shared_object.hpp"
#include "ours.hpp"

namespace masu_bench::narrow {

std::vector<const masu_narrow_peer*> find_methods(const std::filesystem::path& peers,
                                                  std::size_t scalar_size) {
  std::vector<const masu_narrow_peer*> list;
  // Our methods exist in both precisions: the scene's is used.
  for (const masu_narrow_peer& own : our_methods()) {
    if (own.scalar_size == scalar_size) list.push_back(&own);
  }
  for (const auto& file : peer_files(peers, scalar_size)) {
    auto* open = reinterpret_cast<masu_narrow_peers_function>(open_symbol(file, MASU_NARROW_PEERS));
    if (open == nullptr) continue;
    std::size_t count = 0;
    const masu_narrow_peer* found = open(&count);
    for (std::size_t i = 0; i < count; ++i) {
      if (found[i].scalar_size >= scalar_size) list.push_back(&found[i]);
    }
  }
  return list;
}

}  // namespace masu_bench::narrow
