// SPDX-License-Identifier: MIT
#include "choose_times.hpp"

#include <algorithm>
#include <chrono>
#include <new>

#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <scenes/generators/exact_math.hpp>
#include <scenes/generators/pcg32.hpp>

#include "method_names.hpp"

namespace masu::cli {
namespace {

constexpr int kRounds = 5;

template <class Work>
double seconds(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return took.count();
}

void check(Status status) {
  if (status != Status::ok) throw std::bad_alloc();
}

// --- Incremental methods
// --------------------------------------------------------------------------

// HashGrid keeps no list of pairs: each update finds all pairs in its cells again.
template <int D, class T>
class FoundInGrid {
 public:
  InsertResult insert(const Aabb<D, T>& box) { return grid_.insert(box); }
  Status move(Handle h, const Aabb<D, T>& box) { return grid_.move(h, box); }
  SearchResult update() {
    CountPairs count;
    return grid_.find_pairs(count);
  }

 private:
  HashGrid<D, T> grid_;
};

template <class Finder, int D, class T>
MethodTime time_one_incremental(const char* name, const Boxes<D, T>& before,
                                const Boxes<D, T>& now) {
  Finder finder;
  std::vector<Handle> handles;
  for (const auto& box : before) {
    const InsertResult inserted = finder.insert(box);
    check(inserted.status);
    handles.push_back(inserted.handle);
  }
  SearchResult result = finder.update();
  double best = 1e300;
  for (int round = 0; round < kRounds; ++round) {
    const Boxes<D, T>& to = round % 2 == 0 ? now : before;
    best = std::min(best, seconds([&] {
                      for (std::size_t i = 0; i < to.size(); ++i) {
                        if (!(now[i] == before[i])) (void)finder.move(handles[i], to[i]);
                      }
                      result = finder.update();
                    }));
    check(result.status);
  }
  return {name, 1e9 * best / static_cast<double>(now.size()), result.stats};
}

// --- Queries
// --------------------------------------------------------------------------------------

template <int D, class T>
struct Question {
  const Boxes<D, T>& boxes;
  std::vector<Ray<D, T>> rays;  // from each box towards another one
};

template <int D, class T>
std::vector<Ray<D, T>> rays_through(const Boxes<D, T>& boxes) {
  scenes::Pcg32 random(1, 21);
  std::vector<Ray<D, T>> rays(boxes.size());
  for (auto& ray : rays) {
    const auto from = boxes[random.below(static_cast<std::uint32_t>(boxes.size()))];
    const auto to = boxes[random.below(static_cast<std::uint32_t>(boxes.size()))];
    for (int a = 0; a < D; ++a) {
      ray.origin[a] = from.max[a];
      ray.direction[a] = to.min[a] - from.max[a];
    }
  }
  return rays;
}

template <class Index, int D, class T>
void ask(const Index& index, const Question<D, T>& q, const SceneDescription& d, IndexTime& time) {
  const double to_ns = 1e9 / static_cast<double>(q.boxes.size());
  if (d.boxes) {
    time.set_boxes(to_ns * seconds([&] {
                     for (const auto& box : q.boxes) {
                       (void)index.for_each_overlapping(box, [](auto) {});
                     }
                   }));
  }
  if constexpr (RayIndex<Index, D, T>) {
    if (d.rays) {
      time.set_rays(to_ns * seconds([&] {
                      for (const auto& ray : q.rays) (void)index.ray_cast(ray);
                    }));
    }
  }
  if constexpr (NearestIndex<Index, D, T>) {
    if (d.nearest) {
      Neighbor<T, typename Index::Id> found[4];
      time.set_nearest(to_ns * seconds([&] {
                         for (const auto& box : q.boxes) (void)index.nearest(box, std::span(found));
                       }));
    }
  }
}

// Times an index. `step(boxes)` brings it to each frame in turn.
template <int D, class T, class Index, class Step>
IndexTime time_index(const char* name, Index& index, const Boxes<D, T>& before,
                     const Boxes<D, T>& now, const SceneDescription& d, Step&& step) {
  IndexTime time{.name = name};
  const double to_ns = 1e9 / static_cast<double>(now.size());
  for (int round = 0; round < kRounds; ++round) {
    const Question<D, T> q{round % 2 == 0 ? now : before,
                           rays_through<D, T>(round % 2 == 0 ? now : before)};
    const double took = to_ns * seconds([&] { step(BoxSpan<D, T>(q.boxes)); });
    time.update = round == 0 ? took : std::min(time.update, took);
    ask(index, q, d, time);
  }
  return time;
}

template <class Index, int D, class T>
IndexTime time_built(const char* name, Index&& index, const Boxes<D, T>& before,
                     const Boxes<D, T>& now, const SceneDescription& d) {
  check(index.build(BoxSpan<D, T>(before)));
  return time_index<D, T>(name, index, before, now, d, [&](BoxSpan<D, T> boxes) {
    if (d.moving > 0) check(index.build(boxes));
  });
}

template <class Index, int D, class T>
IndexTime time_updated(const char* name, const Boxes<D, T>& before, const Boxes<D, T>& now,
                       const SceneDescription& d) {
  Index index;
  std::vector<Handle> handles;
  for (const auto& box : before) {
    const InsertResult inserted = index.insert(box);
    check(inserted.status);
    handles.push_back(inserted.handle);
  }
  return time_index<D, T>(name, index, before, now, d, [&](BoxSpan<D, T> boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (!(now[i] == before[i])) (void)index.move(handles[i], boxes[i]);
    }
  });
}

}  // namespace

std::string pairs_row(const Choice& c) {
  switch (c.method) {
    case BroadPhase::sweep_and_prune:
      return (c.axes == 1 ? "sweep_and_prune:one_axis" : "sweep_and_prune") +
             (c.axis < 0 ? std::string() : std::string(":") + "xyz"[c.axis]);
    case BroadPhase::sorted_orthtree:
      return c.order == CellOrder::morton ? "sorted_orthtree:morton" : "sorted_orthtree";
    default: return std::string(method_name(c.method));
  }
}

std::string index_row(const Choice& c) {
  switch (c.index) {
    case QueryIndex::none: return "";
    case QueryIndex::uniform_grid: return "uniform_grid";
    case QueryIndex::kd_tree: return "kd_tree";
    case QueryIndex::bvh: break;
  }
  return std::string("bvh:") + name(c.builder) + (c.refit ? ":refit" : "");
}

template <int D, class T>
Boxes<D, T> moved(const Boxes<D, T>& boxes, const SceneDescription& d, std::uint64_t seed) {
  scenes::Pcg32 random(seed, 31);
  // For steps uniform on each of D axes, half of them are shorter than this on every axis.
  const double most = d.step * scenes::root(2, D);
  Boxes<D, T> out = boxes;
  for (auto& box : out) {
    if (random.unit() >= d.moving || box.empty() || !box.finite()) continue;
    double extent = 0;
    for (int a = 0; a < D; ++a)
      extent = std::max(extent, static_cast<double>(box.max[a] - box.min[a]));
    for (int a = 0; a < D; ++a) {
      const T step = static_cast<T>(random.between(-most, most) * extent);
      box.min[a] += step;
      box.max[a] += step;
    }
    if (!box.finite()) box = boxes[static_cast<std::size_t>(&box - out.data())];
  }
  return out;
}

template <int D, class T>
std::vector<MethodTime> time_incremental(const Boxes<D, T>& before, const Boxes<D, T>& now) {
  return {time_one_incremental<PairTracker<D, T>>("pair_tracker", before, now),
          time_one_incremental<IncrementalSweepAndPrune<D, T>>("incremental_sweep_and_prune",
                                                               before, now),
          time_one_incremental<FoundInGrid<D, T>>("hash_grid", before, now)};
}

template <int D, class T>
std::vector<MethodTime> time_sweeps(const Boxes<D, T>& boxes, const Choice& choice) {
  std::vector<MethodTime> times;
  const auto time = [&](const std::string& name, int axis, int axes) {
    SweepAndPrune<D, T> sweep({.axis = axis, .axes = axes});
    PairList pairs;
    SearchResult result;
    double best = 1e300;
    for (int round = 0; round < kRounds; ++round) {
      best =
          std::min(best, seconds([&] { result = sweep.find_pairs(BoxSpan<D, T>(boxes), pairs); }));
      check(result.status);
    }
    times.push_back({name, 1e9 * best / static_cast<double>(boxes.size()), result.stats});
  };
  time("sweep_and_prune:one_axis", SweepAndPruneOptions::kBestAxis, 1);
  if (choice.method == BroadPhase::sweep_and_prune && choice.axis >= 0) {
    time(pairs_row(choice), choice.axis, choice.axes);
  }
  return times;
}

template <int D, class T>
std::vector<IndexTime> time_indices(const Boxes<D, T>& before, const Boxes<D, T>& now,
                                    const SceneDescription& d) {
  using enum BvhBuilder;
  std::vector<IndexTime> times{
      time_built("uniform_grid", UniformGrid<D, T>(), before, now, d),
      time_built("kd_tree", KdTree<D, T>(), before, now, d),
      time_built("bvh:morton", Bvh<D, T>({.builder = morton}), before, now, d),
      time_built("bvh:surface_area", Bvh<D, T>({.builder = surface_area}), before, now, d),
      time_updated<HashGrid<D, T>>("hash_grid", before, now, d),
      time_updated<DynamicBvh<D, T>>("dynamic_bvh", before, now, d),
      time_updated<RegisteredOrthtree<D, T>>("registered_orthtree", before, now, d)};
  Bvh<D, T> refitted({.builder = surface_area});
  check(refitted.build(BoxSpan<D, T>(before)));
  times.push_back(time_index<D, T>("bvh:surface_area:refit", refitted, before, now, d,
                                   [&](BoxSpan<D, T> boxes) { check(refitted.refit(boxes)); }));
  return times;
}

#define MASU_CHOOSE_TIMES(D, T)                                                                    \
  template Boxes<D, T> moved<D, T>(const Boxes<D, T>&, const SceneDescription&, std::uint64_t);    \
  template std::vector<MethodTime> time_incremental<D, T>(const Boxes<D, T>&, const Boxes<D, T>&); \
  template std::vector<MethodTime> time_sweeps<D, T>(const Boxes<D, T>&, const Choice&);           \
  template std::vector<IndexTime> time_indices<D, T>(const Boxes<D, T>&, const Boxes<D, T>&,       \
                                                     const SceneDescription&);
MASU_CHOOSE_TIMES(2, float)
MASU_CHOOSE_TIMES(3, float)
MASU_CHOOSE_TIMES(2, double)
MASU_CHOOSE_TIMES(3, double)

}  // namespace masu::cli
