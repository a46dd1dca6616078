// SPDX-License-Identifier: MIT
// masu slide: a character in levels from text files.
#include <sstream>

#include "process.hpp"
#include "well_formed.hpp"

namespace masu::cli {
namespace {

class SlideCommand : public CommandLine {
 protected:
  // x and y of the last row, and whether the ground carries the character there.
  struct Last {
    double x = 0, y = 0;
    int on_ground = -1;
  };
  Last last_of(const Ran& run) {
    EXPECT_EQ(run.exit_code, 0) << run.err;
    std::istringstream lines(run.out);
    Last last;
    for (std::string line; std::getline(lines, line);) {
      std::sscanf(line.c_str(), "%*d,%lf,%lf,%d", &last.x, &last.y, &last.on_ground);
    }
    return last;
  }
};

TEST_F(SlideCommand, a_character_goes_over_a_hill_and_stops_at_a_wall) {
  write("hill.txt", "#          #\n#@  /\\     #\n############\n");
  const Last end = last_of(masu("slide hill.txt"));
  EXPECT_NEAR(end.x, 10.7, 0.01);
  EXPECT_NEAR(end.y, 1.6, 0.01);
  EXPECT_EQ(end.on_ground, 1);
  EXPECT_NEAR(last_of(masu("slide hill.txt --steepest 40")).x, 3.7, 0.5) << "too steep";
}

TEST_F(SlideCommand, steps_are_climbed_up_to_their_height) {
  write("step.txt", "#       #\n#       #\n#@   #  #\n#########\n");
  EXPECT_NEAR(last_of(masu("slide step.txt --step 0.5")).x, 4.7, 0.01);
  EXPECT_NEAR(last_of(masu("slide step.txt --step 1.1")).x, 7.7, 0.01);
}

TEST_F(SlideCommand, levels_are_read_from_a_pipe_and_with_a_byte_order_mark) {
  const std::string level = "#@  #\n#####\n";
  write("level.txt", level);
  const std::string table = masu("slide level.txt").out;
  EXPECT_NE(table, "");
  EXPECT_EQ(masu("slide -", "cat level.txt |").out, table);
  write("windows.txt", "\xEF\xBB\xBF#@  #\r\n#####\r\n");
  EXPECT_EQ(masu("slide windows.txt").out, table);
}

TEST_F(SlideCommand, draws_the_level_and_the_path) {
  write("level.txt", "#@ /#\n#####\n");
  const Ran run = masu("slide level.txt --frames 20 --svg way.svg --title 'A hill' -o way.csv");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out + run.err, "");
  const std::string svg = read("way.svg");
  EXPECT_TRUE(well_formed(svg));
  EXPECT_NE(svg.find("A hill"), std::string::npos);
  const std::string table = read("way.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 22);
}

// ./masu.sh pictures has nothing to do.
TEST_F(SlideCommand, the_picture_of_the_page_is_up_to_date) {
  const std::string script =
      "cd " MASU_ROOT " && . tools/pictures.sh && draw_slides " MASU_CLI " " + path("");
  ASSERT_EQ(std::system(("bash -c '" + script + "'").c_str()), 0);
  std::ifstream file(MASU_ROOT "/docs/pictures/slide/walk.svg");
  const std::string stored(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(read("walk.svg"), stored) << "run ./masu.sh pictures";
}

TEST_F(SlideCommand, refuses_bad_options) {
  write("good.txt", "@\n#\n");
  write("odd.txt", "@\n#x\n");
  write("none.txt", "##\n");
  write("two.txt", "@@\n");
  write("empty.txt", "");
  const auto refused = [&](const std::string& args, const std::string& why) {
    const Ran run = masu("slide " + args);
    EXPECT_EQ(run.exit_code, 2) << args;
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
  };
  refused("nowhere.txt", "masu: nowhere.txt: cannot be read: No such file or directory\n");
  refused(".", "masu: .: cannot be read: Is a directory\n");
  refused("odd.txt", "odd.txt:2: 'x'");
  refused("none.txt", "no @");
  refused("two.txt", "twice");
  refused("empty.txt", "masu: empty.txt: is empty\n");
  write("blank.txt", "\n\n");
  refused("blank.txt", "masu: blank.txt: holds no cells\n");
  refused("- </dev/null", "masu: standard input: is empty\n");
  refused("good.txt --height 0.1", "--height");
  refused("good.txt --speed nan", "nan");
  refused("good.txt --svg a -o a", "is given for two outputs");
  refused("good.txt --svg good.txt", "is an input file and would be overwritten");
  refused("", "LEVEL");
}

}  // namespace
}  // namespace masu::cli
