// SPDX-License-Identifier: MIT
#include "core/huge_pages.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace masu::detail {
namespace {

constexpr std::size_t kSize = 3 * kHugePage;

struct Free {
  void operator()(unsigned char* block) const {
    ::operator delete(block, std::align_val_t(kHugePage));
  }
};
using Block = std::unique_ptr<unsigned char, Free>;

Block block() {
  return Block(static_cast<unsigned char*>(::operator new(kSize, std::align_val_t(kHugePage))));
}

unsigned char pattern(std::size_t i) {
  return static_cast<unsigned char>(i * 7 + (i >> 12));
}
void write(unsigned char* at) {
  for (std::size_t i = 0; i < kSize; ++i) at[i] = pattern(i);
}
bool holds(const unsigned char* at) {
  for (std::size_t i = 0; i < kSize; ++i) {
    if (at[i] != pattern(i)) return false;
  }
  return true;
}

bool system_moves_pages() {
#ifdef MREMAP_DONTUNMAP
  const Block from = block();
  const Block to = block();
  std::memset(from.get(), 1, kSize);
  return mremap(from.get(), kSize, kSize, MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP,
                to.get()) == to.get();
#else
  return false;
#endif
}

// Before the next test, after which no pages are moved.
TEST(HugePages, moved_pages_have_the_contents) {
  for (int repeat = 0; repeat < 4; ++repeat) {
    const Block from = block();
    const Block to = block();
    write(from.get());
    const PageMove move = move_pages(to.get(), from.get(), kSize);
    EXPECT_EQ(move, system_moves_pages() ? PageMove::moved : PageMove::refused);
    EXPECT_TRUE(holds(move == PageMove::moved ? to.get() : from.get()));
    std::memset(from.get(), 1, kSize);  // both blocks stay usable
    std::memset(to.get(), 2, kSize);
    EXPECT_EQ(from.get()[kSize - 1], 1);
  }
}

#ifdef __linux__
TEST(HugePages, pages_of_shared_memory_stay_where_they_are) {
  void* const space =
      mmap(nullptr, 2 * kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(space, MAP_FAILED);
  auto* const to = static_cast<unsigned char*>(space);
  unsigned char* const from = to + kSize;
  ASSERT_EQ(
      mmap(from, kSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0),
      from);
  write(from);
  EXPECT_NE(move_pages(to, from, kSize), PageMove::moved);
  EXPECT_TRUE(holds(from));
  from[0] = 99;
  EXPECT_EQ(move_pages(to, from, kSize), PageMove::refused) << "one such block is enough";
  munmap(from, kSize);
}
#endif

}  // namespace
}  // namespace masu::detail
