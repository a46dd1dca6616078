// SPDX-License-Identifier: MIT
// Fake peers: one that calls all points vertices, which extends as far as the hull does, and one
// that loses every second of them.
#include <vector>

#include "bench/hull/peer_kit.hpp"

namespace masu_bench::hull {
namespace {

template <std::size_t kStep>
class Method {
 public:
  Method(int dim, const double* coordinates, std::size_t count) : dim_(dim) {
    const auto d = static_cast<std::size_t>(dim);
    for (std::size_t i = 0; i < count; i += kStep) {
      vertices_.insert(vertices_.end(), coordinates + i * d, coordinates + (i + 1) * d);
    }
  }
  bool run() { return true; }
  masu_hull_result result() {
    return {vertices_.data(), vertices_.size() / static_cast<std::size_t>(dim_), 1, 0};
  }

 private:
  int dim_;
  std::vector<double> vertices_;
};

bool takes(int, std::size_t) {
  return true;
}

}  // namespace
}  // namespace masu_bench::hull

extern "C" __attribute__((visibility("default"))) const masu_hull_peer* masu_hull_peers(
    size_t* count) {
  using namespace masu_bench::hull;
  static const masu_hull_peer peers[] = {make_peer<Method<1>, takes>("honest", "1", 8),
                                         make_peer<Method<2>, takes>("loses", "1", 8)};
  *count = 2;
  return peers;
}
