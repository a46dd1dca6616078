// SPDX-License-Identifier: MIT
// Makes a masu_hull_peer from a class: constructed from (dim, coordinates, count), with run() and
// result().
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>

#include "hull_peer.h"

namespace masu_bench::hull {

// `Takes`: bool (int dim, std::size_t count). Exceptions are failures.
template <class Method, bool (*Takes)(int, std::size_t)>
masu_hull_peer make_peer(const char* name, const char* version, std::uint32_t scalar_size) {
  masu_hull_peer peer{};
  peer.name = name;
  peer.version = version;
  peer.scalar_size = scalar_size;
  peer.takes = [](int dim, std::size_t count) { return Takes(dim, count) ? 1 : 0; };
  peer.create = [](int dim, const double* coordinates, std::size_t count) -> void* {
    try {
      return new Method(dim, coordinates, count);
    } catch (const std::exception&) {
      return nullptr;
    }
  };
  peer.run = [](void* self) {
    try {
      return static_cast<Method*>(self)->run() ? 1 : 0;
    } catch (const std::exception&) {
      return 0;
    }
  };
  peer.result = [](void* self) { return static_cast<Method*>(self)->result(); };
  peer.destroy = [](void* self) { delete static_cast<Method*>(self); };
  return peer;
}

}  // namespace masu_bench::hull
