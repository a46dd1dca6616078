// SPDX-License-Identifier: MIT
#include "methods.hpp"

#include <algorithm>
#include <string_view>

#include "bench/common/shared_object.hpp"
#include "ours.hpp"

namespace masu_bench::query {
namespace {

void add(std::vector<const masu_query_peer*>& list, const masu_query_peer& peer, int dim,
         std::size_t scalar_size) {
  if ((peer.dimensions >> dim & 1) == 0 || peer.scalar_size < scalar_size) return;
  const auto same = std::find_if(list.begin(), list.end(), [&](const masu_query_peer* other) {
    return std::string_view(other->name) == peer.name && other->kinds == peer.kinds;
  });
  if (same == list.end()) {
    list.push_back(&peer);
  } else if (peer.scalar_size == scalar_size) {
    *same = &peer;
  }
}

}  // namespace

std::vector<const masu_query_peer*> find_methods(const std::filesystem::path& peers, int dim,
                                                 std::size_t scalar_size) {
  std::vector<const masu_query_peer*> list;
  // Our indices exist in both precisions: the scene's is used.
  for (const masu_query_peer& own : our_indices()) {
    if (own.scalar_size == scalar_size) add(list, own, dim, scalar_size);
  }
  for (const auto& file : peer_files(peers, scalar_size)) {
    auto* open = reinterpret_cast<masu_query_peers_function>(open_symbol(file, MASU_QUERY_PEERS));
    if (open == nullptr) continue;
    std::size_t count = 0;
    const masu_query_peer* found = open(&count);
    for (std::size_t i = 0; i < count; ++i) add(list, found[i], dim, scalar_size);
  }
  return list;
}

}  // namespace masu_bench::query
