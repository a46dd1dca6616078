// SPDX-License-Identifier: MIT
// Adapts a class to the C interface of peers:
//
//   struct Method {
//     explicit Method(const Solid& solid);
//     const char* cut(Parts& parts);  // its status
//   };
#pragma once

#include <cstddef>
#include <iterator>
#include <vector>

#include "decompose_peer.h"

namespace masu_bench::decompose {

using Solid = masu_decompose_solid;

struct Parts {
  std::vector<double> points;
  std::vector<std::size_t> sizes;

  void start() { sizes.push_back(0); }
  void add(double x, double y, double z) {
    points.insert(points.end(), {x, y, z});
    ++sizes.back();
  }
};

template <class Method>
struct MethodState {
  Method method;
  Parts parts;
};

template <class Method>
constexpr masu_decompose_peer make_peer(const char* name, const char* version) {
  return {name, version,
          [](const Solid* solid) -> void* {
            return new MethodState<Method>{Method(*solid), {}};
          },
          [](void* self, masu_decompose_answer* answer) {
            auto& state = *static_cast<MethodState<Method>*>(self);
            state.parts.points.clear();
            state.parts.sizes.clear();
            const char* status = state.method.cut(state.parts);
            *answer = {state.parts.points.data(), state.parts.sizes.data(),
                       state.parts.sizes.size(), status};
          },
          [](void* self) { delete static_cast<MethodState<Method>*>(self); }};
}

}  // namespace masu_bench::decompose

// Exports the methods of one shared object.
#define MASU_DECOMPOSE_EXPORT_PEERS(array)                                     \
  extern "C" __attribute__((visibility("default"))) const masu_decompose_peer* \
  masu_decompose_peers(size_t* count) {                                        \
    *count = std::size(array);                                                 \
    return std::data(array);                                                   \
  }
