// SPDX-License-Identifier: MIT
// Bytes from a file are not trusted: after the checks no query reads outside the buffer, for any
// bytes.
#include "broad_phase/bvh_buffer.hpp"
#include "core/instantiate.hpp"

#include <cstring>

#include "broad_phase/indexed_boxes.hpp"

namespace masu {
namespace detail {
namespace {

// The tree must have the numbers of the collapse, inner nodes from above and leaves from left to
// right: then each has one parent, and there are no cycles.
template <int D, class T>
bool bvh_is_sound(const BvhNodes<D, T>& nodes, std::uint64_t box_count) {
  if (nodes.root == kBvhNone) return nodes.inner_count == 0 && nodes.leaf_count == 0;
  struct Waiting {
    std::uint32_t key;
    std::uint32_t depth;
  };
  Waiting stack[kBvhStack];
  std::uint32_t top = 0;
  std::uint32_t inner = 0;
  std::uint32_t leaves = 0;
  stack[top++] = {nodes.root, 1};
  while (top != 0) {
    const Waiting at = stack[--top];
    const bool leaf = (at.key & kBvhLeaf) != 0;
    const std::uint32_t expected = leaf ? kBvhLeaf | leaves++ : inner++;
    if (at.key != expected || at.depth > kBvhMaxDepth) return false;
    if (leaf ? leaves > nodes.leaf_count : inner > nodes.inner_count) return false;
    const BvhNode<D, T>& node = nodes.node(at.key);
    if (node.count == 0 || node.count > kBvhWidth) return false;
    if (!leaf && at.depth == kBvhMaxDepth) return false;  // its children would be too deep
    for (std::uint32_t i = node.count; i-- > 0;) {
      if (!leaf) {
        stack[top++] = {node.child[i], at.depth + 1};
      } else if (node.child[i] >= box_count) {
        return false;
      }
    }
  }
  return inner == nodes.inner_count && leaves == nodes.leaf_count;
}

template <int D, class T>
bool objects_are_sound(const IndexedView<D, T>& o) {
  const BoxSetView<D, T>& set = o.set;
  if (!o.period.valid()) return false;
  if (set.ids == nullptr && (set.size != o.size || set.homes != o.size)) return false;
  for (std::size_t i = 0; i < set.size; ++i) {
    if (set.id(i) >= o.size) return false;
  }
  for (std::size_t i = 0; i < set.size - set.homes; ++i) {
    if (set.images[i].home >= set.homes || set.images[i].shift >> D != 0) return false;
  }
  return true;
}

template <class Element>
bool take_section(std::span<const std::byte> bytes, std::uint64_t count, const Element*& to) {
  if (bytes.size() % sizeof(Element) != 0 || bytes.size() / sizeof(Element) != count) return false;
  to = count == 0 ? nullptr : reinterpret_cast<const Element*>(bytes.data());
  return true;
}

}  // namespace
}  // namespace detail

template <int D, class T>
Status map_bvh(ByteView bytes, BvhView<D, T>& view) {
  using namespace detail;
  const std::span<const std::byte> buffer = bytes.span();
  std::span<const std::byte> part[kBvhSections];
  const Status status = read_index(buffer, IndexKind::bvh, D, sizeof(T), part);
  if (status != Status::ok) return status;
  BvhFacts facts;
  if (part[kFacts].size() != sizeof(facts)) return Status::damaged;
  std::memcpy(&facts, part[kFacts].data(), sizeof(facts));
  BvhNodes<D, T> nodes;
  IndexedView<D, T> objects;
  constexpr std::uint64_t kMost = 0xffff'ffffu;
  const bool counted = facts.size <= kMaxObjects && facts.box_count <= kMost &&
                       facts.homes <= facts.box_count && facts.inner < kBvhLeaf &&
                       facts.leaves < kBvhLeaf &&
                       (facts.filters == 0 || facts.filters == facts.size) &&
                       (facts.box_count == 0) == (facts.leaves == 0);
  const bool fits =
      counted && take_section(part[kInner], facts.inner, nodes.inner) &&
      take_section(part[kLeaves], facts.leaves, nodes.leaves) &&
      take_section(part[kBoxes], facts.box_count, objects.set.boxes) &&
      take_section(part[kIds], part[kIds].empty() ? 0 : facts.box_count, objects.set.ids) &&
      take_section(part[kImages], facts.box_count - facts.homes, objects.set.images) &&
      take_section(part[kFilters], facts.filters, objects.filters);
  if (!fits) return Status::damaged;
  nodes.inner_count = static_cast<std::uint32_t>(facts.inner);
  nodes.leaf_count = static_cast<std::uint32_t>(facts.leaves);
  nodes.root = facts.leaves == 0 ? kBvhNone : (facts.inner == 0 ? kBvhLeaf : 0);
  objects.size = facts.size;
  objects.set.size = facts.box_count;
  objects.set.homes = facts.homes;
  for (int a = 0; a < D; ++a) objects.period.length[a] = static_cast<T>(facts.period[a]);
  if (!bvh_is_sound(nodes, facts.box_count) || !objects_are_sound(objects)) return Status::damaged;
  view = BvhView<D, T>(nodes, objects);
  return Status::ok;
}

template <int D, class T>
Status map_bvh(ByteView bytes, BvhView<D, T>& view, Buffer<std::byte>& memory) {
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kIndexAlignment == 0) {
    return map_bvh(bytes, view);
  }
  if (!memory.resize(bytes.size())) return Status::out_of_memory;
  std::memmove(memory.data(), bytes.data(), bytes.size());
  return map_bvh(memory, view);
}

#define MASU_INSTANTIATE(D, T)                       \
  template Status map_bvh(ByteView, BvhView<D, T>&); \
  template Status map_bvh(ByteView, BvhView<D, T>&, Buffer<std::byte>&);
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
