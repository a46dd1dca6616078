// SPDX-License-Identifier: MIT
// `masu corridor experiment`: two seconds of wall time for each method.
#include <sstream>
#include <string>
#include <vector>

#include "process.hpp"
#include "well_formed.hpp"

namespace masu::cli {
namespace {

class CorridorTool : public CommandLine {
 protected:
  void expect_refused(const std::string& arguments, const std::string& message) const {
    const Ran run = masu("corridor " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_NE(run.err.find(message), std::string::npos) << arguments << "\n  said: " << run.err;
    EXPECT_EQ(files(), 0u) << arguments;
  }
};

// How many frames there are is the machine's affair: never more than the cap, and never none. That
// all methods moved the movers alike the command has checked itself.
TEST_F(CorridorTool, S7_frames_a_second_of_every_method) {
  const Ran run = masu(
      "corridor experiment --seconds 2 --walls 3000 --movers 100 --progress --svg f.svg "
      "--density-svg d.svg -o t.txt");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("\rchain_tree "), std::string::npos);
  std::istringstream table(read("t.txt"));
  std::string line, second, walls;
  std::getline(table, line);
  EXPECT_EQ(line, "3000 walls, 100 movers; frames a second, at most 62");
  std::getline(table, line);
  std::istringstream head(line);
  std::vector<std::string> methods(6);
  head >> second >> walls;
  for (std::string& m : methods) head >> m;
  EXPECT_EQ(methods, (std::vector<std::string>{"all_walls", "registered_orthtree", "kd_tree",
                                               "uniform_grid", "projection_groups", "chain_tree"}));
  for (const char* expected : {"1 64", "2 2934"}) {
    table >> second >> walls;
    EXPECT_EQ(second + " " + walls, expected);
    for (const std::string& m : methods) {
      double fps = -1;
      table >> fps;
      EXPECT_GT(fps, 0) << m;
      EXPECT_LE(fps, 62) << m;
    }
  }
  const std::string picture = read("f.svg");
  EXPECT_TRUE(well_formed(picture));
  EXPECT_EQ(count(picture, "<polyline"), 6u);
  const std::string work = read("d.svg");
  EXPECT_TRUE(well_formed(work));
  for (const std::string& m : methods) {
    EXPECT_NE(picture.find(">" + m + ": mean "), picture.npos) << m;
    EXPECT_NE(work.find(">" + m + " "), work.npos) << m;
  }
}

TEST_F(CorridorTool, S7_corridors_one_after_another_by_the_methods_named) {
  const Ran run = masu(
      "corridor experiment --seconds 1 --walls 100 200 --movers 3 --method projection_groups "
      "chain_tree "
      "--svg f.svg");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(count(run.out, " walls, 3 movers;"), 2u);
  EXPECT_EQ(count(run.out, "projection_groups chain_tree\n"), 2u);
  const std::string picture = read("f.svg");
  EXPECT_TRUE(well_formed(picture));
  EXPECT_NE(picture.find(">100 walls, "), picture.npos);
  EXPECT_NE(picture.find(">200 walls, "), picture.npos);
}

TEST_F(CorridorTool, bad_options_are_named) {
  expect_refused("", "subcommand is required");
  for (const char* seconds : {"0", "-1", "601", "nan", "2.5", "x"}) {
    expect_refused(std::string("experiment --seconds ") + seconds, "--seconds");
  }
  for (const char* walls : {"0", "-5", "1000001", "many"}) {
    expect_refused(std::string("experiment --walls ") + walls, "--walls");
  }
  expect_refused("experiment --seconds 2 --walls 500 129",
                 "masu: --walls 129: 2 seconds need at least 130");
  expect_refused("experiment --movers 0", "--movers");
  expect_refused("experiment --method kd_tree quick",
                 "masu: unknown method 'quick'. Known: all_walls registered_orthtree kd_tree");
  expect_refused("experiment --svg a --density-svg ./a", "a: is given for two outputs");
  expect_refused("experiment --svg a -o a", "a: is given for two outputs");
  expect_refused("experiment --density-svg a -o a", "a: is given for two outputs");
  expect_refused("experiment --svg no/such.svg", "masu: no/such.svg: cannot be written");
}

}  // namespace
}  // namespace masu::cli
