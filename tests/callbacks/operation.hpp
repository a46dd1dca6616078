// SPDX-License-Identifier: MIT
// Operations: calls of the library that run code of their users. Each may throw at its k-th call.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <masu/broad_phase/query_results.hpp>
#include <masu/core/block_target.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/trace.hpp>
#include <masu/core/vec.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/golden.hpp"

namespace masu::test {

// Code of the user that a function of the library calls.
enum class UserCode : std::uint8_t {
  visitor,  // visitors, sinks, filters and other functions
  trace,
  jobs,  // a JobSystem
};
constexpr UserCode kUserCodes[] = {UserCode::visitor, UserCode::trace, UserCode::jobs};
constexpr const char* name(UserCode code) {
  return code == UserCode::visitor ? "visitor" : code == UserCode::trace ? "trace" : "jobs";
}

// What user code throws.
struct Thrown {};

// Hashes results of any type.
class Digest {
 public:
  std::uint64_t value() const { return hash_.value(); }

  template <class V>
  Digest& operator<<(const V& v) {
    if constexpr (std::is_floating_point_v<V>) {
      hash_.add(v);
    } else if constexpr (std::is_integral_v<V> || std::is_enum_v<V>) {
      hash_.add(static_cast<std::uint64_t>(v));
    } else if constexpr (requires { v.generation; }) {
      *this << v.index << v.generation;
    } else if constexpr (requires { v.distance_squared; }) {
      *this << v.distance_squared;
    } else if constexpr (requires { v.min, v.max; }) {
      *this << v.min << v.max;
    } else if constexpr (requires { v.nodes, v.tests; }) {
      *this << v.nodes << v.tests << v.comparisons << v.shifts << v.results;
    } else if constexpr (requires { v.hit, v.t; }) {
      *this << v.status << v.hit << v.t;
    } else if constexpr (requires { v.status, v.stats; }) {
      *this << v.status << v.stats;
    } else if constexpr (requires { v.a, v.b; }) {
      *this << v.a << v.b;
    } else if constexpr (std::is_array_v<V> || requires { v.begin(), v.end(); }) {
      for (const auto& element : v) *this << element;
    } else {
      for (int a = 0; a < V::kDimension; ++a) *this << v[a];
    }
    return *this;
  }

 private:
  Hash hash_;
};

// Runs an operation once. User code calls visit(), and the k-th call may throw; then the operation
// is repeated without.
class Probe {
 public:
  static constexpr std::uint64_t kNever = ~std::uint64_t(0);

  explicit Probe(UserCode code, std::uint64_t throw_at = kNever)
      : code_(code), throw_at_(throw_at) {}

  // --- For operations ----------------------------------------------------------------------------

  // To be called by every visitor, sink and filter.
  bool visit() {
    if (code_ == UserCode::visitor) call();
    return true;
  }
  // The jobs to use: {} unless jobs are what is tested.
  JobSystem jobs() const { return code_ == UserCode::jobs ? jobs_ : JobSystem{}; }
  // How many objects there are: jobs run only where there are many.
  std::size_t size(std::size_t few, std::size_t many) const {
    return code_ == UserCode::jobs ? many : few;
  }
  bool with_trace() const { return code_ == UserCode::trace; }
  bool with_jobs() const { return code_ == UserCode::jobs; }

  // A trace that calls the user's code at each event.
  struct Watcher {
    Probe* probe;
    template <class Event>
    void on(const Event&) {
      probe->call();
    }
  };
  struct MaybeTrace {
    Watcher* watcher;
    template <class... Events>
    operator AnyTrace<Events...>() const {
      return watcher == nullptr ? AnyTrace<Events...>() : AnyTrace<Events...>(*watcher);
    }
  };
  // As an argument: no trace unless traces are what is tested.
  MaybeTrace trace() { return {with_trace() ? &watcher_ : nullptr}; }
  Watcher& watcher() { return watcher_; }

  // Does f(digest), again if it throws. Then `object` must be valid.
  template <class Object, class F>
  void attempt(Object& object, F&& f) {
    ++attempts_;
    Digest first;
    armed_ = true;
    try {
      f(first);
      armed_ = false;
      digest_ << first.value();
      return;
    } catch (const Thrown&) {
      armed_ = false;
      threw_ = true;
    }
    expect_valid(object);
    Digest again;
    f(again);
    digest_ << again.value();
    expect_valid(object);
  }

  // Adds what follows from the operation.
  void add_consequences(const Digest& d) { digest_ << d.value(); }

  // --- For tests ---------------------------------------------------------------------------------

  void set_jobs(const JobSystem& jobs) { jobs_ = jobs; }
  // A call of the user's code.
  void call() {
    if (armed_ && ++calls_ == throw_at_) throw Thrown{};
  }
  std::uint64_t calls() const { return calls_; }
  std::uint64_t attempts() const { return attempts_; }
  bool threw() const { return threw_; }
  std::uint64_t digest() const { return digest_.value(); }

 private:
  template <class Object>
  static void expect_valid(Object& object) {
    if constexpr (requires { object.validate(); }) {
      EXPECT_TRUE(object.validate());
    }
  }

  UserCode code_;
  std::uint64_t throw_at_;
  JobSystem jobs_;
  Watcher watcher_{this};
  std::atomic<std::uint64_t> calls_{0};
  std::uint64_t attempts_ = 0;
  std::atomic<bool> armed_{false};
  bool threw_ = false;
  Digest digest_;
};

struct Operation {
  std::string name;             // as list_operations.py writes it: Class::member, or a function
  std::vector<UserCode> codes;  // what it takes
  std::function<void(Probe&)> run;
  bool uses_jobs = true;     // false: it takes jobs and runs without
  bool trace_throws = true;  // false: an object changes, so its trace must not throw
};

// --- All operations
// --------------------------------------------------------------------------------

void add_index_operations(std::vector<Operation>& list);
void add_finder_operations(std::vector<Operation>& list);
void add_tracker_operations(std::vector<Operation>& list);
void add_world_operations(std::vector<Operation>& list);
void add_obstacle_operations(std::vector<Operation>& list);
void add_corridor_operations(std::vector<Operation>& list);
void add_body_operations(std::vector<Operation>& list);
void add_builder_operations(std::vector<Operation>& list);
void add_textbook_operations(std::vector<Operation>& list);

inline std::vector<Operation> all_operations() {
  std::vector<Operation> list;
  add_index_operations(list);
  add_finder_operations(list);
  add_tracker_operations(list);
  add_world_operations(list);
  add_obstacle_operations(list);
  add_corridor_operations(list);
  add_body_operations(list);
  add_builder_operations(list);
  add_textbook_operations(list);
  return list;
}

// --- Input
// -----------------------------------------------------------------------------------------

// Boxes of edge 1, about as many as pairs.
template <int D>
std::vector<Aabb<D, float>> random_boxes(std::size_t count, std::uint64_t seed = 1) {
  scenes::Pcg32 random(seed);
  const double side = 1.5 * std::pow(double(count), 1.0 / D);
  std::vector<Aabb<D, float>> boxes(count);
  for (auto& box : boxes) {
    for (int a = 0; a < D; ++a) {
      box.min[a] = float(random.between(0, side));
      box.max[a] = box.min[a] + 1;
    }
  }
  return boxes;
}
// Overlaps about half of those boxes.
template <int D>
Aabb<D, float> window(std::size_t count) {
  Aabb<D, float> box;
  for (int a = 0; a < D; ++a) {
    box.min[a] = 0;
    box.max[a] = float(std::pow(double(count), 1.0 / D));
  }
  return box;
}

}  // namespace masu::test
