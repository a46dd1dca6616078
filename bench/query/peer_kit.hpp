// SPDX-License-Identifier: MIT
// Common code of the indices: views of objects and queries, the list of results, and the adapter
// from a class to the C interface. An index is a class
//
//   struct Index {
//     static constexpr std::uint32_t kKinds, kTasks;
//     explicit Index(int dim);
//     bool build(const Objects<T>& objects);                           // boxes outlive it
//     void ask(const Questions<T>& questions, Answers& answers);       // answers is empty
//     void move(const Moves<T>& moves, Answers& answers);              // if it has kMove
//   };
//
// whose ask() and move() call answers.end() after each question.
#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "query_peer.h"

namespace masu_bench::query {

inline constexpr std::uint32_t kBoxes = 1u << MASU_QUERY_BOXES;
inline constexpr std::uint32_t kPoints = 1u << MASU_QUERY_POINTS;
inline constexpr std::uint32_t kTriangles = 1u << MASU_QUERY_TRIANGLES;
inline constexpr std::uint32_t kBalls = 1u << MASU_QUERY_BALLS;
inline constexpr std::uint32_t kBox = 1u << MASU_QUERY_BOX;
inline constexpr std::uint32_t kKnn = 1u << MASU_QUERY_KNN;
inline constexpr std::uint32_t kRadius = 1u << MASU_QUERY_RADIUS;
inline constexpr std::uint32_t kRayFirst = 1u << MASU_QUERY_RAY_FIRST;
inline constexpr std::uint32_t kRayAll = 1u << MASU_QUERY_RAY_ALL;
inline constexpr std::uint32_t kMove = 1u << MASU_QUERY_MOVE;
inline constexpr std::uint32_t kFlat = 1u << 2;
inline constexpr std::uint32_t kSolid = 1u << 3;

// Returns the corners of box i, or point i twice.
template <class T>
struct Objects {
  masu_query_objects raw;
  int dim;

  std::size_t size() const { return raw.size; }
  const T* data() const { return static_cast<const T*>(raw.data); }
  bool boxes() const { return raw.kind == MASU_QUERY_BOXES; }
  std::size_t stride() const { return static_cast<std::size_t>(boxes() ? 2 * dim : dim); }
  const T* min(std::size_t i) const { return data() + i * stride(); }
  const T* max(std::size_t i) const { return boxes() ? min(i) + dim : min(i); }
};

template <class T>
struct Questions {
  masu_queries raw;
  int dim;

  std::uint32_t task() const { return raw.task; }
  std::size_t size() const { return raw.size; }
  // Returns the number of scalars in a record.
  std::size_t stride() const {
    const auto d = static_cast<std::size_t>(dim);
    if (task() == MASU_QUERY_RAY_FIRST || task() == MASU_QUERY_RAY_ALL) return 2 * d + 1;
    return task() == MASU_QUERY_BOX ? 2 * d : d;
  }
  const T* operator[](std::size_t i) const {
    return static_cast<const T*>(raw.data) + i * stride();
  }
};

template <class T>
struct Moves {
  const std::uint32_t* indices;
  std::size_t size;
  const T* data;  // min[dim], max[dim] of each box
  int dim;

  const T* min(std::size_t k) const { return data + k * 2 * static_cast<std::size_t>(dim); }
  const T* max(std::size_t k) const { return min(k) + dim; }
};

class Answers {
 public:
  void clear() {
    first_.assign(1, 0);
    ids_.clear();
    values_.clear();
  }
  void add(std::uint32_t id) { ids_.push_back(id); }
  void add(std::uint32_t id, double value) {
    ids_.push_back(id);
    values_.push_back(value);
  }
  void end() { first_.push_back(static_cast<std::uint32_t>(ids_.size())); }
  masu_query_answers view() const { return {first_.data(), ids_.data(), values_.data()}; }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> ids_;
  std::vector<double> values_;
};

template <class T>
bool overlap(const T* min, const T* max, const T* other_min, const T* other_max, int dim) {
  bool hit = true;
  for (int a = 0; a < dim; ++a) {
    hit &= min[a] <= other_max[a];
    hit &= other_min[a] <= max[a];
  }
  return hit;
}

// Returns where the ray enters the box: 0 inside, negative for a miss. By slabs, as usual.
template <class T>
T enter(const T* ray, const T* min, const T* max, int dim) {
  T from = 0;
  T to = ray[2 * dim];
  for (int a = 0; a < dim; ++a) {
    const T d = ray[dim + a];
    if (d == 0) {
      if (!(min[a] <= ray[a] && ray[a] <= max[a])) return -1;
      continue;
    }
    const T low = (min[a] - ray[a]) / d;
    const T high = (max[a] - ray[a]) / d;
    from = (d > 0 ? low : high) > from ? (d > 0 ? low : high) : from;
    to = (d > 0 ? high : low) < to ? (d > 0 ? high : low) : to;
  }
  return from <= to ? from : T(-1);
}

template <class Index, class T>
struct IndexState {
  explicit IndexState(int d) : index(d), dim(d) {}
  Index index;
  Answers answers;
  int dim;
};

template <class Index, class T>
constexpr masu_query_peer make_peer(const char* name, const char* version,
                                    std::uint32_t dimensions) {
  using State = IndexState<Index, T>;
  masu_query_peer peer{};
  peer.name = name;
  peer.version = version;
  peer.dimensions = dimensions;
  peer.scalar_size = sizeof(T);
  peer.kinds = Index::kKinds;
  peer.tasks = Index::kTasks;
  peer.create = [](int dim) -> void* { return new State(dim); };
  peer.build = [](void* self, const masu_query_objects* objects) -> int {
    auto& state = *static_cast<State*>(self);
    try {
      return state.index.build(Objects<T>{*objects, state.dim}) ? 1 : 0;
    } catch (const std::exception&) {
      return 0;
    }
  };
  peer.ask = [](void* self, const masu_queries* queries) -> masu_query_answers {
    auto& state = *static_cast<State*>(self);
    state.answers.clear();
    state.index.ask(Questions<T>{*queries, state.dim}, state.answers);
    return state.answers.view();
  };
  if constexpr ((Index::kTasks & kMove) != 0) {
    peer.move = [](void* self, const std::uint32_t* indices, size_t n,
                   const void* data) -> masu_query_answers {
      auto& state = *static_cast<State*>(self);
      state.answers.clear();
      const Moves<T> moves{indices, n, static_cast<const T*>(data), state.dim};
      state.index.move(moves, state.answers);
      return state.answers.view();
    };
  }
  peer.destroy = [](void* self) { delete static_cast<State*>(self); };
  return peer;
}

}  // namespace masu_bench::query

// Exports the peers of one shared object.
#define MASU_QUERY_EXPORT_PEERS(array)                                                       \
  extern "C" __attribute__((visibility("default"))) const masu_query_peer* masu_query_peers( \
      size_t* count) {                                                                       \
    *count = sizeof(array) / sizeof(array[0]);                                               \
    return array;                                                                            \
  }
