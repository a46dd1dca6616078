// SPDX-License-Identifier: MIT
// A hierarchy written to a buffer and queried there; buffers that differ from what was written.
#include <cstring>
#include <string>

#include "broad_phase/bvh_buffer.hpp"
#include "broad_phase/index_header.hpp"
#include "tests/broad_phase/bvh_families.hpp"

namespace masu::test {
namespace {

// Bytes at an address that is a multiple of 64.
struct Bytes {
  explicit Bytes(std::size_t size) : data(size) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory(size));
    start = memory_.data() + (64 - address % 64) % 64;
  }
  std::span<std::byte> span() { return {start, data}; }

  std::size_t data;
  std::byte* start = nullptr;

 private:
  std::byte* memory(std::size_t size) {
    memory_.resize(size + 128);
    return memory_.data();
  }
  std::vector<std::byte> memory_;
};

template <int D, class T>
Bytes written(const Bvh<D, T>& bvh) {
  Bytes bytes(bvh.written_size());
  EXPECT_EQ(bvh.write(bytes.span()), Status::ok);
  return bytes;
}

template <class Index, int D, class T>
std::vector<std::uint64_t> answers(const Index& index, const std::vector<Aabb<D, T>>& boxes) {
  std::vector<std::uint64_t> results;
  for (const Aabb<D, T>& box : boxes) {
    for (const MaybeFilter filter : {MaybeFilter{}, MaybeFilter{Filter{.category = 1}}}) {
      const auto r = index.for_each_overlapping(
          box, [&](std::uint32_t id) { results.push_back(id); }, filter);
      results.push_back(r.stats.nodes);
    }
    Neighbor<T, std::uint32_t> near[3];
    const auto found = index.nearest(box, near).stats.results;
    for (std::size_t i = 0; i < found; ++i) results.push_back(near[i].id);
    const auto hit = index.ray_cast(Ray<D, T>{box.min, Vec<D, T>::all(1)});
    results.push_back(hit.id);
  }
  return results;
}

template <int D, class T>
void expect_the_same(const IndexOptions<D, T>& options, std::size_t n) {
  const auto boxes = with_odd_boxes(scenes::make_scene<D, T>("pile", n, 1), 1);
  Bvh<D, T> bvh;
  ASSERT_EQ(bvh.build(boxes, options), Status::ok);
  Bytes bytes = written(bvh);
  BvhView<D, T> view;
  ASSERT_EQ((map_bvh<D, T>(bytes.span(), view)), Status::ok);
  EXPECT_EQ(view.size(), n);
  EXPECT_EQ(answers(view, boxes), answers(bvh, boxes));
}

TEST(MappedBvh, gives_the_answers_of_the_index_that_was_written) {
  const auto filters = random_filters(300, 1);
  expect_the_same<3, float>({.filters = filters}, 300);
  expect_the_same<2, double>({.period = {{5, 0}}}, 300);
  expect_the_same<4, float>({.filters = filters, .period = {Vec<4, float>::all(3)}}, 300);
  for (const std::size_t n : {0, 1, 8, 9}) expect_the_same<1, double>({}, n);
}

TEST(MappedBvh, equal_indices_are_equal_bytes) {
  const auto boxes = scenes::make_scene<3, float>("uniform", 100, 1);
  Bvh<3, float> a, b;
  ASSERT_EQ(b.build(scenes::make_scene<3, float>("pile", 90, 1)), Status::ok);  // traces of another
  ASSERT_EQ(a.build(boxes), Status::ok);
  ASSERT_EQ(b.build(boxes), Status::ok);
  Bytes x = written(a), y = written(b);
  EXPECT_TRUE(std::equal(x.span().begin(), x.span().end(), y.span().begin(), y.span().end()));
}

TEST(MappedBvh, every_flipped_bit_is_detected) {
  Bvh<2, float> bvh;
  ASSERT_EQ(bvh.build(scenes::make_scene<2, float>("uniform", 20, 1)), Status::ok);
  Bytes bytes = written(bvh);
  BvhView<2, float> view;
  for (std::size_t i = 0; i < bytes.span().size() * 8; ++i) {
    std::byte& flipped = bytes.span()[i / 8];
    flipped ^= std::byte(1 << i % 8);
    const Status status = map_bvh<2, float>(bytes.span(), view);
    ASSERT_TRUE(status == Status::damaged || status == Status::wrong_format) << "bit " << i;
    flipped ^= std::byte(1 << i % 8);
  }
  ASSERT_EQ((map_bvh<2, float>(bytes.span(), view)), Status::ok);
}

TEST(MappedBvh, truncated_misaligned_and_foreign_data_is_refused) {
  Bvh<2, float> bvh;
  ASSERT_EQ(bvh.build(scenes::make_scene<2, float>("uniform", 50, 1)), Status::ok);
  Bytes bytes = written(bvh);
  BvhView<2, float> view;
  for (std::size_t size = 0; size < bytes.span().size(); ++size) {
    ASSERT_EQ((map_bvh<2, float>(bytes.span().first(size), view)), Status::damaged) << size;
  }
  Bytes longer(bytes.span().size() + 64);
  std::copy(bytes.span().begin(), bytes.span().end(), longer.span().begin());
  EXPECT_EQ((map_bvh<2, float>(longer.span(), view)), Status::damaged);
  std::copy(bytes.span().begin(), bytes.span().end(), longer.span().begin() + 8);
  EXPECT_EQ((map_bvh<2, float>(longer.span().subspan(8, bytes.span().size()), view)),
            Status::wrong_format);
  BvhView<2, double> other_scalar;
  EXPECT_EQ((map_bvh<2, double>(bytes.span(), other_scalar)), Status::wrong_format);
  BvhView<3, float> other_dimension;
  EXPECT_EQ((map_bvh<3, float>(bytes.span(), other_dimension)), Status::wrong_format);
  EXPECT_EQ(bvh.write(bytes.span().first(64)), Status::size_mismatch);
  std::fill(longer.span().begin(), longer.span().end(), std::byte(7));
  EXPECT_EQ(bvh.write(longer.span().subspan(8, bytes.span().size())), Status::ok);
  EXPECT_TRUE(std::equal(bytes.span().begin(), bytes.span().end(), longer.span().begin() + 8));
}

// Any container of bytes is written to and read from; bytes at any address through a copy.
template <class C>
void expect_container(const Bvh<2, float>& bvh, const std::vector<Aabb<2, float>>& boxes) {
  C bytes;
  ASSERT_EQ(bvh.write(bytes), Status::ok);
  ASSERT_EQ(bytes.size(), bvh.written_size());
  BvhView<2, float> view;
  Buffer<std::byte> memory;
  ASSERT_EQ(map_bvh(bytes, view, memory), Status::ok);
  EXPECT_EQ(answers(view, boxes), answers(bvh, boxes));
}

TEST(MappedBvh, takes_any_container_of_bytes) {
  const auto boxes = scenes::make_scene<2, float>("uniform", 100, 1);
  Bvh<2, float> bvh;
  ASSERT_EQ(bvh.build(boxes), Status::ok);
  expect_container<std::vector<std::byte>>(bvh, boxes);
  expect_container<std::vector<char>>(bvh, boxes);
  expect_container<std::vector<unsigned char>>(bvh, boxes);
  expect_container<std::string>(bvh, boxes);
  expect_container<Buffer<std::byte>>(bvh, boxes);
  Buffer<std::byte> aligned;
  ASSERT_EQ(bvh.write(aligned), Status::ok);
  BvhView<2, float> view;
  EXPECT_EQ(map_bvh(aligned, view), Status::ok);
  EXPECT_EQ(answers(view, boxes), answers(bvh, boxes));
  static_assert(!ByteRange<std::vector<int>> && !ByteContainer<std::span<char>>);
}

TEST(MappedBvh, is_copied_from_unaligned_addresses) {
  const auto boxes = scenes::make_scene<2, float>("uniform", 50, 1);
  Bvh<2, float> bvh;
  ASSERT_EQ(bvh.build(boxes), Status::ok);
  Bytes memory_block(bvh.written_size() + 64);
  for (std::size_t off = 0; off < 64; ++off) {
    const auto part = memory_block.span().subspan(off, bvh.written_size());
    ASSERT_EQ(bvh.write(part), Status::ok);
    BvhView<2, float> view;
    Buffer<std::byte> memory;
    EXPECT_EQ(map_bvh(part, view), off == 0 ? Status::ok : Status::wrong_format);
    ASSERT_EQ(map_bvh(part, view, memory), Status::ok);
    EXPECT_EQ(memory.empty(), off == 0);
    std::fill(part.begin(), part.end(), off == 0 ? part[0] : std::byte(0));
    if (off != 0) {
      ASSERT_EQ(answers(view, boxes), answers(bvh, boxes));
    }
  }
  FailingAllocator none;
  none.fail(1, true);
  Buffer<std::byte> refused(none.allocator());
  BvhView<2, float> view;
  ASSERT_EQ(bvh.write(memory_block.span().subspan(8, bvh.written_size())), Status::ok);
  EXPECT_EQ(map_bvh(memory_block.span().subspan(8, bvh.written_size()), view, refused),
            Status::out_of_memory);
  EXPECT_EQ(bvh.write(refused), Status::out_of_memory);
}

// Random words overwritten and the checksum made right: either refused, or asked without harm (the
// sanitizers look on).
TEST(MappedBvh, a_forged_buffer_with_a_valid_checksum_does_no_harm) {
  auto boxes = scenes::make_scene<2, float>("pile", 200, 1);
  boxes[150] = Aabb2f::nothing();  // without it there would be no ids to forge
  const auto filters = random_filters(200, 1);
  Bvh<2, float> bvh;
  ASSERT_EQ(bvh.build(boxes, {.filters = filters}), Status::ok);
  Bytes clean = written(bvh);
  scenes::Pcg32 random(4);
  int refused = 0;
  constexpr int kForgeries = 3000;
  for (int k = 0; k < kForgeries; ++k) {
    Bytes bytes(clean.span().size());
    std::copy(clean.span().begin(), clean.span().end(), bytes.span().begin());
    const std::uint32_t words = std::uint32_t(bytes.span().size() / 4);
    // Half of them among the header and what counts, which is little of the whole.
    const std::uint32_t word = k % 2 == 0 ? random.below(128) : random.below(words);
    const std::uint32_t forged[] = {random.next(), random.below(64),
                                    0x8000'0000u + random.below(64), ~0u};
    std::memcpy(bytes.span().data() + 4 * std::size_t(word), &forged[random.below(4)], 4);
    const std::uint64_t sum = masu::detail::index_checksum(bytes.span());
    std::memcpy(bytes.span().data() + offsetof(masu::detail::IndexHeader, checksum), &sum, 8);
    BvhView<2, float> view;
    if (map_bvh<2, float>(bytes.span(), view) != Status::ok) {
      ++refused;
      continue;
    }
    (void)answers(view, std::vector<Aabb2f>(boxes.begin(), boxes.begin() + 5));
  }
  EXPECT_GT(refused, kForgeries / 4);
}

// Ids may be left out only where each equals its index: with an empty box they are not.
TEST(MappedBvh, missing_ids_are_detected) {
  for (const bool odd : {false, true}) {
    auto boxes = scenes::make_scene<2, float>("pile", 200, 1);
    if (odd) boxes[7] = Aabb2f::nothing();
    Bvh<2, float> bvh;
    ASSERT_EQ(bvh.build(boxes), Status::ok);
    Bytes bytes = written(bvh);
    masu::detail::IndexHeader header;
    std::memcpy(&header, bytes.span().data(), sizeof(header));
    EXPECT_EQ(header.bytes[masu::detail::kIds] != 0, odd);
    header.bytes[masu::detail::kIds] = 0;
    std::memcpy(bytes.span().data(), &header, sizeof(header));
    header.checksum = masu::detail::index_checksum(bytes.span());
    std::memcpy(bytes.span().data(), &header, sizeof(header));
    BvhView<2, float> view;
    EXPECT_EQ((map_bvh<2, float>(bytes.span(), view)), odd ? Status::damaged : Status::ok);
  }
}

TEST(MappedBvh, a_cycle_of_nodes_is_refused) {
  Bvh<1, float> bvh;
  ASSERT_EQ(bvh.build(scenes::make_scene<1, float>("uniform", 600, 1)), Status::ok);
  Bytes bytes = written(bvh);
  masu::detail::IndexHeader header;
  std::memcpy(&header, bytes.span().data(), sizeof(header));
  auto* const inner = reinterpret_cast<masu::detail::BvhNode<1, float>*>(
      bytes.span().data() + header.offset[masu::detail::kInner]);
  ASSERT_GT(bvh.view().nodes().inner_count, 1u);
  const std::uint32_t was = inner[0].child[0];
  for (const std::uint32_t name : {0u, 2u, 1000000u, masu::detail::kBvhLeaf | 7u}) {
    inner[0].child[0] = name;
    header.checksum = masu::detail::index_checksum(bytes.span());
    std::memcpy(bytes.span().data(), &header, sizeof(header));
    BvhView<1, float> view;
    EXPECT_EQ((map_bvh<1, float>(bytes.span(), view)), name == was ? Status::ok : Status::damaged);
  }
}

}  // namespace
}  // namespace masu::test
