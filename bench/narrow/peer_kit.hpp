// SPDX-License-Identifier: MIT
// Common code of the methods: a view of the task, and the adapter from a class to the C interface.
// A method is a class
//
//   struct Method {
//     static bool takes(const Task& task);
//     explicit Method(const Task& task);            // throws if it cannot
//     void ask(std::size_t query, Answer& answer);  // in: hit -1, all else 0
//     Work work(std::size_t query);                 // if it counts
//   };
//
// or, instead of ask(), ask_all(from, to, answers) for those queries at once.
#pragma once

#include <cmath>
#include <cstring>
#include <exception>
#include <iterator>
#include <vector>

#include "narrow_peer.h"

namespace masu_bench::narrow {

using Answer = masu_narrow_answer;
using Pose = masu_narrow_pose;
using Query = masu_narrow_query;
using Shape = masu_narrow_shape;
using Work = masu_narrow_work;

struct Task {
  masu_narrow_task raw;

  bool asks(masu_narrow_question question) const { return raw.question == question; }
  bool meshes() const { return kind_a() == MASU_NARROW_MESH; }
  // Convex shapes in 3D.
  bool solid() const { return raw.dim == 3 && !meshes(); }
  bool flat() const { return raw.dim == 2; }
  bool warm() const { return raw.warm != 0; }
  std::size_t size() const { return raw.query_count; }
  const Query& query(std::size_t i) const { return raw.queries[i]; }
  std::uint32_t shape_a(std::size_t query) const { return raw.pairs[2 * raw.queries[query].pair]; }
  std::uint32_t shape_b(std::size_t query) const {
    return raw.pairs[2 * raw.queries[query].pair + 1];
  }
  // The kind of all pairs.
  std::uint32_t kind_a() const { return raw.shapes[raw.pairs[0]].kind; }
  std::uint32_t kind_b() const { return raw.shapes[raw.pairs[1]].kind; }
  bool kinds(masu_narrow_kind a, masu_narrow_kind b) const {
    return kind_a() == a && kind_b() == b;
  }
};

inline void set_normal(Answer& answer, double x, double y, double z) {
  answer.normal[0] = x, answer.normal[1] = y, answer.normal[2] = z;
}
// Sets the normal from the nearest points of shapes that are apart, or whose signed distance is in
// the result: the normal is reversed if they overlap.
inline void set_normal_between(Answer& answer, double x, double y, double z) {
  const double length = std::sqrt(x * x + y * y + z * z);
  const double scale = length > 0 ? (answer.distance < 0 ? -1 : 1) / length : 0;
  set_normal(answer, x * scale, y * scale, z * scale);
}

// Maps y to z: for peers whose cylinders and capsules lie along z. A rotation by -90 degrees around
// x comes first.
inline Pose with_axis_z(const Pose& p) {
  const double h = std::sqrt(0.5);
  const double* q = p.rotation;
  Pose r = p;
  r.rotation[0] = h * (q[0] - q[3]);
  r.rotation[1] = h * (q[1] - q[2]);
  r.rotation[2] = h * (q[2] + q[1]);
  r.rotation[3] = h * (q[3] + q[0]);
  return r;
}
inline bool has_axis(std::uint32_t kind) {
  return kind == MASU_NARROW_CAPSULE || kind == MASU_NARROW_CYLINDER;
}

template <class Method>
void run_method(void* self, std::size_t from, std::size_t to, Answer* answers) {
  auto& method = *static_cast<Method*>(self);
  for (std::size_t i = from; i < to; ++i) {
    answers[i] = {-1, 0, 0, {0, 0, 0}};
    if constexpr (requires { method.ask(i, answers[i]); }) method.ask(i, answers[i]);
  }
  if constexpr (requires { method.ask_all(from, to, answers); }) {
    method.ask_all(from, to, answers);
  }
}

template <class Method>
constexpr masu_narrow_peer make_peer(const char* name, const char* version,
                                     std::uint32_t scalar_size) {
  masu_narrow_peer peer{};
  peer.name = name;
  peer.version = version;
  peer.scalar_size = scalar_size;
  peer.takes = [](const masu_narrow_task* task) { return Method::takes(Task{*task}) ? 1 : 0; };
  peer.create = [](const masu_narrow_task* task) -> void* {
    try {
      return new Method(Task{*task});
    } catch (const std::exception&) {
      return nullptr;
    }
  };
  peer.run = &run_method<Method>;
  if constexpr (requires(Method & method) { method.work(std::size_t(0)); }) {
    peer.count = [](void* self, std::size_t from, std::size_t to) {
      Work sum{0, 0};
      for (std::size_t i = from; i < to; ++i) {
        const Work one = static_cast<Method*>(self)->work(i);
        sum.rounds += one.rounds, sum.supports += one.supports;
      }
      return sum;
    };
  }
  peer.destroy = [](void* self) { delete static_cast<Method*>(self); };
  return peer;
}

}  // namespace masu_bench::narrow

// Exports the methods of one shared object.
#define MASU_NARROW_EXPORT_PEERS(array)                                                        \
  extern "C" __attribute__((visibility("default"))) const masu_narrow_peer* masu_narrow_peers( \
      size_t* count) {                                                                         \
    *count = std::size(array);                                                                 \
    return std::data(array);                                                                   \
  }
