// SPDX-License-Identifier: MIT
// Adapts a class to the C interface of peers:
//
//   struct Method {
//     Method(const Pair* pairs, std::size_t count);
//     void ask(std::size_t pair, std::vector<double>& vertices);  // empty: failed
//   };
#pragma once

#include <cstddef>
#include <iterator>
#include <vector>

#include "volume_peer.h"

namespace masu_bench::volume {

using Pair = masu_volume_pair;

template <class Method>
struct MethodState {
  Method method;
  std::vector<double> vertices;
};

template <class Method>
constexpr masu_volume_peer make_peer(const char* name, const char* version) {
  return {name, version,
          [](const Pair* pairs, std::size_t count) -> void* {
            return new MethodState<Method>{Method(pairs, count), {}};
          },
          [](void* self, std::size_t pair, masu_volume_answer* answer) {
            auto& state = *static_cast<MethodState<Method>*>(self);
            state.vertices.clear();
            state.method.ask(pair, state.vertices);
            *answer = {state.vertices.data(), state.vertices.size() / 3};
          },
          [](void* self) { delete static_cast<MethodState<Method>*>(self); }};
}

}  // namespace masu_bench::volume

// Exports the methods of one shared object.
#define MASU_VOLUME_EXPORT_PEERS(array)                                                        \
  extern "C" __attribute__((visibility("default"))) const masu_volume_peer* masu_volume_peers( \
      size_t* count) {                                                                         \
    *count = std::size(array);                                                                 \
    return std::data(array);                                                                   \
  }
