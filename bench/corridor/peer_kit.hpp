// SPDX-License-Identifier: MIT
// Adapts a class to the C interface of peers:
//
//   struct Index {
//     explicit Index(const Map& map);
//     float nearest(const Point& position, float within, double* work);  // infinity: none
//     Point move(const Point& position, const Point& displacement, double* work);
//   };
//
// `work` is null, or receives the work done (see corridor_peer.h).
#pragma once

#include <cstddef>
#include <exception>
#include <iterator>
#include <masu/core/vec.hpp>

#include "corridor_peer.h"

namespace masu_bench::corridor {

using Point = masu::Vec<2, float>;

inline Point point(const float* list, std::size_t i) {
  return {list[2 * i], list[2 * i + 1]};
}

struct Map {
  masu_corridor_map raw;

  Point vertex(std::uint32_t i) const { return point(raw.vertices, i); }
  // Calls f(i) for each wall, which leads from vertex i to vertex i + 1.
  template <class F>
  void for_each_wall(F&& f) const {
    for (std::size_t c = 0; c < raw.chain_count; ++c) {
      const masu_corridor_chain& chain = raw.chains[c];
      for (std::uint32_t i = 0; i + 1 < chain.count; ++i) f(chain.first + i);
    }
  }
};

template <class Index>
constexpr masu_corridor_peer make_peer(const char* name, const char* version) {
  masu_corridor_peer peer{};
  peer.name = name;
  peer.version = version;
  peer.create = [](const masu_corridor_map* map) -> void* {
    try {
      return new Index(Map{*map});
    } catch (const std::exception&) {
      return nullptr;
    }
  };
  peer.nearest = [](void* self, const masu_corridor_questions* q, float* distances, double* work) {
    auto& index = *static_cast<Index*>(self);
    for (std::size_t i = 0; i < q->size; ++i) {
      distances[i] =
          index.nearest(point(q->positions, i), q->within, work != nullptr ? work + i : nullptr);
    }
  };
  peer.move = [](void* self, const masu_corridor_questions* q, float* ends, double* work) {
    auto& index = *static_cast<Index*>(self);
    for (std::size_t i = 0; i < q->size; ++i) {
      const Point end = index.move(point(q->positions, i), point(q->displacements, i),
                                   work != nullptr ? work + i : nullptr);
      ends[2 * i] = end[0];
      ends[2 * i + 1] = end[1];
    }
  };
  peer.destroy = [](void* self) { delete static_cast<Index*>(self); };
  return peer;
}

}  // namespace masu_bench::corridor

// Exports the peers of one shared object.
#define MASU_CORRIDOR_EXPORT_PEERS(array)                                                          \
  extern "C" __attribute__((visibility("default"))) const masu_corridor_peer* masu_corridor_peers( \
      size_t* count) {                                                                             \
    *count = std::size(array);                                                                     \
    return array;                                                                                  \
  }
