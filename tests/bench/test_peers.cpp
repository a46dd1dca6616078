// SPDX-License-Identifier: MIT
#include "bench/broad/peer_kit.hpp"

namespace masu_bench {
namespace {

struct Honest {
  Honest(int, Boxes<float>, int) {}
  void frame(Boxes<float> boxes, Moved, Pairs& pairs) {
    for (std::size_t i = 0; i < boxes.size; ++i) {
      // The larger index first: the order within a pair is free.
      for (std::size_t j = 0; j < i; ++j) {
        if (boxes.overlap(i, j)) add(pairs, i, j);
      }
    }
  }
};

struct LosesOne : Honest {
  using Honest::Honest;
  void frame(Boxes<float> boxes, Moved moved, Pairs& pairs) {
    Honest::frame(boxes, moved, pairs);
    pairs.pop_back();
  }
};

const masu_peer kPeers[] = {make_peer<Honest, float>("honest", "1", kFlat | kSolid),
                            make_peer<LosesOne, float>("loses_one", "1", kFlat | kSolid)};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
