// SPDX-License-Identifier: MIT
// `masu draw`: one picture for each method, of its own run.
#include <array>

#include "process.hpp"
#include "well_formed.hpp"

namespace masu::cli {
namespace {

constexpr std::array kMethods = {"all_pairs",    "sweep_and_prune", "incremental_sweep_and_prune",
                                 "uniform_grid", "hash_grid",       "linear_orthtree",
                                 "kd_tree",      "bsp_tree",        "bvh",
                                 "dynamic_bvh"};

TEST(WellFormed, can_fail) {
  EXPECT_TRUE(well_formed("<svg a=\"1\"><g>x &lt; y</g><p/></svg>\n"));
  for (const char* bad : {"<svg>", "<svg><g></svg></g>", "<a b=\"></a>", "<a>x & y</a>", "a > b"}) {
    EXPECT_FALSE(well_formed(bad)) << bad;
  }
}

TEST_F(CommandLine, L9_every_method_draws_its_structure_and_its_sort) {
  for (const std::string method : kMethods) {
    const Ran run = masu("draw " + method + " uniform --n 30 --seed 5");
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out.rfind("<svg", 0), 0u);
    EXPECT_TRUE(well_formed(run.out)) << method;
    EXPECT_EQ(count(run.out, "class=\"box\""), method == "bsp_tree" ? 0u : 30u) << method;
    EXPECT_NE(run.out.find("sort"), std::string::npos) << method;
    EXPECT_EQ(run.out.find("nan"), std::string::npos) << method;
    EXPECT_LT(run.out.size(), 200'000u) << method;
    EXPECT_EQ(run.out, masu("draw " + method + " uniform --n 30 --seed 5").out) << method;
  }
}

// 1 2 | 3 4 apart: as many of each as the file has.
TEST_F(CommandLine, draws_the_boxes_of_a_file) {
  write("four.csv", "min_x,min_y,max_x,max_y\n0,0,2,2\n1,1,3,3\n9,9,10,10\n9.5,9.5,12,11\n");
  for (const std::string method : kMethods) {
    if (method == "incremental_sweep_and_prune") continue;
    const Ran run = masu("draw " + method + " four.csv");
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(well_formed(run.out)) << method;
    if (method == "bsp_tree") continue;
    EXPECT_EQ(count(run.out, "class=\"box\""), 4u) << method;
    EXPECT_NE(run.out.find("4 boxes of four.csv: 2 pairs"), std::string::npos) << method;
  }
  // Selection sort: 3 + 2 + 1 comparisons, each a line.
  EXPECT_EQ(count(masu("draw all_pairs four.csv").out, "class=\"test\""), 6u);
  // Segments instead of boxes, and a plane through each.
  const std::string bsp = masu("draw bsp_tree four.csv").out;
  EXPECT_NE(bsp.find("4 segments"), std::string::npos);
  EXPECT_EQ(count(bsp, "class=\"segment\""), count(bsp, "class=\"cut d") - count(bsp, "h220"));
  const Ran old = masu("draw kd four.csv --n 3");
  EXPECT_EQ(old.out, masu("draw kd_tree four.csv --n 3").out) << "an earlier name";
  EXPECT_NE(old.err.find("method 'kd' is now called 'kd_tree'"), std::string::npos) << old.err;
  EXPECT_EQ(masu("draw sorted_orthtree four.csv").out, masu("draw linear_orthtree four.csv").out);
}

TEST_F(CommandLine, draws_degenerate_boxes) {
  write("same.csv", "min_x,min_y,max_x,max_y\n1,1,1,1\n1,1,1,1\n1,1,1,1\n");
  for (const std::string method : kMethods) {
    const std::string input = method == "incremental_sweep_and_prune" ? "equal --n 3" : "same.csv";
    const Ran run = masu("draw " + method + " " + input);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(well_formed(run.out)) << method;
    EXPECT_EQ(run.out.find("nan"), std::string::npos) << method;
  }
}

TEST_F(CommandLine, draw_refuses_bad_input) {
  write("far.csv", "min_x,min_y,max_x,max_y\n0,0,1e35,1\n0,0,1,1\n");
  write("one.csv", "min_x,min_y,max_x,max_y\n0,0,1,1\n");
  for (const auto& [arguments, message] :
       {std::pair("draw", "METHOD is required"),
        std::pair("draw nothing", "unknown method 'nothing'. Known: linear_orthtree "),
        std::pair("draw kd_tree nowhere", "unknown scene 'nowhere'. Known: uniform"),
        std::pair("draw kd_tree none.csv", "none.csv: cannot be read"),
        std::pair("draw kd_tree far.csv", "box 0 is too far from the origin"),
        std::pair("draw kd_tree one.csv", "1 box; a picture shows 2 to 100"),
        std::pair("draw incremental_sweep_and_prune one.csv", "a picture shows 2"),
        std::pair("draw incremental_sweep_and_prune far.csv --n 1", "--n"),
        std::pair("draw kd_tree uniform --n 101", "--n")}) {
    const Ran run = masu(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
    EXPECT_EQ(run.out, "");
  }
  EXPECT_NE(masu("draw --help").out.find("masu draw kd_tree -o"), std::string::npos);
}

// ./masu.sh pictures has nothing to do.
TEST_F(CommandLine, pictures_of_the_pages_are_up_to_date) {
  const std::string script =
      "cd " MASU_ROOT " && . tools/pictures.sh && draw_methods " MASU_CLI " " + path("");
  ASSERT_EQ(std::system(("bash -c '" + script + "'").c_str()), 0);
  for (const std::string method : kMethods) {
    // The file keeps the short name that pages link to.
    const std::string file_name =
        method == "incremental_sweep_and_prune" ? "incremental_sweep" : method;
    std::ifstream file(MASU_ROOT "/docs/pictures/broad_phase/" + file_name + ".svg");
    const std::string stored(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(read(file_name + ".svg"), stored) << method << ": run ./masu.sh pictures";
    EXPECT_LT(stored.size(), 60'000u) << method;
  }
}

}  // namespace
}  // namespace masu::cli
