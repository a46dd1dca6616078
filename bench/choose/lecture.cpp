// SPDX-License-Identifier: MIT
#include "lecture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>

#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/uniform_grid.hpp>

#include "bench/common/stopwatch.hpp"
#include "contest.hpp"

namespace masu_bench {
namespace {

template <int D>
using Span = masu::BoxSpan<D, float>;

// One way to answer queries: brought up to date for a frame, then asked.
template <int D>
struct Asked {
  std::string name;
  std::function<void(Span<D> boxes, bool moves)> update;
  std::function<std::uint64_t(Span<D> boxes)> ask;
  double best = 1e9;
  std::uint64_t results = 0;
};

template <int D, class Index>
std::uint64_t ask_all(const Index& index, Span<D> boxes) {
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto result = index.for_each_overlapping(boxes[i], [](auto) {});
    found += result.stats.results;
  }
  return found;
}

// Built anew when boxes moved, and once when not.
template <int D, class Index>
Asked<D> built(const std::string& name, std::shared_ptr<Index> index) {
  return {name,
          [index](Span<D> boxes, bool moves) {
            if (moves || index->size() == 0) (void)index->build(boxes);
          },
          [index](Span<D> boxes) { return ask_all<D>(*index, boxes); }};
}

template <int D>
Asked<D> refitted() {
  auto index = std::make_shared<masu::Bvh<D, float>>();
  index->builder = masu::BvhBuilder::surface_area;
  return {"bvh:refit",
          [index](Span<D> boxes, bool moves) {
            if (index->size() == 0) (void)index->build(boxes);
            if (moves) (void)index->refit(boxes);
          },
          [index](Span<D> boxes) { return ask_all<D>(*index, boxes); }};
}

template <int D, class Index>
Asked<D> moved(const std::string& name) {
  auto index = std::make_shared<Index>();
  auto handles = std::make_shared<std::vector<masu::Handle>>();
  return {name,
          [index, handles](Span<D> boxes, bool moves) {
            if (handles->empty()) {
              for (std::size_t i = 0; i < boxes.size(); ++i) {
                handles->push_back(index->insert(boxes[i]).handle);
              }
            } else if (moves) {
              for (std::size_t i = 0; i < boxes.size(); ++i) {
                (void)index->move((*handles)[i], boxes[i]);
              }
            }
          },
          [index](Span<D> boxes) { return ask_all<D>(*index, boxes); }};
}

template <int D>
std::vector<Asked<D>> all_ways() {
  auto fine = std::make_shared<masu::Bvh<D, float>>();
  fine->builder = masu::BvhBuilder::surface_area;
  return {built<D>("bvh:surface_area", fine),
          built<D>("bvh:morton", std::make_shared<masu::Bvh<D, float>>()),
          refitted<D>(),
          built<D>("kd", std::make_shared<masu::KdTree<D, float>>()),
          built<D>("grid", std::make_shared<masu::UniformGrid<D, float>>()),
          moved<D, masu::HashGrid<D, float>>("hash_grid"),
          moved<D, masu::DynamicBvh<D, float>>("dynamic_bvh"),
          moved<D, masu::RegisteredOrthtree<D, float>>("orthtree")};
}

template <int D>
std::map<std::string, double> time_queries(const Path<D>& path, bool moves) {
  auto ways = all_ways<D>();
  const std::size_t last = path.frames.size() - 1;
  for (int round = 0; round < 4; ++round) {
    for (auto& way : ways) {
      for (std::size_t k = 0; k <= 2 * last; ++k) {
        const Span<D> boxes(path.frames[k <= last ? k : 2 * last - k]);
        const double begin = now(Clock::wall);
        way.update(boxes, moves && k > 0);
        way.results = way.ask(boxes);
        // Not where it began: a tree refitted from there would suit again.
        if (round > 0 && k > 0 && k < 2 * last)
          way.best = std::min(way.best, now(Clock::wall) - begin);
      }
    }
  }
  std::map<std::string, double> times;
  for (const auto& way : ways) {
    if (way.results != ways.front().results) throw std::runtime_error(way.name + ": wrong results");
    times[way.name] = 1e9 * way.best / static_cast<double>(path.frames[0].size());
  }
  return times;
}

template <int D>
std::vector<LectureCell> measure(std::size_t n, std::uint64_t seed) {
  const std::pair<const char*, Motion> motions[] = {
      {"still", {0, 0.1}}, {"coherent", {1, 0.1}}, {"random", {1, Motion::kAnew}}};
  std::vector<LectureCell> cells;
  for (const auto& [name, motion] : motions) {
    for (const bool deformable : {false, true}) {
      const std::string scene = deformable ? "sheet" : "uniform";
      LectureCell cell{.motion = name, .deformable = deformable};
      cell.pairs = run_contest({scene, D, n, motion, seed}).all;
      cell.queries = time_queries<D>(make_path<D>(scene, n, seed, motion, 3), motion.share > 0);
      cells.push_back(cell);
    }
  }
  return cells;
}

std::string fastest(const std::map<std::string, double>& times) {
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [name, ns] : times) order.emplace_back(ns, name);
  std::sort(order.begin(), order.end());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 3); ++i) {
    text += fmt::format("{}{} {:.3g}", i == 0 ? "" : ", ", order[i].second, order[i].first);
  }
  return text;
}

}  // namespace

std::vector<LectureCell> measure_lecture_table(int dim, std::size_t n, std::uint64_t seed) {
  return dim == 2 ? measure<2>(n, seed) : measure<3>(n, seed);
}

std::string lecture_table(const std::vector<LectureCell>& cells) {
  std::string text =
      "| boxes | of | pairs: fastest, ns an object | queries: fastest, ns an object |\n"
      "| --- | --- | --- | --- |\n";
  for (const LectureCell& c : cells) {
    text += fmt::format("| {} | {} | {} | {} |\n", c.motion,
                        c.deformable ? "a mesh that bends" : "rigid bodies", fastest(c.pairs),
                        fastest(c.queries));
  }
  return text;
}

}  // namespace masu_bench
