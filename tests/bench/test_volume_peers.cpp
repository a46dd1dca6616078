// SPDX-License-Identifier: MIT
// A fake peer: it returns the first body as the intersection.
#include "bench/volume/peer_kit.hpp"

namespace masu_bench::volume {
namespace {

class FirstBody {
 public:
  FirstBody(const Pair* pairs, std::size_t) : pairs_(pairs) {}

  void ask(std::size_t index, std::vector<double>& vertices) {
    const auto& body = pairs_[index].body[0];
    vertices.assign(body.vertices, body.vertices + 3 * body.vertex_count);
  }

 private:
  const Pair* pairs_;
};

constexpr masu_volume_peer kPeers[] = {make_peer<FirstBody>("first_body", "1")};

}  // namespace
}  // namespace masu_bench::volume

MASU_VOLUME_EXPORT_PEERS(masu_bench::volume::kPeers)
