// SPDX-License-Identifier: MIT
// Common code of the peers: a view of the boxes, the list of pairs, and the adapter from a class to
// the C interface. A peer is a class
//
//   struct Finder {
//     Finder(int dim, Boxes<T> boxes, int threads);
//     void frame(Boxes<T> boxes, Moved moved, Pairs& pairs);   // pairs is empty
//   };
//
// With a member kKeepsPairs, `pairs` holds the result of the last frame.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include "peer.h"

namespace masu_bench {

template <class T>
struct Boxes {
  const T* data;
  std::size_t size;
  int dim;

  const T* min(std::size_t i) const { return data + i * 2 * static_cast<std::size_t>(dim); }
  const T* max(std::size_t i) const { return min(i) + dim; }
  // Returns 0 for the missing coordinates of a 2D scene.
  T min(std::size_t i, int axis) const { return axis < dim ? min(i)[axis] : T(0); }
  T max(std::size_t i, int axis) const { return axis < dim ? max(i)[axis] : T(0); }

  bool overlap(std::size_t i, std::size_t j) const {
    bool hit = true;
    for (int a = 0; a < dim; ++a) {
      hit &= min(i)[a] <= max(j)[a];
      hit &= min(j)[a] <= max(i)[a];
    }
    return hit;
  }
};

// The boxes to report to a peer that keeps state: all of them, or those that moved.
struct Moved {
  const std::uint32_t* indices;
  std::size_t count;

  template <class F>
  void for_each(F&& f) const {
    for (std::size_t k = 0; k < count; ++k) f(indices != nullptr ? indices[k] : k);
  }
};

using Pairs = std::vector<masu_peer_pair>;

inline void add(Pairs& pairs, std::size_t a, std::size_t b) {
  pairs.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
}

template <class Finder, class T>
struct PeerState {
  PeerState(int dim, Boxes<T> boxes, int threads) : finder(dim, boxes, threads) {}
  Finder finder;
  Pairs pairs;
  std::size_t size = 0;
  int dim = 0;
};

template <class Finder, class T>
constexpr masu_peer make_peer(const char* name, const char* version, std::uint32_t dimensions,
                              std::uint32_t flags = 0) {
  using State = PeerState<Finder, T>;
  masu_peer peer{};
  peer.name = name;
  peer.version = version;
  peer.dimensions = dimensions;
  peer.scalar_size = sizeof(T);
  peer.flags = flags;
  peer.create = [](int dim, size_t n, const void* boxes, int threads) -> void* {
    try {
      const Boxes<T> view{static_cast<const T*>(boxes), n, dim};
      auto state = std::make_unique<State>(dim, view, threads);
      state->size = n;
      state->dim = dim;
      return state.release();
    } catch (const std::exception&) {
      return nullptr;
    }
  };
  peer.frame = [](void* self, const masu_peer_frame* frame) -> masu_peer_pairs {
    auto& state = *static_cast<State*>(self);
    if constexpr (!requires { Finder::kKeepsPairs; }) state.pairs.clear();
    const Boxes<T> view{static_cast<const T*>(frame->boxes), state.size, state.dim};
    const bool all = frame->moved == nullptr;
    state.finder.frame(view, {frame->moved, all ? state.size : frame->moved_count}, state.pairs);
    return {state.pairs.data(), state.pairs.size()};
  };
  peer.destroy = [](void* self) { delete static_cast<State*>(self); };
  return peer;
}

inline constexpr std::uint32_t kFlat = 1u << 2;
inline constexpr std::uint32_t kSolid = 1u << 3;

}  // namespace masu_bench

// Exports the peers of one shared object.
#define MASU_BENCH_EXPORT_PEERS(array)                                                 \
  extern "C" __attribute__((visibility("default"))) const masu_peer* masu_bench_peers( \
      size_t* count) {                                                                 \
    *count = sizeof(array) / sizeof(array[0]);                                         \
    return array;                                                                      \
  }
