// SPDX-License-Identifier: MIT
#include "ours.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/core/version.hpp>
#include <masu/textbook/plain_pass.hpp>

#include "bench/common/job_list.hpp"
#include "bench/common/thread_pool.hpp"
#include "limit.hpp"

namespace masu_bench {
namespace {

template <int D, class T>
std::span<const masu::Aabb<D, T>> boxes_of(const Frame& frame) {
  return {static_cast<const masu::Aabb<D, T>*>(frame.boxes(sizeof(T))), frame.n};
}

std::span<const masu_peer_pair> as_peer_pairs(const masu::PairList& pairs) {
  static_assert(sizeof(masu::Pair) == sizeof(masu_peer_pair));
  return {reinterpret_cast<const masu_peer_pair*>(pairs.data()), pairs.size()};
}

// Measures the phases of a frame.
class PhaseClock : public masu::Trace {
 public:
  using Trace::on;
  void on(const masu::PhaseBegins& phase) {
    end();
    phase_ = &seconds_[phase.name];
  }
  void end() {
    const auto now = std::chrono::steady_clock::now();
    if (phase_ != nullptr) *phase_ += std::chrono::duration<double>(now - since_).count();
    phase_ = nullptr;
    since_ = now;
  }
  void clear() { seconds_.clear(); }
  const Phases& seconds() const { return seconds_; }

 private:
  std::chrono::steady_clock::time_point since_;
  double* phase_ = nullptr;
  Phases seconds_;
};

// From this size on reading a clock does not slow frames down noticeably; finders without phases
// are never timed.
constexpr std::size_t kTracedFrom = 4096;
template <class Finder>
constexpr bool kHasPhases = false;
template <int D, class T>
constexpr bool kHasPhases<masu::SortedOrthtree<D, T>> = true;
template <int D, class T>
constexpr bool kHasPhases<masu::SweepAndPrune<D, T>> = true;

// Runs any finder of the library; kept from frame to frame as a user would, so that it reuses its
// memory.
template <int D, class T, class Finder>
class OurMethod final : public Method {
 public:
  OurMethod(Finder finder, int threads) : finder_(std::move(finder)), pool_(threads) {
    options_.jobs = pool_.jobs();
  }
  FoundPairs find(const Frame& frame) override {
    const auto boxes = boxes_of<D, T>(frame);
    clock_.clear();
    if (!kHasPhases<Finder> || frame.n < kTracedFrom) {
      result_ = finder_.find_pairs(boxes, pairs_, options_);
    } else {
      result_ = finder_.find_pairs(boxes, pairs_, options_, clock_);
      clock_.end();
    }
    const auto list = as_peer_pairs(pairs_);
    return {list, list.size()};
  }
  std::optional<std::uint64_t> tests() const override { return result_.stats.tests; }
  Phases phases() const override { return clock_.seconds(); }

 private:
  Finder finder_;
  ThreadPool pool_;
  PhaseClock clock_;
  masu::PairOptions<D, T> options_{};
  masu::PairList pairs_;
  masu::SearchResult result_;
};

// A box inside a record of a program: followed by other data, or with padded corners in 3D.
template <int D, class T>
struct Record {
  T min[D];
  T max[D];
  T more[2];
};
template <class T>
struct Record<3, T> {
  T min[4];
  T max[4];
};

// SortedOrthtree with its defaults, on boxes in records.
template <int D, class T>
class RecordsMethod final : public Method {
 public:
  explicit RecordsMethod(int threads) : pool_(threads) { options_.jobs = pool_.jobs(); }
  void arrange(const Frame& frame) override {
    records_.resize(frame.n);
    const auto boxes = boxes_of<D, T>(frame);
    for (std::size_t i = 0; i < frame.n; ++i) {
      std::copy_n(boxes[i].min.v, D, records_[i].min);
      std::copy_n(boxes[i].max.v, D, records_[i].max);
    }
  }
  FoundPairs find(const Frame&) override {
    result_ = finder_.find_pairs(records_, pairs_, options_);
    const auto list = as_peer_pairs(pairs_);
    return {list, list.size()};
  }
  std::optional<std::uint64_t> tests() const override { return result_.stats.tests; }

 private:
  masu::SortedOrthtree<D, T> finder_;
  ThreadPool pool_;
  masu::PairOptions<D, T> options_{};
  std::vector<Record<D, T>> records_;
  masu::PairList pairs_;
  masu::SearchResult result_;
};

// The textbook's pass with a depth chosen by the size: about as many cells as objects.
template <int D, class T>
class PlainMethod final : public Method {
 public:
  bool prepare(const Frame& frame) override {
    using Pass = masu::PlainPass<D, T>;
    const int depth = static_cast<int>(std::lround(std::log2(static_cast<double>(frame.n)) / D));
    pass_.emplace(std::clamp(depth, 1, Pass::kMaxDepth));
    return true;
  }
  FoundPairs find(const Frame& frame) override {
    result_ = pass_->find_pairs(boxes_of<D, T>(frame), pairs_);
    const auto list = as_peer_pairs(pairs_);
    return {list, list.size()};
  }
  std::optional<std::uint64_t> tests() const override { return result_.stats.tests; }

 private:
  std::optional<masu::PlainPass<D, T>> pass_;
  masu::PairList pairs_;
  masu::SearchResult result_;
};

// Objects stay in the tree. Those that moved are updated one by one, or all at once if all moved
// and the index has move_many().
template <int D, class T, class Tree>
class DynamicMethod final : public Method {
 public:
  bool prepare(const Frame& frame) override {
    for (const auto& box : boxes_of<D, T>(frame)) {
      const auto inserted = tree_.insert(box);
      if (inserted.status != masu::Status::ok) return false;
      handles_.push_back(inserted.handle);
    }
    return true;
  }
  FoundPairs find(const Frame& frame) override {
    if (!move(boxes_of<D, T>(frame), frame.moved)) return {};
    result_ = tree_.find_pairs(pairs_);
    const auto list = as_peer_pairs(pairs_);
    return {list, list.size()};
  }
  std::optional<std::uint64_t> tests() const override { return result_.stats.tests; }

 private:
  bool move(std::span<const masu::Aabb<D, T>> boxes, std::span<const std::uint32_t> moved) {
    if constexpr (requires { tree_.move_many(handles_, boxes); }) {
      if (moved.size() == boxes.size()) {
        return tree_.move_many(handles_, boxes) == masu::Status::ok;
      }
    }
    return std::all_of(moved.begin(), moved.end(), [&](std::uint32_t i) {
      return tree_.move(handles_[i], boxes[i]) == masu::Status::ok;
    });
  }

  Tree tree_;
  std::vector<masu::Handle> handles_;
  masu::PairList pairs_;
  masu::SearchResult result_;
};

// Keeps sorted lists of endpoints; changes of pairs are found incrementally, then all pairs are
// listed.
template <int D, class T>
class IncrementalSweepMethod final : public Method {
 public:
  bool prepare(const Frame& frame) override {
    for (const auto& box : boxes_of<D, T>(frame)) {
      const auto inserted = sweep_.insert(box);
      if (inserted.status != masu::Status::ok) return false;
      handles_.push_back(inserted.handle);
    }
    return sweep_.update().status == masu::Status::ok;
  }
  FoundPairs find(const Frame& frame) override {
    const auto boxes = boxes_of<D, T>(frame);
    for (const std::uint32_t i : frame.moved) {
      if (sweep_.move(handles_[i], boxes[i]) != masu::Status::ok) return {};
    }
    result_ = sweep_.update();
    if (sweep_.find_pairs(pairs_).status != masu::Status::ok) return {};
    const auto list = as_peer_pairs(pairs_);
    return {list, list.size()};
  }
  std::optional<std::uint64_t> tests() const override { return result_.stats.tests; }

 private:
  masu::IncrementalSweepAndPrune<D, T> sweep_;
  std::vector<masu::Handle> handles_;
  masu::PairList pairs_;
  masu::SearchResult result_;
};

template <int D, class T>
class CountingMethod final : public Method {
 public:
  explicit CountingMethod(int threads) : pool_(threads) { options_.jobs = pool_.jobs(); }
  FoundPairs find(const Frame& frame) override {
    masu::CountPairs pairs;
    result_ = finder_.find_pairs(boxes_of<D, T>(frame), pairs, options_);
    return {{}, pairs.count};
  }
  std::optional<std::uint64_t> tests() const override { return result_.stats.tests; }
  bool counts_only() const override { return true; }

 private:
  masu::SortedOrthtree<D, T> finder_;
  ThreadPool pool_;
  masu::PairOptions<D, T> options_{};
  masu::SearchResult result_;
};

template <int D, class T>
class LimitMethod final : public Method {
 public:
  // Tries both variants and keeps the faster one.
  bool prepare(const Frame& frame) override {
    double best[2] = {1e9, 1e9};
    for (int round = 0; round < 6; ++round) {
      const bool scatter = round % 2 == 1;
      const auto start = std::chrono::steady_clock::now();
      limit_.run(boxes_of<D, T>(frame), frame.n, scatter);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      best[scatter] = std::min(best[scatter], took.count());
    }
    scatter_ = best[1] < best[0];
    return true;
  }
  FoundPairs find(const Frame& frame) override {
    const auto list = limit_.run(boxes_of<D, T>(frame), pairs_, scatter_);
    return {list, list.size()};
  }
  void set_pair_count(std::uint64_t pairs) override { pairs_ = pairs; }

 private:
  Limit<D, T> limit_;
  std::size_t pairs_ = 0;
  bool scatter_ = false;
};

template <class MakeMethod>
MethodEntry entry(const char* name, std::size_t scalar_size, bool threads, MakeMethod) {
  MethodEntry e;
  e.name = name;
  e.version = masu::version();
  e.scalar_size = scalar_size;
  e.threads = threads;
  e.make = [](const MethodEntry&, int, int count) -> std::unique_ptr<Method> {
    return MakeMethod{}(count);
  };
  return e;
}

template <int D, class T, masu::Registration kRegistration, masu::CellOrder kOrder>
MethodEntry tree_entry(const char* name) {
  return entry(name, sizeof(T), true, [](int threads) {
    masu::SortedOrthtree<D, T> tree({.registration = kRegistration, .order = kOrder});
    using Tree = OurMethod<D, T, masu::SortedOrthtree<D, T>>;
    return std::make_unique<Tree>(std::move(tree), threads);
  });
}

}  // namespace

template <int D, class T>
std::vector<MethodEntry> our_methods() {
  using masu::CellOrder;
  using masu::Registration;
  constexpr auto kExtent = Registration::by_extent;
  constexpr auto kSmallest = Registration::smallest_cell;
  return {
      tree_entry<D, T, kExtent, CellOrder::hilbert>(kOurFirst),
      tree_entry<D, T, kExtent, CellOrder::morton>("masu:tree:by_extent+morton"),
      tree_entry<D, T, kSmallest, CellOrder::hilbert>("masu:tree:smallest_cell+hilbert"),
      tree_entry<D, T, kSmallest, CellOrder::morton>("masu:tree:smallest_cell+morton"),
      entry("masu:tree:records", sizeof(T), true,
            [](int threads) { return std::make_unique<RecordsMethod<D, T>>(threads); }),
      entry("masu:registered", sizeof(T), false,
            [](int) {
              return std::make_unique<DynamicMethod<D, T, masu::RegisteredOrthtree<D, T>>>();
            }),
      entry("masu:dynamic_bvh", sizeof(T), false,
            [](int) { return std::make_unique<DynamicMethod<D, T, masu::DynamicBvh<D, T>>>(); }),
      entry("masu:hash_grid", sizeof(T), false,
            [](int) { return std::make_unique<DynamicMethod<D, T, masu::HashGrid<D, T>>>(); }),
      entry("masu:grid", sizeof(T), false,
            [](int threads) {
              using Grid = masu::UniformGrid<D, T>;
              return std::make_unique<OurMethod<D, T, Grid>>(Grid{}, threads);
            }),
      entry("masu:sap", sizeof(T), false,
            [](int threads) {
              return std::make_unique<OurMethod<D, T, masu::SweepAndPrune<D, T>>>(
                  masu::SweepAndPrune<D, T>{}, threads);
            }),
      entry("masu:sap:incremental", sizeof(T), false,
            [](int) { return std::make_unique<IncrementalSweepMethod<D, T>>(); }),
      entry("masu:plain", sizeof(T), false,
            [](int) { return std::make_unique<PlainMethod<D, T>>(); }),
      entry("masu:bvh", sizeof(T), false,
            [](int threads) {
              using Tree = masu::Bvh<D, T>;
              return std::make_unique<OurMethod<D, T, Tree>>(Tree(), threads);
            }),
      entry("masu:kd", sizeof(T), false,
            [](int threads) {
              using Tree = masu::KdTree<D, T>;
              return std::make_unique<OurMethod<D, T, Tree>>(Tree(), threads);
            }),
      entry("masu:all_pairs", sizeof(T), false,
            [](int threads) {
              return std::make_unique<OurMethod<D, T, masu::AllPairs<D, T>>>(masu::AllPairs<D, T>{},
                                                                             threads);
            }),
  };
}

template <int D, class T>
MethodEntry our_counting_method() {
  return entry("masu:tree:count", sizeof(T), true,
               [](int threads) { return std::make_unique<CountingMethod<D, T>>(threads); });
}

template <int D, class T>
double serial_share(const Frame& frame) {
  JobList list(kSerialShareWorkers);
  masu::SortedOrthtree<D, T> finder;
  masu::PairList pairs;
  masu::PairOptions<D, T> options;
  options.jobs = list.jobs();
  std::vector<double> shares;
  for (int f = 0; f < 6; ++f) {
    const double share =
        list.serial_share([&] { (void)finder.find_pairs(boxes_of<D, T>(frame), pairs, options); });
    if (f > 0) shares.push_back(share);
  }
  return median(shares);
}

template <int D, class T>
MethodEntry limit_method() {
  return entry(kLimit, sizeof(T), false, [](int) { return std::make_unique<LimitMethod<D, T>>(); });
}

#define MASU_BENCH_OURS(D, T)                             \
  template std::vector<MethodEntry> our_methods<D, T>();  \
  template MethodEntry our_counting_method<D, T>();       \
  template double serial_share<D, T>(const Frame& frame); \
  template MethodEntry limit_method<D, T>();
MASU_BENCH_OURS(1, float)
MASU_BENCH_OURS(2, float)
MASU_BENCH_OURS(3, float)
MASU_BENCH_OURS(4, float)
MASU_BENCH_OURS(1, double)
MASU_BENCH_OURS(2, double)
MASU_BENCH_OURS(3, double)
MASU_BENCH_OURS(4, double)

}  // namespace masu_bench
