// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "process.hpp"

namespace masu::cli {
namespace {

using nlohmann::json;

TEST_F(CommandLine, pairs_of_every_format) {
  const std::string expected = "0,1\n2,3\n";
  for (const char* name : {"two.csv", "c_f8.npy", "c_f4.npy", "fortran_f8.npy", "big_endian_f4.npy",
                           "two.f32 --dim 2"}) {
    const Ran run = masu("pairs " + data(name));
    EXPECT_EQ(run.exit_code, 0) << name;
    EXPECT_EQ(run.out, expected) << name;
    EXPECT_EQ(run.err, "") << name;
  }
  for (const char* name : {"three.csv", "three_f8.npy", "three.f32 --dim 3"}) {
    EXPECT_EQ(masu("pairs " + data(name)).out, "0,1\n1,2\n") << name;
  }
  EXPECT_EQ(masu("pairs " + data("shapes.obj")).out, "0,1\n0,2\n1,2\n");
  EXPECT_EQ(masu("pairs --groups " + data("shapes.obj")).out, "0,1\n");
}

TEST_F(CommandLine, pairs_of_a_doom_map) {
  // The four walls touch at their corners; the line runs from (0,128) to (32,96); player and
  // zombieman stand too near; barrel and the far thing stand alone.
  EXPECT_EQ(masu("pairs " + data("room.wad:MAP01")).out, "0,1\n0,3\n1,2\n2,3\n2,4\n3,4\n5,6\n");
  EXPECT_EQ(masu("pairs --map MAP01 " + data("room.wad")).out,
            masu("pairs " + data("room.wad:MAP01")).out);
  EXPECT_EQ(
      masu("pairs " + data("room.wad:MAP01:things") + " --against " + data("room.wad:MAP01:walls"))
          .out,
      "");
  EXPECT_EQ(masu("pairs " + data("room.wad:MAP02")).out, "0,1\n");
}

TEST_F(CommandLine, standard_input_and_forced_formats) {
  write("boxes.txt", "0,0,1,1\n1,1,2,2\n");
  EXPECT_EQ(masu("pairs -", "cat boxes.txt |").out, "0,1\n");
  EXPECT_EQ(masu("pairs --format csv boxes.txt").out, "0,1\n");
}

TEST_F(CommandLine, two_sets) {
  write("a.csv", "0,0,1,1\n5,5,6,6\n");
  write("b.csv", "9,9,10,10\n1,1,2,2\n0,0,9,9\n");
  for (const char* method : {"all_pairs", "sorted_orthtree", "uniform_grid", "sweep_and_prune",
                             "dynamic_bvh", "plain_pass", "registered_orthtree"}) {
    const Ran run = masu(std::string("pairs a.csv --against b.csv --method ") + method);
    EXPECT_EQ(run.out, "0,1\n0,2\n1,2\n") << method;
  }
  EXPECT_EQ(masu("pairs b.csv --against a.csv").out, "1,0\n2,0\n2,1\n");
  EXPECT_EQ(masu("pairs a.csv --against b.csv --count").out, "3\n");
}

TEST_F(CommandLine, touching_is_decided_in_double_unless_float_is_asked_for) {
  write("near.csv", "0,0,1,1\n1.00000001,0,2,1\n");
  EXPECT_EQ(masu("pairs near.csv").out, "");
  EXPECT_EQ(masu("pairs near.csv --float").out, "0,1\n");
  const json head = json::parse(masu("pairs near.csv --float --json").out);
  EXPECT_EQ(head["scalar"], "float");
  // A float file against a double file is compared in double.
  const Ran mixed = masu("pairs " + data("c_f4.npy") + " --against near.csv --json");
  EXPECT_EQ(json::parse(mixed.out)["scalar"], "double");
  EXPECT_EQ(json::parse(masu("pairs " + data("c_f4.npy") + " --json").out)["scalar"], "float");
}

TEST_F(CommandLine, odd_boxes_by_the_rule_of_the_library) {
  write("odd.csv", "nan,0,1,1\n0,0,1,1\n-inf,-inf,inf,inf\n2,2,1,1\n");
  EXPECT_EQ(masu("pairs odd.csv").exit_code, 2);
  for (const char* method :
       {"all_pairs", "sorted_orthtree", "sorted_orthtree:smallest_cell:morton"}) {
    const Ran run = masu(std::string("pairs odd.csv --allow-odd --svg odd.svg --method ") + method);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.out, "1,2\n") << method;
  }
  EXPECT_NE(read("odd.svg").find("3 boxes not drawn: NaN, infinite or empty"), std::string::npos);
}

TEST_F(CommandLine, every_method_finds_the_same_pairs) {
  const json methods = json::parse(masu("methods --json").out);
  ASSERT_GE(methods.size(), 13u);
  for (const char* scene : {"uniform --dim 2", "sizes --dim 3", "centre_lines --float --dim 2"}) {
    ASSERT_EQ(masu(std::string("scene --n 700 -o s.npy ") + scene).exit_code, 0);
    const std::string expected = masu("pairs s.npy --method all_pairs").out;
    EXPECT_GT(expected.size(), 500u);
    for (const json& m : methods) {
      if (m["commands"][0] != "pairs") continue;
      const std::string name = m["name"];
      EXPECT_EQ(masu("pairs s.npy --method " + name).out, expected) << scene << " " << name;
      EXPECT_EQ(masu("pairs s.npy --against s.npy --count --method " + name).out,
                masu("pairs s.npy --against s.npy --count --method all_pairs").out)
          << scene << " " << name;
    }
  }
}

// Each command takes each name that `masu methods` says it takes, and earlier names with a hint.
TEST_F(CommandLine, one_vocabulary_of_methods) {
  const json methods = json::parse(masu("methods --json").out);
  ASSERT_EQ(masu("scene uniform --n 30 -o s.csv").exit_code, 0);
  ASSERT_EQ(masu("record brownian --n 20 --frames 3 -o r.csv").exit_code, 0);
  const json chosen = json::parse(masu("choose uniform --n 30 --json").out);
  std::string timed;
  for (const json& row : chosen["methods"]) timed += " " + row["name"].get<std::string>() + " ";
  const auto run = [&](const std::string& command, const std::string& name) {
    if (command == "pairs") return masu("pairs s.csv --count --method " + name);
    if (command == "draw") return masu("draw " + name);
    return masu("replay r.csv --method " + name);
  };
  const std::string table = masu("methods").out;
  for (const json& m : methods) {
    const std::string name = m["name"];
    EXPECT_NE(table.find(name + " "), std::string::npos);
    EXPECT_NE(table.find(" " + m["class"].get<std::string>() + " "), std::string::npos) << name;
    for (const std::string command : m["commands"]) {
      if (command == "choose") {
        EXPECT_NE(timed.find(" " + name + " "), std::string::npos) << name;
        continue;
      }
      const Ran now = run(command, name);
      EXPECT_EQ(now.exit_code, 0) << command << " " << name << ": " << now.err;
      EXPECT_EQ(now.err, "") << command << " " << name;
      for (const std::string old : m["old_names"]) {
        const Ran before = run(command, old);
        EXPECT_EQ(before.exit_code, 0) << command << " " << old << ": " << before.err;
        if (command != "replay") {
          EXPECT_EQ(before.out, now.out) << command << " " << old;
        }
        EXPECT_NE(before.err.find("'" + old + "' is now called '" + name + "'"), std::string::npos)
            << before.err;
      }
    }
  }
}

TEST_F(CommandLine, help_of_each_command) {
  const std::string all = masu("help").out;
  for (const char* command :
       {"pairs", "methods", "scene", "choose", "draw", "contact", "hull", "contact-demo",
        "decompose", "corridor", "record", "replay", "slide"}) {
    EXPECT_NE(all.find(std::string("\n  ") + command + " "), std::string::npos) << command;
    const Ran help = masu(std::string("help ") + command);
    EXPECT_EQ(help.exit_code, 0) << command << help.err;
    EXPECT_NE(help.out.find(std::string("Usage: masu ") + command + " "), std::string::npos)
        << help.out;
    EXPECT_EQ(help.out, masu(std::string(command) + " --help").out) << command;
    const bool quick = command == std::string("methods") || command == std::string("corridor");
    EXPECT_EQ(help.out.find("--no-progress") == std::string::npos, quick) << command;
  }
  for (const char* command : {"run", "experiment", "walls"}) {
    const std::string help = masu(std::string("help corridor ") + command).out;
    EXPECT_NE(help.find("--no-progress"), std::string::npos) << command;
  }
  EXPECT_NE(masu("help corridor run").out.find("Usage: masu corridor run "), std::string::npos);
}

TEST_F(CommandLine, scenes_survive_a_round_trip_by_csv_and_npy) {
  for (const char* dim : {"2", "3"}) {
    const std::string scene = std::string("scene clusters --n 500 --seed 9 --dim ") + dim;
    ASSERT_EQ(masu(scene + " -o s.csv").exit_code, 0);
    ASSERT_EQ(masu(scene + " -o s.npy").exit_code, 0);
    ASSERT_EQ(masu(scene + " --float -o f.npy").exit_code, 0);
    const std::string pairs = masu("pairs s.csv").out;
    EXPECT_GT(pairs.size(), 100u);
    EXPECT_EQ(masu("pairs s.npy").out, pairs);
    EXPECT_EQ(masu(scene).out, read("s.csv"));
    EXPECT_EQ(masu("pairs f.npy").out, masu("pairs s.csv --float").out);
  }
  EXPECT_NE(masu("scene uniform --seed 1").out, masu("scene uniform --seed 2").out);
  EXPECT_NE(masu("scene brownian").out, masu("scene brownian --steps 3").out);
}

TEST_F(CommandLine, json_holds_pairs_and_stats) {
  const Ran run = masu("pairs " + data("two.csv") + " --json --stats");
  const json all = json::parse(run.out);
  EXPECT_EQ(all["n"], 5);
  EXPECT_EQ(all["dim"], 2);
  EXPECT_EQ(all["scalar"], "double");
  EXPECT_EQ(all["count"], 2);
  EXPECT_EQ(all["pairs"], json::parse("[[0,1],[2,3]]"));
  EXPECT_GT(all["stats"]["ns_per_object"], 0);
  EXPECT_GT(all["stats"]["tests"], 0);
  EXPECT_EQ(run.err, "");
  const json counted = json::parse(masu("pairs " + data("two.csv") + " --json --count").out);
  EXPECT_EQ(counted["count"], 2);
  EXPECT_FALSE(counted.contains("pairs"));
  write("apart.csv", "0,0,1,1\n2,2,3,3\n");
  EXPECT_EQ(json::parse(masu("pairs apart.csv --json").out)["pairs"], json::array());
}

TEST_F(CommandLine, stats_are_written_next_to_the_pairs) {
  const Ran run = masu("pairs " + data("two.csv") + " --method all_pairs --stats --repeat 3");
  EXPECT_EQ(run.out, "0,1\n2,3\n");
  EXPECT_NE(
      run.err.find("two.csv: 5 boxes (2D double), 2 pairs by all_pairs (C++ class masu::AllPairs)"),
      std::string::npos);
  EXPECT_NE(run.err.find("tests        10, 2.00 an object"), std::string::npos) << run.err;
  EXPECT_EQ(masu("pairs " + data("two.csv") + " --count").out, "2\n");
}

}  // namespace
}  // namespace masu::cli
