// SPDX-License-Identifier: MIT
#include <masu/textbook/wall_groups.hpp>

#include <algorithm>

namespace masu {
namespace {

std::uint32_t count_of(const WallChain& chain, std::uint32_t k) {
  const std::uint32_t walls = chain.wall_count();
  if (walls <= k) return 1;
  const std::uint32_t steps = chain.loop() ? walls : walls - 1;
  return (steps + k - 2) / (k - 1);
}

}  // namespace

Status WallGroups::build(std::span<const WallChain> chains, std::uint32_t k) {
  if (k < 2) return Status::out_of_range;
  Buffer<WallGroup> groups(groups_.allocator());
  std::size_t count = 0;
  for (const WallChain& chain : chains) count += count_of(chain, k);
  if (!groups.reserve(count)) return Status::out_of_memory;
  for (std::uint32_t c = 0; c < chains.size(); ++c) {
    const std::uint32_t walls = chains[c].wall_count();
    // A loop has one more wall to cover, its first again, unless one group contains all of it.
    const std::uint32_t end = chains[c].loop() && walls > k ? walls + 1 : walls;
    for (std::uint32_t g = 0; g < count_of(chains[c], k); ++g) {
      const std::uint32_t first = g * (k - 1);
      if (!groups.push_back({c, first, std::min(k, end - first)})) return Status::out_of_memory;
    }
  }
  groups_ = std::move(groups);
  return Status::ok;
}

}  // namespace masu
