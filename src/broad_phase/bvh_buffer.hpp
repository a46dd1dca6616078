// SPDX-License-Identifier: MIT
// BvhParts: the sections of the buffer that Bvh::write() makes.
#pragma once

#include <array>
#include <span>

#include <masu/broad_phase/bvh_view.hpp>
#include <masu/broad_phase/index_buffer.hpp>
#include "broad_phase/bvh_node.hpp"

namespace masu::detail {

struct BvhFacts {
  std::uint64_t size;  // boxes of the input
  std::uint64_t box_count;
  std::uint64_t homes;
  std::uint64_t filters;
  std::uint64_t inner;
  std::uint64_t leaves;
  double period[4];
};

enum BvhSection : std::size_t { kFacts, kInner, kLeaves, kBoxes, kIds, kImages, kFilters };
inline constexpr std::size_t kBvhSections = 7;

// The sections of a buffer for a hierarchy: pointers to them, and the numbers.
template <int D, class T>
class BvhParts {
 public:
  explicit BvhParts(const BvhView<D, T>& view) {
    using Node = BvhNode<D, T>;
    constexpr std::size_t kUsed = offsetof(Node, count) + sizeof(Node::count);
    const BvhNodes<D, T>& nodes = view.nodes();
    const IndexedView<D, T>& objects = view.objects();
    const BoxSetView<D, T>& set = objects.set;
    facts_ = {objects.size,
              set.size,
              set.homes,
              objects.filters == nullptr ? 0 : objects.size,
              nodes.inner_count,
              nodes.leaf_count,
              {}};
    for (int a = 0; a < D; ++a) facts_.period[a] = objects.period.length[a];
    sections_ = {index_section(&facts_, 1),
                 index_section(nodes.inner, nodes.inner_count, kUsed),
                 index_section(nodes.leaves, nodes.leaf_count, kUsed),
                 index_section(set.boxes, set.size),
                 index_section(set.ids, set.ids == nullptr ? 0 : set.size),
                 index_section(set.images, set.size - set.homes),
                 index_section(objects.filters, std::size_t(facts_.filters))};
  }
  BvhParts(const BvhParts&) = delete;
  BvhParts& operator=(const BvhParts&) = delete;

  std::span<const IndexSection> sections() const { return sections_; }

 private:
  BvhFacts facts_;
  std::array<IndexSection, kBvhSections> sections_;
};

}  // namespace masu::detail
