// SPDX-License-Identifier: MIT
// Operations of pair finders, in 2D.
#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/auto_finder.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/linear_orthtree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/textbook/plain_pass.hpp>

#include "tests/callbacks/operation.hpp"

namespace masu::test {
namespace {

using enum UserCode;

// Whether jobs help: only SortedOrthtree takes them, also where AutoFinder chooses it.
template <class Finder>
constexpr bool kUsesJobs = false;
template <>
constexpr bool kUsesJobs<SortedOrthtree<2, float>> = true;
template <>
constexpr bool kUsesJobs<LinearOrthtree<2>> = true;
template <>
constexpr bool kUsesJobs<AutoFinder<2, float>> = true;

// Without jobs there is nothing to be gained from many.
template <class Finder>
constexpr std::size_t kMany = kUsesJobs<Finder> ? 6000 : 60;

template <class Finder>
void add_finder(std::vector<Operation>& list, const std::string& of) {
  // Searches with the same finder before and after, as users do.
  const auto add = [&](const char* name, auto&& search) {
    list.push_back({of + "::" + name,
                    {visitor, trace, jobs},
                    [search](Probe& p) {
                      const auto boxes = random_boxes<2>(p.size(40, kMany<Finder>));
                      Finder finder;
                      EXPECT_EQ(finder.find_pairs(random_boxes<2>(9), CountPairs{}).status,
                                Status::ok);
                      p.attempt(finder, [&](Digest& d) {
                        const auto sink = [&](std::uint32_t a, std::uint32_t b) {
                          p.visit();
                          d << a << b;
                        };
                        d << search(p, finder, boxes, sink);
                      });
                    },
                    kUsesJobs<Finder>});
  };
  add("find_pairs", [](Probe& p, Finder& finder, const auto& boxes, const auto& sink) {
    return finder.find_pairs(boxes, sink, {.jobs = p.jobs()}, p.trace());
  });
  if constexpr (requires(Finder f, BoxSpan<2, float> b, const PairTarget& s) {
                  f.find_pairs_between(b, b, s);
                }) {
    add("find_pairs_between", [](Probe& p, Finder& finder, const auto& boxes, const auto& sink) {
      return finder.find_pairs_between(boxes, random_boxes<2>(boxes.size(), 2), sink,
                                       {.jobs = p.jobs()}, p.trace());
    });
  }
}

}  // namespace

void add_finder_operations(std::vector<Operation>& list) {
  add_finder<AllPairs<2, float>>(list, "AllPairs");
  add_finder<AutoFinder<2, float>>(list, "AutoFinder");
  add_finder<Bvh<2, float>>(list, "Bvh");
  add_finder<KdTree<2, float>>(list, "KdTree");
  add_finder<LinearOrthtree<2>>(list, "LinearOrthtree");
  add_finder<PlainPass<2, float>>(list, "PlainPass");
  add_finder<SortedOrthtree<2, float>>(list, "SortedOrthtree");
  add_finder<SweepAndPrune<2, float>>(list, "SweepAndPrune");
  add_finder<UniformGrid<2, float>>(list, "UniformGrid");
}

}  // namespace masu::test
