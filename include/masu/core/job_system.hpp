// SPDX-License-Identifier: MIT
// JobSystem: how the library runs jobs on threads of a ThreadPool, of oneTBB or of your engine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace masu {

// A callback that runs jobs on threads. By default jobs run in order on the calling thread.
struct JobSystem {
  // Calls job(data, i) once for every i in [0, count), in any order and from any threads, and
  // returns when all have returned. nullptr: the library runs the jobs itself, in order.
  void (*run)(void* context, std::uint32_t count, void (*job)(void* data, std::uint32_t index),
              void* data) = nullptr;
  void* context = nullptr;  // passed to `run` unchanged
  // The number of jobs that can run at the same time; work is divided accordingly, results do not
  // depend on it. 0 (std::thread::hardware_concurrency() may return it) counts as 1. Jobs of a
  // search use up to 128 KiB of stack.
  std::uint32_t workers = 1;

  // Returns whether `count` jobs run by `run`.
  bool shares(std::size_t count) const { return run != nullptr && workers > 1 && count > 1; }

  // Calls body(i) for every i in [0, count).
  template <class Body>
  void for_each(std::uint32_t count, Body&& body) const {
    if (!shares(count)) {
      for (std::uint32_t i = 0; i < count; ++i) body(i);
      return;
    }
    auto* target = &body;
    run(
        context, count,
        [](void* data, std::uint32_t i) { (*static_cast<decltype(target)>(data))(i); },
        const_cast<void*>(static_cast<const void*>(target)));
  }

  // Calls body(first, end) for blocks of [0, size) of length `block`, one job each; the last may be
  // shorter. The blocks do not depend on the number of workers.
  template <class Body>
  void for_each_block(std::size_t size, std::size_t block, Body&& body) const {
    auto run_block = [&](std::uint32_t i) {
      const std::size_t first = i * block;
      body(first, size - first < block ? size : first + block);
    };
    for_each(static_cast<std::uint32_t>((size + block - 1) / block), run_block);
  }
};

}  // namespace masu
