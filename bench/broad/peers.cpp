// SPDX-License-Identifier: MIT
#include "peers.hpp"

#include <algorithm>

#include "bench/common/shared_object.hpp"

namespace masu_bench {
namespace {

class PeerMethod final : public Method {
 public:
  PeerMethod(const masu_peer& peer, int threads) : peer_(peer), threads_(threads) {}
  ~PeerMethod() override {
    if (self_ != nullptr) peer_.destroy(self_);
  }
  PeerMethod(const PeerMethod&) = delete;
  PeerMethod& operator=(const PeerMethod&) = delete;

  bool prepare(const Frame& frame) override {
    self_ = peer_.create(frame.dim, frame.n, frame.boxes(peer_.scalar_size), threads_);
    return self_ != nullptr;
  }
  FoundPairs find(const Frame& frame) override {
    const bool all = frame.moved.size() == frame.n;
    const masu_peer_frame input{frame.boxes(peer_.scalar_size), all ? nullptr : frame.moved.data(),
                                frame.moved.size()};
    const masu_peer_pairs found = peer_.frame(self_, &input);
    return {{found.data, found.size}, found.size};
  }

 private:
  const masu_peer& peer_;
  int threads_;
  void* self_ = nullptr;
};

std::span<const masu_peer> open_peers(const std::filesystem::path& file) {
  auto* list = reinterpret_cast<masu_bench_peers_function>(open_symbol(file, MASU_BENCH_PEERS));
  if (list == nullptr) return {};
  std::size_t count = 0;
  const masu_peer* peers = list(&count);
  return {peers, count};
}

MethodEntry entry_of(const masu_peer& peer) {
  MethodEntry entry;
  entry.name = peer.name;
  entry.version = peer.version;
  entry.scalar_size = peer.scalar_size;
  entry.only_all_moving = (peer.flags & MASU_PEER_ALL_MOVE) != 0;
  entry.threads = (peer.flags & MASU_PEER_THREADS) != 0;
  entry.peer = &peer;
  entry.make = [](const MethodEntry& e, int, int threads) -> std::unique_ptr<Method> {
    return std::make_unique<PeerMethod>(*e.peer, threads);
  };
  return entry;
}

}  // namespace

std::vector<MethodEntry> load_peers(const std::filesystem::path& folder, int dim,
                                    std::size_t scalar_size) {
  std::vector<MethodEntry> entries;
  for (const auto& file : peer_files(folder, scalar_size)) {
    for (const masu_peer& peer : open_peers(file)) {
      const bool usable = (peer.dimensions >> dim & 1) != 0 && peer.scalar_size >= scalar_size;
      if (!usable) continue;
      const auto same = std::find_if(entries.begin(), entries.end(),
                                     [&](const MethodEntry& e) { return e.name == peer.name; });
      if (same == entries.end()) {
        entries.push_back(entry_of(peer));
      } else if (peer.scalar_size == scalar_size) {
        *same = entry_of(peer);
      }
    }
  }
  return entries;
}

}  // namespace masu_bench
