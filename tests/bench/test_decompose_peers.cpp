// SPDX-License-Identifier: MIT
// Fake peers: one fills every hollow, one leaves an arm out, one does not end, one crashes. Those
// that end report "ok".
#include <cstdlib>

#include "bench/decompose/peer_kit.hpp"

namespace masu_bench::decompose {
namespace {

template <bool all>
class OnePart {
 public:
  explicit OnePart(const Solid& solid) : solid_(solid) {}

  const char* cut(Parts& parts) {
    parts.start();
    for (std::size_t i = 0; i < solid_.vertex_count; ++i) {
      const double* p = solid_.vertices + 3 * i;
      if (all || p[1] <= 0.5) parts.add(p[0], p[1], p[2]);
    }
    return "ok";
  }

 private:
  const Solid& solid_;
};

struct Endless {
  explicit Endless(const Solid&) {}
  const char* cut(Parts&) {
    for (volatile unsigned i = 0;;) i = i + 1;
  }
};

struct Fatal {
  explicit Fatal(const Solid&) {}
  const char* cut(Parts&) { std::abort(); }
};

constexpr masu_decompose_peer kPeers[] = {
    make_peer<OnePart<true>>("test:hull", "1"), make_peer<OnePart<false>>("test:first_arm", "1"),
    make_peer<Endless>("test:endless", "1"), make_peer<Fatal>("test:fatal", "1")};

}  // namespace
}  // namespace masu_bench::decompose

MASU_DECOMPOSE_EXPORT_PEERS(masu_bench::decompose::kPeers)
