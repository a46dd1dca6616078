// SPDX-License-Identifier: MIT
// Hierarchies in buffers, altered and sealed again: no query reads outside of what map_bvh()
// accepts, and every query ends.
#include <masu/broad_phase/bvh.hpp>
#include <masu/core/assert.hpp>

#include "fuzz/sealed_index.hpp"

namespace masu::fuzz {
namespace {

template <int D, class T>
void map(FuzzInput& bytes) {
  IndexOptions<D, T> options;
  if (bytes.flag()) options.period.length[0] = 4;
  Aabb<D, T> boxes[70];
  for (int i = 0; i < 70; ++i) {
    Vec<D, T> position = Vec<D, T>::all(T(i % 5));
    position[0] = T(i) / 4;
    boxes[i] = {position, position + Vec<D, T>::all(T(0.5))};
  }
  Bvh<D, T> bvh;
  MASU_ASSERT(bvh.build(std::span<const Aabb<D, T>>(boxes), options) == Status::ok);
  SealedIndex index;
  MASU_ASSERT(index.bytes().resize(bvh.written_size()));
  MASU_ASSERT(bvh.write({index.bytes().data(), index.bytes().size()}) == Status::ok);
  index.alter(bytes);
  BvhView<D, T> view;
  if (map_bvh(index.view(), view) != Status::ok) return;
  const auto known = [&](std::uint32_t id) { MASU_ASSERT(id < view.size()); };
  const Vec<D, T> low = Vec<D, T>::all(T(1));
  (void)view.for_each_overlapping({low, low + low}, known);
  (void)view.for_each_within({low, low}, T(2), known);
  typename BvhView<D, T>::Neighbor found[5];
  const SearchResult near = view.nearest({low, low}, found);
  MASU_ASSERT(near.stats.results <= 5);
  const auto hit = view.ray_cast({low - low - low, low});
  if (hit.hit) known(hit.id);
  view.for_each_node([](const Aabb<D, T>&, int, std::size_t) {}, known);
}

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  if (bytes.flag()) {
    masu::fuzz::map<2, float>(bytes);
  } else {
    masu::fuzz::map<3, double>(bytes);
  }
  return 0;
}
