// SPDX-License-Identifier: MIT
// The same pairs in the same order with every instruction set, for methods whose kernels have no
// test of their own for that.
#include <gtest/gtest.h>

#include <vector>

#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>

#include "scenes/generators/scene.hpp"
#include "tests/support/simd_targets.hpp"

namespace masu::test {
namespace {

using Pairs = std::vector<Pair>;

template <class Answer>
void expect_the_same_from_all_targets(Answer&& answer) {
  Pairs expected;
  for_each_target([&](SimdTarget target) {
    const Pairs found = answer();
    if (expected.empty()) expected = found;
    EXPECT_GT(found.size(), 5u);
    EXPECT_EQ(found, expected) << name(target);
  });
}

template <int D, class T>
class SimdOrder {
 public:
  static void of_sweeps() {
    for (const char* scene : {"pile", "thin_huge", "sizes"}) {
      const auto boxes = scenes::make_scene<D, T>(scene, 3000, 1);
      for (const std::size_t n : {std::size_t(300), boxes.size()}) {
        expect_the_same_from_all_targets([&] {
          SweepAndPrune<D, T> finder;
          return pairs_of(
              [&](auto&& sink) { return finder.find_pairs(std::span(boxes).first(n), sink); });
        });
      }
    }
  }
  static void of_hash_grids() {
    for (const char* scene : {"pile", "sizes"}) {
      auto boxes = scenes::make_scene<D, T>(scene, 3000, 1);
      expect_the_same_from_all_targets([&] {
        HashGrid<D, T> grid;
        std::vector<Handle> handles;
        for (const auto& box : boxes) handles.push_back(grid.insert(box).handle);
        Pairs all = pairs_of([&](auto&& sink) { return grid.find_pairs(sink); });
        grid.forget_moved();
        for (std::size_t i = 0; i < boxes.size(); i += 7) {
          EXPECT_EQ(grid.move(handles[i], boxes[(i * 31) % boxes.size()]), Status::ok);
        }
        for (const Pair& p :
             pairs_of([&](auto&& sink) { return grid.find_pairs_of_moved(sink); })) {
          all.push_back(p);
        }
        return all;
      });
    }
  }

 private:
  template <class Find>
  static Pairs pairs_of(Find&& find) {
    Pairs pairs;
    const auto sink = [&](std::uint32_t a, std::uint32_t b) { pairs.push_back({a, b}); };
    EXPECT_EQ(find(sink).status, Status::ok);
    return pairs;
  }
};

TEST(SweepAndPrune, every_instruction_set_gives_the_same_order) {
  SimdOrder<2, float>::of_sweeps();
  SimdOrder<3, double>::of_sweeps();
}

TEST(HashGrid, every_instruction_set_gives_the_same_order) {
  SimdOrder<2, double>::of_hash_grids();
  SimdOrder<3, float>::of_hash_grids();
}

}  // namespace
}  // namespace masu::test
