// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "process.hpp"

namespace masu::cli {
namespace {

using nlohmann::json;

TEST_F(CommandLine, L12_choose_explains_its_pick_and_shows_all_methods) {
  const Ran run = masu("choose stadium --n 600 --dim 3 --float --svg s.svg");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.rfind("stadium: sweep_and_prune, since ", 0), 0u) << run.out;
  const json all = json::parse(masu("choose uniform --n 600 --json").out);
  EXPECT_EQ(all["chosen"], "sorted_orthtree");
  EXPECT_EQ(all["motion"], "random");
  const json methods = json::parse(masu("methods --json").out);
  EXPECT_EQ(all["methods"].size(), methods.size() + 1) << "all, and the tracker";
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

TEST_F(CommandLine, choose_hears_what_a_file_does_not_say) {
  ASSERT_EQ(masu("scene brownian --n 2000 -o b.npy").exit_code, 0);
  const auto pick = [&](const std::string& options) {
    return json::parse(masu("choose b.npy --json " + options).out)["chosen"].get<std::string>();
  };
  EXPECT_EQ(pick(""), "sorted_orthtree");
  EXPECT_EQ(pick("--moving 0.01"), "pair_tracker");
  EXPECT_EQ(pick("--moving 0 --queries"), "uniform_grid");
}

TEST_F(CommandLine, choose_refuses_what_is_no_input) {
  for (const auto& [arguments, message] :
       {std::pair("choose", "INPUT is required"), std::pair("choose nowhere", "no scene: uniform"),
        std::pair("choose none.csv", "none.csv: cannot be read"),
        std::pair("choose uniform --n 0", "--n"),
        std::pair("choose uniform --moving 2", "--moving"),
        std::pair("choose uniform --dim 4", "--dim")}) {
    const Ran run = masu(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
  }
}

}  // namespace
}  // namespace masu::cli
