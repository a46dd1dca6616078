// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "process.hpp"

namespace masu::cli {
namespace {

using nlohmann::json;

TEST_F(CommandLine, L12_choose_explains_its_pick_and_shows_all_methods) {
  const Ran run = masu("choose stadium --n 600 --dim 3 --float --svg s.svg");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(
      run.out.rfind("stadium: use sweep_and_prune (C++ class masu::SweepAndPrune).\nWhy: ", 0), 0u)
      << run.out;
  const json all = json::parse(masu("choose uniform --n 600 --json").out);
  EXPECT_EQ(all["chosen"], "sorted_orthtree");
  EXPECT_EQ(all["motion"], "random");
  EXPECT_EQ(all["methods"].size(), 13u + 4)
      << "all, one axis, the tracker, the incremental sweep and the hash grid";
  // Sentences, and how good the pick was.
  EXPECT_NE(run.out.find("What it is based on:\n  600 boxes in 3D. Half of them are at most "),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("The recommended method (*) "), std::string::npos) << run.out;
  int chosen = 0;
  for (const json& m : all["methods"]) {
    chosen += m["chosen"].get<bool>() ? 1 : 0;
    EXPECT_GT(m["ns_per_object"], 0) << m["name"];
    if (m["name"] == "all_pairs") {
      EXPECT_EQ(m["tests"], 600 * 599 / 2);
    }
  }
  EXPECT_EQ(chosen, 1);
  const std::string svg = read("s.svg");
  EXPECT_EQ(svg.rfind("<svg", 0), 0u);
  EXPECT_NE(svg.find("all_pairs"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST_F(CommandLine, choose_takes_options_that_a_file_does_not_state) {
  ASSERT_EQ(masu("scene brownian --n 2000 -o b.npy").exit_code, 0);
  const auto pick = [&](const std::string& options) {
    return json::parse(masu("choose b.npy --json " + options).out)["chosen"].get<std::string>();
  };
  EXPECT_EQ(pick(""), "sorted_orthtree");
  EXPECT_EQ(pick("--moving 0.01"), "pair_tracker");
  const json asked = json::parse(masu("choose b.npy --json --moving 0 --ask boxes,rays").out);
  EXPECT_EQ(asked["chosen"], "pair_tracker");
  EXPECT_EQ(asked["index"], "bvh");
}

// The row that is marked does what was chosen.
std::string marked(const json& rows) {
  std::string names;
  for (const json& row : rows) {
    if (row["chosen"].get<bool>()) names += row["name"].get<std::string>() + " ";
  }
  return names;
}

TEST_F(CommandLine, choose_marks_the_row_of_the_whole_choice) {
  ASSERT_EQ(masu("scene brownian --n 2000 -o b.npy").exit_code, 0);
  const std::pair<const char*, const char*> cases[] = {
      {"uniform --n 200", "sorted_orthtree:morton "},
      {"uniform --n 2000", "sorted_orthtree "},
      {"uniform --n 5", "all_pairs "},
      {"b.npy --moving 0.01", "pair_tracker "},
      {"rods --dim 3 --n 3000 --moving 0.05 --step 0.001", "incremental_sweep_and_prune "}};
  for (const auto& [arguments, row] : cases) {
    const json all = json::parse(masu(std::string("choose --json ") + arguments).out);
    EXPECT_EQ(marked(all["methods"]), row) << arguments;
  }
  const json sweep = json::parse(masu("choose stadium --n 600 --dim 3 --float --json").out);
  EXPECT_EQ(marked(sweep["methods"]).rfind("sweep_and_prune:one_axis:", 0), 0u);
}

TEST_F(CommandLine, choose_measures_the_requested_queries) {
  const std::string start = "choose brownian --n 800 --json --ask ";
  const json boxes = json::parse(masu(start + "boxes").out);
  EXPECT_EQ(marked(boxes["indices"]), "bvh:surface_area:refit ");
  EXPECT_EQ(boxes["indices"].size(), 8u);
  const json all = json::parse(masu(start + "boxes,rays,nearest").out);
  for (const json& row : all["indices"]) {
    const bool grid = row["name"] == "uniform_grid" || row["name"] == "hash_grid";
    EXPECT_EQ(row.contains("rays"), !grid) << row;
    EXPECT_EQ(row.contains("all"), !grid) << row;
    EXPECT_GT(row["boxes"], 0) << row;
  }
  EXPECT_EQ(marked(json::parse(masu(start + "nearest").out)["indices"]), "kd_tree ");
  EXPECT_TRUE(json::parse(masu("choose uniform --n 50 --json").out)["indices"].empty());
  EXPECT_NE(masu("choose uniform --n 300 --ask rays")
                .out.find("\nFor queries use bvh (C++ class masu::Bvh)"),
            std::string::npos);
}

TEST_F(CommandLine, choose_refuses_bad_input) {
  for (const auto& [arguments, message] :
       {std::pair("choose", "INPUT is required"),
        std::pair("choose nowhere", "unknown scene 'nowhere'. Known: uniform"),
        std::pair("choose none.csv", "none.csv: cannot be read"),
        std::pair("choose uniform --n 0", "--n"),
        std::pair("choose uniform --moving 2", "--moving"),
        std::pair("choose uniform --dim 4", "--dim"),
        std::pair("choose uniform --ask colours", "--ask")}) {
    const Ran run = masu(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
  }
}

}  // namespace
}  // namespace masu::cli
