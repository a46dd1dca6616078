// SPDX-License-Identifier: MIT
// A fake peer: it sees no walls.
#include <limits>

#include "bench/corridor/peer_kit.hpp"

namespace masu_bench::corridor {
namespace {

class Blind {
 public:
  explicit Blind(const Map&) {}

  float nearest(const Point&, float, double*) { return std::numeric_limits<float>::infinity(); }
  Point move(const Point& point, const Point& displacement, double*) {
    return point + displacement;
  }
};

constexpr masu_corridor_peer kPeers[] = {make_peer<Blind>("blind", "1")};

}  // namespace
}  // namespace masu_bench::corridor

MASU_CORRIDOR_EXPORT_PEERS(masu_bench::corridor::kPeers)
