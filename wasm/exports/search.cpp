// SPDX-License-Identifier: MIT
// Searches of an index that take numbers and fill a list, which keeps its memory from call to call:
// no structure to write, no visitor, nothing to free. They return how many indices they found, or a
// status below 0.
#include <cstring>
#include <limits>

#include "ascending.hpp"
#include "c/broad_phase.hpp"
#include "c/layout.hpp"
#include "list.hpp"

using namespace masu;

namespace {

int failure(Status status) {
  return -static_cast<int>(status);
}

template <int D, class T>
const BvhView<D, T>& index_of(const masu_broad_phase* of) {
  return static_cast<const c::BroadPhaseOf<D, T>*>(of)->index.view();
}

int count_in(const masu_js_list& list) {
  return static_cast<int>(list.size / sizeof(uint32_t));
}

Status append(void* list, std::span<const uint32_t> found, uint64_t&) {
  void* const to = js::space_in(*static_cast<masu_js_list*>(list), found.size_bytes());
  if (to == nullptr) return Status::out_of_memory;
  std::memcpy(to, found.data(), found.size_bytes());
  return Status::ok;
}

template <int D, class T>
int search(const masu_broad_phase* of, masu_js_list* list, const Aabb<D, T>& box) {
  list->size = 0;
  const BlockTarget<uint32_t> target(list, append);
  const SearchResult r = index_of<D, T>(of).for_each_overlapping(box, target);
  return r.status == Status::ok ? count_in(*list) : failure(r.status);
}

// Appends the starts of the results of `count` queries and their end, and then the results;
// add(i) appends those of query i and returns how many, or a failure. Returns how many in all.
template <class Add>
int add_groups(masu_js_list* list, uint32_t count, const Add& add) {
  list->size = 0;
  if (js::space_in(*list, (size_t(count) + 1) * sizeof(uint32_t)) == nullptr) {
    return failure(Status::out_of_memory);
  }
  uint32_t found = 0;
  for (uint32_t i = 0; i <= count; ++i) {
    std::memcpy(list->data + i * sizeof(uint32_t), &found, sizeof(uint32_t));
    if (i == count) break;
    const int more = add(i);
    if (more < 0) return more;
    found += static_cast<uint32_t>(more);
  }
  return static_cast<int>(found);
}

// The indices for each box are ascending.
template <int D, class T>
int overlapping_many(const masu_broad_phase* of, masu_js_list* list, const Aabb<D, T>* boxes,
                     uint32_t count, const masu_filter* filter) {
  const BvhView<D, T>& index = index_of<D, T>(of);
  const MaybeFilter maybe = c::maybe(filter);
  const BlockTarget<uint32_t> target(list, append);
  js::Ascending ascending(index.size());
  return add_groups(list, count, [&](uint32_t i) {
    const size_t before = list->size;
    const SearchResult r = index.for_each_overlapping(boxes[i], target, maybe);
    if (r.status != Status::ok) return failure(r.status);
    const size_t found = (list->size - before) / sizeof(uint32_t);
    auto* const own = reinterpret_cast<uint32_t*>(list->data + before);
    return ascending.sort({own, found}) ? static_cast<int>(found) : failure(Status::out_of_memory);
  });
}

// Appends the indices of at most k boxes no farther than `reach`, by distance; returns how many.
template <int D, class T>
int add_neighbors(const BvhView<D, T>& index, masu_js_list* list, const Vec<D, T>& point,
                  uint32_t k, T reach) {
  using Near = Neighbor<T, uint32_t>;
  const size_t most = k < index.size() ? k : index.size();
  const size_t before = list->size;
  auto* const found = static_cast<Near*>(js::space_in(*list, most * sizeof(Near)));
  if (found == nullptr) return most == 0 ? 0 : failure(Status::out_of_memory);
  const SearchResult r = index.nearest({point, point}, {found, most});
  if (r.status != Status::ok) return failure(r.status);
  size_t count = static_cast<size_t>(r.stats.results);
  while (count > 0 && found[count - 1].distance_squared > reach * reach) --count;
  unsigned char* const to = list->data + before;
  for (size_t i = 0; i < count; ++i) {
    std::memcpy(to + i * sizeof(uint32_t), &found[i].id, sizeof(uint32_t));
  }
  list->size = before + count * sizeof(uint32_t);
  return static_cast<int>(count);
}

template <int D, class T>
int neighbors(const masu_broad_phase* of, masu_js_list* list, const Vec<D, T>& point, uint32_t k,
              T reach) {
  list->size = 0;
  return add_neighbors(index_of<D, T>(of), list, point, k, reach);
}

template <int D, class T>
int neighbors_many(const masu_broad_phase* of, masu_js_list* list, const Vec<D, T>* points,
                   uint32_t count, uint32_t k) {
  return add_groups(list, count, [&](uint32_t i) {
    constexpr T kAny = std::numeric_limits<T>::infinity();
    return add_neighbors(index_of<D, T>(of), list, points[i], k, kAny);
  });
}

}  // namespace

extern "C" {

#define MASU_JS_MANY(of, D, T)                                                           \
  int masu_js_overlapping_many_##of(const masu_broad_phase* index, masu_js_list* list,   \
                                    const Aabb<D, T>* boxes, uint32_t count,             \
                                    const masu_filter* filter) {                         \
    return overlapping_many<D, T>(index, list, boxes, count, filter);                    \
  }                                                                                      \
  int masu_js_neighbors_many_##of(const masu_broad_phase* index, masu_js_list* list,     \
                                  const Vec<D, T>* points, uint32_t count, uint32_t k) { \
    return neighbors_many<D, T>(index, list, points, count, k);                          \
  }
MASU_JS_MANY(2f, 2, float)
MASU_JS_MANY(3f, 3, float)
MASU_JS_MANY(2d, 2, double)
MASU_JS_MANY(3d, 3, double)

#define MASU_JS_SEARCH_2D(of, T)                                                               \
  int masu_js_search_##of(const masu_broad_phase* index, masu_js_list* list, T min_x, T min_y, \
                          T max_x, T max_y) {                                                  \
    return search<2, T>(index, list, {{min_x, min_y}, {max_x, max_y}});                        \
  }                                                                                            \
  int masu_js_neighbors_##of(const masu_broad_phase* index, masu_js_list* list, T x, T y,      \
                             uint32_t k, T reach) {                                            \
    return neighbors<2, T>(index, list, {x, y}, k, reach);                                     \
  }
#define MASU_JS_SEARCH_3D(of, T)                                                               \
  int masu_js_search_##of(const masu_broad_phase* index, masu_js_list* list, T min_x, T min_y, \
                          T min_z, T max_x, T max_y, T max_z) {                                \
    return search<3, T>(index, list, {{min_x, min_y, min_z}, {max_x, max_y, max_z}});          \
  }                                                                                            \
  int masu_js_neighbors_##of(const masu_broad_phase* index, masu_js_list* list, T x, T y, T z, \
                             uint32_t k, T reach) {                                            \
    return neighbors<3, T>(index, list, {x, y, z}, k, reach);                                  \
  }
MASU_JS_SEARCH_2D(2f, float)
MASU_JS_SEARCH_3D(3f, float)
MASU_JS_SEARCH_2D(2d, double)
MASU_JS_SEARCH_3D(3d, double)

}  // extern "C"
