// SPDX-License-Identifier: MIT
// What soak tests share: sizes, the memory in use, and where a piece finds the state of the last.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include <masu/core/allocator.hpp>

#include "tests/support/seeds.hpp"

namespace masu::test {

// Small in the tests of a change; ./masu.sh test soak sets MASU_SOAK_OBJECTS and MASU_SOAK_FRAMES.
inline std::uint32_t soak_size(const char* name, std::uint32_t plain) {
  const char* text = std::getenv(name);
  return text == nullptr ? plain : std::uint32_t(std::stoul(text));
}

// Counts the bytes in use.
class CountingAllocator {
 public:
  Allocator allocator() { return {&allocate, &deallocate, this}; }
  std::size_t bytes() const { return bytes_; }

 private:
  static void* allocate(void* context, std::size_t size, std::size_t alignment) {
    static_cast<CountingAllocator*>(context)->bytes_ += size;
    return ::operator new(size, std::align_val_t(alignment));
  }
  static void deallocate(void* context, void* block, std::size_t size, std::size_t alignment) {
    static_cast<CountingAllocator*>(context)->bytes_ -= size;
    ::operator delete(block, std::align_val_t(alignment));
  }

  std::size_t bytes_ = 0;
};

// Processor time, which other programs do not lengthen much.
inline double seconds() {
  return double(std::clock()) / CLOCKS_PER_SEC;
}

// The file in which a piece leaves its state; empty without MASU_SOAK_FOLDER.
inline std::string state_file(std::uint64_t of_piece) {
  const char* folder = std::getenv("MASU_SOAK_FOLDER");
  return folder == nullptr ? "" : std::string(folder) + "/" + std::to_string(of_piece) + ".state";
}
inline std::vector<char> read_state(std::uint64_t of_piece) {
  std::ifstream file(state_file(of_piece), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Prints what a soak test has measured, and expects the second half to be like the first; in short
// runs buffers still grow.
inline void expect_flat(const char* what, std::uint32_t frames, const std::size_t (&bytes)[2],
                        const double (&time)[2]) {
  std::cout << "soak of " << what << ": " << frames << " frames, " << bytes[0] << " bytes, then "
            << bytes[1] << "; " << 2000 * time[0] / frames << " ms a frame, then "
            << 2000 * time[1] / frames << '\n';
  EXPECT_LE(double(bytes[1]), (frames < 1000 ? 1.5 : 1.1) * double(bytes[0]) + 65536);
  if (frames >= 1000) {
    EXPECT_LE(time[1], 1.5 * time[0]);
  }
  count_cases(frames);
}

}  // namespace masu::test
