// SPDX-License-Identifier: MIT
// stream_pairs() compared with a search in memory, and the memory that it takes. One rank.
#include <masu/distributed/stream_pairs.hpp>

#include <malloc.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include <masu/broad_phase/sorted_orthtree.hpp>
#include <scenes/generators/scene.hpp>
#include "ranks.hpp"

namespace masu::distributed::test {
namespace {

// A file of boxes, removed at the end of the test.
template <int D, class T>
class BoxFile {
 public:
  explicit BoxFile(const std::vector<Aabb<D, T>>& boxes, std::size_t head = 0) {
    std::ofstream out(rows.path, std::ios::binary);
    out << std::string(head, 'h');
    out.write(reinterpret_cast<const char*>(boxes.data()),
              static_cast<std::streamsize>(boxes.size() * sizeof boxes[0]));
    rows.offset = head;
    rows.count = boxes.size();
  }
  ~BoxFile() { std::remove(rows.path.c_str()); }
  BoxFile(const BoxFile&) = delete;
  BoxFile& operator=(const BoxFile&) = delete;

  BoxRows rows{testing::TempDir() + "masu_stream_test.rows"};
};

template <int D, class T>
PairHash hash_in_memory(const std::vector<Aabb<D, T>>& boxes) {
  PairHash hash;
  SortedOrthtree<D, T> tree;
  EXPECT_EQ(tree.find_pairs(boxes, [&](std::uint32_t a, std::uint32_t b) { hash(a, b); }).status,
            Status::ok);
  return hash;
}

template <int D, class T>
StreamStats expect_hash_in_memory(std::vector<Aabb<D, T>> boxes) {
  const BoxFile<D, T> file(boxes, 64);
  PairHash hash;
  StreamOptions options;
  options.memory = std::size_t(1) << 20;
  const StreamResult found = stream_pairs<D, T>(file.rows, options, hash);
  EXPECT_EQ(found.status, Status::ok);
  EXPECT_EQ(hash, hash_in_memory(boxes));
  EXPECT_EQ(found.stats.pairs, hash.count);
  return found.stats;
}

TEST(StreamPairs, FindsThePairsInMemory) {
  for (const char* scene : {"uniform", "clusters", "sizes", "thin_huge", "stadium", "rods"}) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(scene);
      EXPECT_GT((expect_hash_in_memory(scenes::make_scene<2, float>(scene, 9000, seed)).groups),
                1u);
      expect_hash_in_memory(scenes::make_scene<3, float>(scene, 9000, seed));
      expect_hash_in_memory(scenes::make_scene<3, double>(scene, 9000, seed));
    }
  }
}

TEST(StreamPairs, SearchesACrowdedCellInBlocks) {
  // More boxes in one point than a block has.
  std::vector<Aabb2d> boxes(3000, {{1, 1}, {1, 1}});
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i].max[0] += double(i) / 1e9;
  boxes.push_back({{-1e6, -1e6}, {-1e6, -1e6}});
  boxes.push_back({{1e6, 1e6}, {1e6, 1e6}});
  expect_hash_in_memory(boxes);
}

TEST(StreamPairs, TakesOddBoxes) {
  const double infinity = std::numeric_limits<double>::infinity();
  auto boxes = scenes::make_scene<2, double>("uniform", 20000, 9);
  boxes.push_back({{5, 5}, {4, 6}});
  boxes.push_back({{-infinity, 3}, {infinity, 4}});
  boxes.push_back({{3, -infinity}, {3, infinity}});
  boxes.push_back({{infinity, infinity}, {infinity, infinity}});
  boxes.push_back({{-infinity, -infinity}, {infinity, infinity}});
  EXPECT_GT(expect_hash_in_memory(boxes).large, 0u);
  expect_hash_in_memory(std::vector<Aabb2d>{{{-infinity, 0}, {infinity, 1}}, {{0, 0}, {0, 0}}});
  EXPECT_EQ(expect_hash_in_memory(std::vector<Aabb2d>{}).groups, 0u);
}

TEST(StreamPairs, RefusesNanShortFilesAndTooLittleMemory) {
  std::vector<Aabb2f> boxes(10, {{0, 0}, {1, 1}});
  const BoxFile<2, float> file(boxes);
  BoxRows rows = file.rows;
  rows.count = 11;
  EXPECT_THROW((void)(stream_pairs<2, float>(rows, {}, PairHash{})), std::runtime_error);
  rows.path = "missing.rows";
  EXPECT_THROW((void)(stream_pairs<2, float>(rows, {}, PairHash{})), std::runtime_error);
  EXPECT_EQ((stream_pairs<2, float>(file.rows, {.memory = 1000}, PairHash{}).status),
            Status::out_of_range);
  boxes[4].max[1] = std::numeric_limits<float>::quiet_NaN();
  const BoxFile<2, float> odd(boxes);
  EXPECT_EQ((stream_pairs<2, float>(odd.rows, {}, PairHash{}).status), Status::not_finite);
}

// Returns a number of /proc/self/status, in bytes.
std::size_t resident(const char* key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::size_t kib = 0;
    if (word == key && status >> kib) return kib * 1024;
  }
  return 0;
}

// Expects a search of `n` boxes to take at most `memory` bytes.
void expect_bounded_memory(std::size_t n, std::size_t memory) {
  BoxRows rows;
  {
    const auto boxes = scenes::make_scene<3, double>("uniform", n, 3);
    const BoxFile<3, double> file(boxes);
    rows = file.rows;
    rows.path += ".kept";
    ASSERT_EQ(std::rename(file.rows.path.c_str(), rows.path.c_str()), 0);
  }
  // Memory that was freed before must not hide what is taken. Resets VmHWM, the greatest resident
  // size.
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5 << std::flush;
  const std::size_t before = resident("VmHWM:");
  PairHash hash;
  const StreamResult found = stream_pairs<3, double>(rows, {.memory = memory}, hash);
  const std::size_t most = resident("VmHWM:");
  std::remove(rows.path.c_str());
  ASSERT_EQ(found.status, Status::ok);
  EXPECT_GT(n * sizeof(Aabb3d), 3 * memory);
  EXPECT_LE(most - before, memory) << "of " << before;
  EXPECT_GT(found.stats.groups, 10u);
}

TEST(StreamPairs, StaysWithinItsMemory) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer keeps freed memory";
#endif
  expect_bounded_memory(600'000, std::size_t(8) << 20);
  // Many runs of many groups.
  expect_bounded_memory(2'000'000, std::size_t(4) << 20);
}

}  // namespace
}  // namespace masu::distributed::test
