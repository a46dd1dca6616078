// SPDX-License-Identifier: MIT
#include "scenes/crowd/map_sides.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <utility>
#include <vector>

#include <masu/hull/predicates.hpp>

namespace masu::scenes {
namespace {

using Ends = std::map<std::pair<float, float>, int>;

// Returns the chains without loose ends; none if the rest is not closed.
std::vector<WallChain> closed_chains(const WallChains<float>& walls) {
  std::vector<WallChain> chains(walls.chains().begin(), walls.chains().end());
  const auto end = [&](const WallChain& chain, std::uint32_t i) {
    const Vec<2, float>& v = walls.vertices()[chain.first + i];
    return std::pair{v[0], v[1]};
  };
  for (;;) {
    Ends ends;
    for (const WallChain& chain : chains) {
      ++ends[end(chain, 0)];
      ++ends[end(chain, chain.count - 1)];
    }
    const auto loose = [&](const WallChain& chain) {
      return ends[end(chain, 0)] == 1 || ends[end(chain, chain.count - 1)] == 1;
    };
    if (std::erase_if(chains, loose) > 0) continue;
    const bool even = std::none_of(ends.begin(), ends.end(),
                                   [](const Ends::value_type& e) { return e.second % 2 != 0; });
    return even ? chains : std::vector<WallChain>();
  }
}

void check(Status status) {
  if (status == Status::out_of_memory) throw std::bad_alloc();
}

}  // namespace

MapSides::MapSides(std::span<const Segment<2, float>> walls) {
  WallChains<float> chains;
  check(chains.build(walls));
  check(closed_.build(chains.vertices(), closed_chains(chains)));
}

bool MapSides::inside(const Vec<2, float>& p) const {
  bool in = false;
  const auto exact = vec_cast<double>(p);
  const float far = closed_.bounds().max[0] - p[0] + 1;
  if (!(far > 0)) return false;
  (void)closed_.for_each_on_path(p, {far, 0}, 0.0f, 1.0, [&](std::uint32_t wall, double end) {
    const auto a = vec_cast<double>(closed_.vertex(wall));
    const auto b = vec_cast<double>(closed_.vertex(wall + 1));
    if ((a[1] > exact[1]) != (b[1] > exact[1])) {
      in ^= (b[1] > a[1]) == (orient2d(a, b, exact) > 0);
    }
    return end;
  });
  return in;
}

}  // namespace masu::scenes
