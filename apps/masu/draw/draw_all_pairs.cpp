// SPDX-License-Identifier: MIT
#include <masu/broad_phase/all_pairs.hpp>

#include "counted.hpp"
#include "sheet.hpp"

namespace masu::cli {
namespace {

struct SeeTests : Trace {
  using Trace::on;
  std::vector<Pair>* tests;
  void on(const CompareObjects& e) const {
    tests->push_back({static_cast<std::uint32_t>(e.a), static_cast<std::uint32_t>(e.b)});
  }
};

// Draws one row for each pass: the object, and a dot for each object that it is tested against.
void draw_passes(SortPart& part, const std::vector<Pair>& tests, const PairList& pairs,
                 std::size_t n) {
  constexpr double kStep = 190;
  const double slots = static_cast<double>(n);
  const double size = 0.36 * SortPart::kWidth / slots;
  SvgPath overlapping, missed;
  std::size_t found = 0;
  std::uint32_t row = ~0u;
  double y = part.y() + 60;
  std::size_t count = 0;
  const auto end_row = [&] {
    if (row != ~0u) part.label(counted(count, "test"), y - 125);
    count = 0;
  };
  for (const Pair& test : tests) {
    if (test.a != row) {
      end_row();
      row = test.a;
      y += kStep;
      part.block(row, part.x(row, slots) + 10, y - 140, SortPart::kWidth / slots - 20, 150);
    }
    ++count;
    const bool overlap = found < pairs.size() && pairs[found] == test;
    found += overlap ? 1 : 0;
    const double half = overlap ? size : size / 2;
    const double x = part.x(test.b + 0.5, slots);
    (overlap ? overlapping : missed)
        .rectangle(spot(x - half, y - 65 - half), spot(x + half, y - 65 + half));
  }
  end_row();
  part.path("missed", missed);
  part.path("met", overlapping);
  part.gap(y - part.y() + 100);
}

}  // namespace

std::string draw_all_pairs(const DrawInput& input) {
  AllPairs<2, float> finder;
  PairList pairs;
  std::vector<Pair> tests;
  SeeTests see;
  see.tests = &tests;
  const SearchResult found = finder.find_pairs(BoxSpan<2, float>(input.boxes), pairs, {}, see);
  expect_ok(found.status);

  const std::vector<std::string> colours = colours_by(input.indices(), input.size());
  WorldPart world(input.boxes);
  for (const Pair& t : tests) {
    world.line(center(input.boxes[t.a]), center(input.boxes[t.b]), "test");
  }
  world.boxes(colours);
  world.pairs({pairs.data(), pairs.size()});

  SortPart sort(colours);
  sort.row_of("the objects", input.indices());
  draw_passes(sort, tests, pairs, input.size());
  Sheet sheet;
  sheet.title = "AllPairs: selection sort, each against all others";
  sheet.counts = counts_of(input, found);
  sheet.world_says = "Every test is a line";
  sheet.sort_says = "Pass by pass: the next object against all behind it";
  sheet.fill_says = "fill: index in the input";
  return compose(sheet, world, sort);
}

}  // namespace masu::cli
