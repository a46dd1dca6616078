// SPDX-License-Identifier: MIT
#include "query_contest.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/choose.hpp>
#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/uniform_grid.hpp>

#include "bench/common/stopwatch.hpp"
#include "choice_names.hpp"
#include "scenes/generators/pcg32.hpp"

namespace masu_bench {
namespace {

template <int D>
using Boxes = std::vector<masu::Aabb<D, float>>;
template <int D>
using Rays = std::vector<masu::Ray<D, float>>;

// A checksum of the results; equal for two indices that agree.
struct Answers {
  std::uint64_t count = 0;
  double sum = 0;
  bool operator==(const Answers&) const = default;
};

template <int D, class Index>
Answers ask_boxes(const Index& index, const Boxes<D>& boxes) {
  Answers a;
  for (const auto& box : boxes)
    a.count += index.for_each_overlapping(box, [](auto) {}).stats.results;
  return a;
}

template <int D, class Index>
Answers ask_rays(const Index& index, const Rays<D>& rays) {
  Answers a;
  for (const auto& ray : rays) {
    const auto found = index.ray_cast(ray);
    if (found.hit) ++a.count, a.sum += found.t;
  }
  return a;
}

template <int D, class Index>
Answers ask_nearest(const Index& index, const Boxes<D>& boxes) {
  Answers a;
  masu::Neighbor<float, typename Index::Id> found[4];
  for (const auto& box : boxes) {
    const std::uint64_t count = index.nearest(box, std::span(found)).stats.results;
    a.count += count;
    for (std::uint64_t k = 0; k < count; ++k) a.sum += found[k].distance_squared;
  }
  return a;
}

template <int D>
struct IndexMethod {
  std::string name{};
  virtual ~IndexMethod() = default;
  virtual void begin(const Boxes<D>& boxes) = 0;
  virtual void step(const Boxes<D>& boxes, const std::vector<std::uint32_t>& moved) = 0;
  // Returns false if this index does not support the query.
  virtual bool ask(std::string_view question, const Boxes<D>& boxes, const Rays<D>& rays,
                   Answers& answers) const = 0;
};

template <int D, class Index>
struct QueriedIndex : IndexMethod<D> {
  Index index;
  bool ask(std::string_view question, const Boxes<D>& boxes, const Rays<D>& rays,
           Answers& answers) const override {
    if (question == "boxes") answers = ask_boxes<D>(index, boxes);
    if constexpr (masu::RayIndex<Index, D, float>) {
      if (question == "rays") answers = ask_rays<D>(index, rays);
    } else if (question == "rays") {
      return false;
    }
    if constexpr (masu::NearestIndex<Index, D, float>) {
      if (question == "nearest") answers = ask_nearest<D>(index, boxes);
    } else if (question == "nearest") {
      return false;
    }
    return true;
  }
};

// Rebuilt when something moved.
template <int D, class Index>
struct RebuiltIndex : QueriedIndex<D, Index> {
  void begin(const Boxes<D>& boxes) override { (void)this->index.build(boxes); }
  void step(const Boxes<D>& boxes, const std::vector<std::uint32_t>& moved) override {
    if (!moved.empty()) (void)this->index.build(boxes);
  }
};

template <int D>
struct RefittedIndex : RebuiltIndex<D, masu::Bvh<D, float>> {
  void step(const Boxes<D>& boxes, const std::vector<std::uint32_t>& moved) override {
    if (!moved.empty()) (void)this->index.refit(boxes);
  }
};

// Updated with the objects that moved.
template <int D, class Index>
struct UpdatedIndex : QueriedIndex<D, Index> {
  std::vector<masu::Handle> handles{};
  void begin(const Boxes<D>& boxes) override {
    if (handles.empty()) {
      for (const auto& box : boxes) handles.push_back(this->index.insert(box).handle);
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) (void)this->index.move(handles[i], boxes[i]);
  }
  void step(const Boxes<D>& boxes, const std::vector<std::uint32_t>& moved) override {
    for (const std::uint32_t i : moved) (void)this->index.move(handles[i], boxes[i]);
  }
};

template <int D, class W>
std::unique_ptr<W> named(const char* name) {
  auto method = std::make_unique<W>();
  method->name = name;
  return method;
}

template <int D>
std::vector<std::unique_ptr<IndexMethod<D>>> all_methods() {
  using Bvh = masu::Bvh<D, float>;
  std::vector<std::unique_ptr<IndexMethod<D>>> methods;
  const auto bvh = [&](auto method, masu::BvhBuilder builder) {
    method->index.set_options({.builder = builder});
    methods.push_back(std::move(method));
  };
  using enum masu::BvhBuilder;
  bvh(named<D, RebuiltIndex<D, Bvh>>("bvh:surface_area"), surface_area);
  bvh(named<D, RebuiltIndex<D, Bvh>>("bvh:morton"), morton);
  bvh(named<D, RefittedIndex<D>>("bvh:surface_area:refit"), surface_area);
  methods.push_back(named<D, RebuiltIndex<D, masu::KdTree<D, float>>>("kd"));
  methods.push_back(named<D, RebuiltIndex<D, masu::UniformGrid<D, float>>>("grid"));
  methods.push_back(named<D, UpdatedIndex<D, masu::HashGrid<D, float>>>("hash_grid"));
  methods.push_back(named<D, UpdatedIndex<D, masu::DynamicBvh<D, float>>>("dynamic_bvh"));
  methods.push_back(named<D, UpdatedIndex<D, masu::RegisteredOrthtree<D, float>>>("orthtree"));
  return methods;
}

// Rays from the center of each box to that of another.
template <int D>
Rays<D> rays_through(const Boxes<D>& boxes, std::uint64_t seed) {
  masu::scenes::Pcg32 random(seed, 21);
  Rays<D> rays(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto& other = boxes[random.below(static_cast<std::uint32_t>(boxes.size()))];
    for (int a = 0; a < D; ++a) {
      rays[i].origin[a] = boxes[i].max[a] + 0.01f;
      rays[i].direction[a] = other.min[a] + 0.7f - rays[i].origin[a];
    }
  }
  return rays;
}

template <int D>
masu::Choice pick(const Path<D>& path, const std::string& question) {
  const masu::BoxSpan<D, float> before(path.frames[0]);
  const masu::BoxSpan<D, float> now(path.frames[1]);
  masu::SceneDescription d = masu::describe(before, now);
  d.boxes = question == "boxes";
  d.rays = question == "rays";
  d.nearest = question == "nearest";
  return masu::choose(d);
}

template <int D>
QueryContestRow run(const QueryContestSpec& spec) {
  const std::size_t frames =
      std::clamp<std::size_t>(20'000 / std::max<std::size_t>(spec.n, 1), 5, 60);
  const Path<D> path = make_path<D>(spec.scene, spec.n, spec.seed, spec.motion, frames);
  QueryContestRow r{.scene = spec.scene, .question = spec.question, .dim = D, .n = spec.n};
  r.moving = spec.motion.share;
  r.step = spec.motion.step;
  r.chosen = name_of_index(pick<D>(path, spec.question));
  std::vector<Rays<D>> rays;
  for (const auto& frame : path.frames) rays.push_back(rays_through<D>(frame, spec.seed));
  auto methods = all_methods<D>();
  std::vector<Answers> expected(path.frames.size());
  for (int round = 0; round < spec.rounds; ++round) {
    for (auto& method : methods) {
      method->begin(path.frames[0]);
      Answers answers;
      if (!method->ask(spec.question, path.frames[0], rays[0], answers)) continue;
      double seconds = 0;
      for (std::size_t f = 1; f < path.frames.size(); ++f) {
        const double begin = now(Clock::wall);
        method->step(path.frames[f], path.moved[f]);
        method->ask(spec.question, path.frames[f], rays[f], answers);
        seconds += now(Clock::wall) - begin;
        if (method == methods.front() && round == 0) expected[f] = answers;
        r.exact &= answers == expected[f];
      }
      const double ns = 1e9 * seconds / static_cast<double>(spec.n * (path.frames.size() - 1));
      const auto known = r.all.find(method->name);
      r.all[method->name] = known == r.all.end() ? ns : std::min(known->second, ns);
    }
  }
  for (const auto& [name, ns] : r.all) {
    if (!r.best.empty() && ns >= r.ns_per_object) continue;
    r.best = name;
    r.ns_per_object = ns;
  }
  r.regret = r.all.at(r.chosen) / r.ns_per_object;
  return r;
}

}  // namespace

QueryContestRow run_query_contest(const QueryContestSpec& spec) {
  if (std::find(std::begin(kQuestions), std::end(kQuestions), spec.question) ==
      std::end(kQuestions)) {
    throw std::invalid_argument("unknown question '" + spec.question + "'");
  }
  if (spec.dim == 2) return run<2>(spec);
  if (spec.dim == 3) return run<3>(spec);
  throw std::invalid_argument("two or three dimensions");
}

}  // namespace masu_bench
