// SPDX-License-Identifier: MIT
// Output: files that appear complete or not at all, pictures, progress, help.
#include <algorithm>

#include "process.hpp"

namespace masu::cli {
namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST_F(CommandLine, output_files_are_replaced_as_a_whole) {
  write("a.csv", "0,0,1,1\n1,1,2,2\n");
  write("out.csv", "old");
  EXPECT_EQ(masu("pairs a.csv -o out.csv").exit_code, 0);
  EXPECT_EQ(read("out.csv"), "0,1\n");
  EXPECT_EQ(files(), 2u);
}

TEST_F(CommandLine, a_failed_run_leaves_the_old_output) {
  write("bad.csv", "0,0,1,1\nnan,0,1,1\n");
  write("out.csv", "old");
  EXPECT_EQ(masu("pairs bad.csv -o out.csv").exit_code, 2);
  EXPECT_EQ(read("out.csv"), "old");
  EXPECT_EQ(files(), 2u);
}

TEST_F(CommandLine, output_through_a_link_keeps_the_link) {
  write("a.csv", "0,0,1,1\n1,1,2,2\n");
  write("real.csv", "old");
  std::filesystem::create_symlink("real.csv", path("link.csv"));
  EXPECT_EQ(masu("pairs a.csv -o link.csv").exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.csv")));
  EXPECT_EQ(read("real.csv"), "0,1\n");
}

TEST_F(CommandLine, a_full_disk_is_a_failure) {
  write("a.csv", "0,0,1,1\n1,1,2,2\n");
  for (const char* full : {"pairs a.csv -o /dev/full", "pairs a.csv --json -o /dev/full",
                           "scene uniform -o /dev/full", "pairs a.csv --svg /dev/full"}) {
    const Ran run = masu(full);
    EXPECT_EQ(run.exit_code, 1) << full;
    EXPECT_NE(run.err.find("/dev/full: writing failed: No space left"), std::string::npos)
        << run.err;
  }
  EXPECT_EQ(masu("pairs a.csv -o /dev/null").exit_code, 0);
}

TEST_F(CommandLine, an_interrupted_run_leaves_nothing) {
  // all_pairs on so many boxes takes minutes: the signal meets it at work.
  ASSERT_EQ(masu("scene uniform --n 1000000 --format npy -o s.npy").exit_code, 0);
  const Ran run =
      masu("pairs s.npy --method all_pairs -o out.csv --svg out.svg", "timeout -s TERM 2");
  EXPECT_EQ(run.exit_code, 124);
  EXPECT_EQ(files(), 1u);
}

TEST_F(CommandLine, a_picture_shows_cells_boxes_and_pairs) {
  for (const char* file : {"two.csv", "three.csv", "room.wad:MAP01", "shapes.obj"}) {
    const Ran run = masu("pairs " + data(file) + " --svg p.svg");
    EXPECT_EQ(run.exit_code, 0);
    const std::string svg = read("p.svg");
    EXPECT_EQ(svg.rfind("<svg xmlns=", 0), 0u) << file;
    EXPECT_TRUE(svg.ends_with("</svg>\n")) << file;
    EXPECT_EQ(count_of(svg, "class=\"cell\""), 1u) << file;
    EXPECT_GE(count_of(svg, "class=\"pair\""), 1u) << file;
    EXPECT_EQ(svg.find("nan"), std::string::npos) << file;
    EXPECT_EQ(svg.find("inf"), std::string::npos) << file;
    EXPECT_NE(svg.find(std::to_string(count_of(run.out, "\n")) + " pairs"), std::string::npos);
  }
  const std::string map = (masu("pairs " + data("room.wad:MAP01") + " --svg p.svg"), read("p.svg"));
  for (const char* style : {"wall", "line", "player", "monster", "decoration", "other"}) {
    EXPECT_GE(count_of(map, std::string("class=\"") + style + '"'), 1u) << style;
  }
}

TEST_F(CommandLine, pictures_of_degenerate_scenes) {
  write("point.csv", "1,1,1,1\n1,1,1,1\n");
  write("huge.csv", "-1e308,0,1e308,1\n1e299,0,2e299,1\n-3,0,-2,1\n");
  write("row.csv", "0,0,0,1,0,0\n1,0,0,2,0,0\n");
  for (const char* file : {"point.csv", "huge.csv", "row.csv"}) {
    EXPECT_EQ(masu(std::string("pairs --svg p.svg ") + file).exit_code, 0) << file;
    const std::string svg = read("p.svg");
    EXPECT_EQ(svg.find("nan"), std::string::npos) << file;
    EXPECT_EQ(svg.find("-9223372036854775808"), std::string::npos) << file;
  }
}

TEST_F(CommandLine, pictures_of_many_boxes_stay_small_and_say_what_is_missing) {
  for (const char* scene : {"uniform --dim 2", "clusters --dim 3"}) {
    ASSERT_EQ(masu(std::string("scene --n 200000 -o s.npy ") + scene).exit_code, 0);
    ASSERT_EQ(masu("pairs s.npy --count --svg p.svg").exit_code, 0);
    const std::string svg = read("p.svg");
    EXPECT_LT(svg.size(), 3'000'000u) << scene;
    EXPECT_GT(svg.size(), 300'000u) << scene;
    EXPECT_NE(svg.find(" boxes drawn"), std::string::npos) << scene;
    EXPECT_NE(svg.find(" pairs drawn"), std::string::npos) << scene;
  }
}

TEST_F(CommandLine, progress_only_when_requested) {
  EXPECT_EQ(masu("pairs " + data("two.csv")).err, "");
  const Ran run = masu("pairs --progress " + data("two.csv"));
  EXPECT_EQ(run.out, "0,1\n2,3\n");
  EXPECT_NE(run.err.find(" s"), std::string::npos);
  ASSERT_EQ(masu("scene uniform --n 30000 --format npy -o s.npy").exit_code, 0);
  const Ran longer = masu("pairs s.npy --count --method all_pairs --progress");
  EXPECT_NE(longer.err.find("finding pairs"), std::string::npos) << longer.err;
  EXPECT_NE(longer.err.find(" %"), std::string::npos) << longer.err;
  EXPECT_EQ(longer.out, masu("pairs s.npy --count").out);
}

// The last line of the bar in this phase that says how far it is.
bool shows_percent(const std::string& err, const std::string& phase) {
  for (std::size_t at = err.find(phase); at != std::string::npos; at = err.find(phase, at + 1)) {
    if (err.substr(at, err.find('\r', at) - at).find(" %") != std::string::npos) return true;
  }
  return false;
}

TEST_F(CommandLine, progress_of_long_writing) {
  ASSERT_EQ(masu("scene equal --n 2500 -o s.npy").exit_code, 0);
  for (const char* format : {"", "--json"}) {
    const Ran run = masu(std::string("pairs s.npy -o /dev/null --progress ") + format);
    EXPECT_TRUE(shows_percent(run.err, "writing")) << format << ": " << run.err;
  }
}

TEST_F(CommandLine, progress_of_scenes) {
  EXPECT_EQ(masu("scene uniform -o s.csv").err, "");
  EXPECT_NE(masu("scene uniform -o s.csv --progress").err.find(" s"), std::string::npos);
  EXPECT_EQ(masu("scene uniform -o s.csv --no-progress").err, "");
  EXPECT_EQ(masu("scene uniform --progress").out, masu("scene uniform").out);
  const Ran run = masu("scene uniform --n 400000 --steps 40 --progress -o /dev/null");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(shows_percent(run.err, "moving boxes")) << run.err;
  EXPECT_TRUE(shows_percent(run.err, "writing")) << run.err;
}

TEST_F(CommandLine, help_has_examples_and_lists_methods) {
  for (const char* command : {"", "pairs", "scene", "methods", "choose", "draw", "contact"}) {
    const Ran run = masu(std::string(command) + " --help");
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.out.find("Examples:\n  masu "), std::string::npos) << command;
  }
  for (const char* method : {"sorted_orthtree:morton", "kd_tree", "all_pairs"}) {
    EXPECT_NE(masu("pairs --help").out.find(std::string("\n  ") + method + " "), std::string::npos);
  }
  const Ran version = masu("--version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out.rfind("masu ", 0), 0u);
}

}  // namespace
}  // namespace masu::cli
