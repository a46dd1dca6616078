// SPDX-License-Identifier: MIT
// The objects behind masu.World2D and masu.World3D.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <thread>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <masu/core/thread_pool.hpp>
#include <masu/world/world.hpp>

#include "records.hpp"
#include "shapes.hpp"

namespace masu::python {

// A function of Python that decides which pairs may collide. update() calls it without the GIL.
struct PairFilter {
  py::object accept;  // none: all pairs

  bool operator()(const PairCandidate& pair) const;
};

// A world, the threads that it uses, and the shapes that it refers to.
//
// Calls of Python hold the GIL where they are short. Longer ones release it, and so meet calls of
// other threads: queries lock the world to read, everything that changes it to write. No thread
// waits for this lock while it holds the GIL, so one that has the lock may wait for the GIL. What
// runs under the lock neither makes nor drops objects of Python: their finalizers may call this
// world in the same thread. So it copies what Python will see, and moves shapes. Only the pair
// filter is called under the lock: calls by its thread find the lock taken by themselves, and the
// world answers queries and refuses changes (Status::busy).
template <int D>
class PyWorld {
 public:
  using World = masu::World<D, double>;

  PyWorld(const WorldOptions<double>& options, std::uint32_t threads)
      : threads_(threads), options_(options) {
    if (threads != 1) pool_ = std::make_unique<ThreadPool>(threads);
    options_.jobs = pool_ ? pool_->jobs() : JobSystem{};
    world_.emplace(options_);
  }

  // Calls f(world) while no other thread changes it. The caller has released the GIL.
  template <class F>
  auto read(F&& f) const {
    if (changed_here()) return f(*world_);
    const std::shared_lock lock(mutex_);
    return f(*world_);
  }
  // The same for a caller that has the GIL.
  template <class F>
  auto read_without_gil(F&& f) const {
    const py::gil_scoped_release no_gil;
    return read(f);
  }
  // The same for short calls, which release the GIL only to wait.
  template <class F>
  auto read_briefly(F&& f) const {
    if (changed_here()) return f(*world_);
    std::shared_lock lock(mutex_, std::try_to_lock);
    if (!lock) {
      const py::gil_scoped_release no_gil;
      lock.lock();
    }
    return f(*world_);
  }
  // Calls f(world) while no other thread uses it. The caller has released the GIL.
  template <class F>
  auto change(F&& f) {
    if (changed_here()) return f(*world_);
    const std::unique_lock lock(mutex_);
    const Changing changing(changer_);
    return f(*world_);
  }
  // The same for short calls by a thread that holds the GIL, which it releases only to wait.
  template <class F>
  auto change_briefly(F&& f) {
    if (changed_here()) return f(*world_);
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) {
      const py::gil_scoped_release no_gil;
      lock.lock();
    }
    const Changing changing(changer_);
    return f(*world_);
  }

  // Sets a function of Python as the pair filter; none: all pairs may collide.
  Status set_pair_filter(py::object accept) {
    return change_briefly([&](auto& world) {
      const Status status =
          accept.is_none() ? world.clear_pair_filter() : world.set_pair_filter(filter_);
      // The old one is dropped with the argument, after the lock.
      if (status == Status::ok) std::swap(filter_.accept, accept);
      return status;
    });
  }
  const py::object& pair_filter() const { return filter_.accept; }
  // For the garbage collector: nothing refers to the world any more.
  void forget_pair_filter() { filter_.accept = py::none(); }

  std::uint32_t threads() const { return threads_; }
  const WorldOptions<double>& options() const { return options_; }
  JobSystem jobs() const { return options_.jobs; }

  // The shapes whose vertices the world refers to. They change together with the world, so the
  // following are called within change() or read(), with or without the GIL: they move shapes.

  // Keeps a shape for an object; takes it if it has vertices.
  void keep(Handle h, Shape& shape) {
    drop(h.index);
    if (shape.body() != nullptr) kept_.emplace(h.index, std::move(shape));
  }
  // The shape of a slot is no longer used, at the latest after the next update.
  void drop(std::uint32_t slot) {
    const auto found = kept_.find(slot);
    if (found == kept_.end()) return;
    dropped_.push_back(std::move(found->second));
    kept_.erase(found);
  }
  void drop_all() {
    drop_if([](std::uint32_t) { return true; });
  }
  // Drops the shapes of the slots for which gone(slot) is true.
  template <class Gone>
  void drop_if(Gone&& gone) {
    for (auto i = kept_.begin(); i != kept_.end();) {
      if (gone(i->first)) {
        dropped_.push_back(std::move(i->second));
        i = kept_.erase(i);
      } else {
        ++i;
      }
    }
  }
  // The shapes that an update has just made superfluous. To be destroyed with the GIL.
  std::vector<Shape> take_dropped() { return std::exchange(dropped_, {}); }

  // Shapes that the world refers to, by slot.
  using Kept = std::unordered_map<std::uint32_t, Shape>;
  const Kept& kept() const { return kept_; }
  void set_kept(Kept kept) { kept_ = std::move(kept); }

 private:
  // Says which thread has locked the world to change it.
  class Changing {
   public:
    explicit Changing(std::atomic<std::thread::id>& changer) : changer_(changer) {
      changer_ = std::this_thread::get_id();
    }
    Changing(const Changing&) = delete;
    Changing& operator=(const Changing&) = delete;
    ~Changing() { changer_ = std::thread::id(); }

   private:
    std::atomic<std::thread::id>& changer_;
  };
  bool changed_here() const { return changer_ == std::this_thread::get_id(); }

  // A vector that grows would copy them otherwise, which needs the GIL.
  static_assert(std::is_nothrow_move_constructible_v<Shape>);

  std::uint32_t threads_;
  WorldOptions<double> options_;
  std::unique_ptr<ThreadPool> pool_;
  Kept kept_;
  std::vector<Shape> dropped_;
  PairFilter filter_{py::none()};
  mutable std::shared_mutex mutex_;
  std::atomic<std::thread::id> changer_;
  std::optional<World> world_;  // the first to be destroyed
};

// The parts of the class, each in its own file.
template <int D>
using WorldClass = pybind11::class_<PyWorld<D>>;
template <int D>
void bind_world_queries(pybind11::module_& module, WorldClass<D>& type);
template <int D>
void bind_world_events(pybind11::module_& module, WorldClass<D>& type);
template <int D>
void bind_world_filters(pybind11::module_& module, WorldClass<D>& type);
// Lets the garbage collector see the pair filter, which may refer to its world.
template <int D>
pybind11::custom_type_setup collected();

// A copy of an argument of handles: other threads may change the array while the library reads it.
// Raises TypeError for other types than integers, ValueError for negative ones or another shape.
std::vector<Handle> read_handles(const py::object& source);

}  // namespace masu::python
