// SPDX-License-Identifier: MIT
#include "peers.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>

namespace masu_bench {
namespace {

// Sanitizers replace malloc for the whole process, and refuse an object that insists on its own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kOwnSymbolsFirst = 0;
#else
constexpr int kOwnSymbolsFirst = RTLD_DEEPBIND;
#endif

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

// Own symbols before everybody's and shown to nobody: float and double builds of one library
// must not meet.
std::span<const masu_peer> open_peers(const std::filesystem::path& file) {
  void* object = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | kOwnSymbolsFirst);
  if (object == nullptr) {
    fmt::print(stderr, "left out: {}\n", dlerror());
    return {};
  }
  auto* list = reinterpret_cast<masu_bench_peers_function>(dlsym(object, MASU_BENCH_PEERS));
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
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(folder)) {
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      // Float and double Bullet are two objects that share the names of their symbols.
      const std::string stem = file.path().stem().string();
      const bool other = stem.ends_with(scalar_size == 4 ? "_double" : "_float");
      if (file.path().extension() == ".so" && !other) files.push_back(file.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<MethodEntry> entries;
  for (const auto& file : files) {
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
