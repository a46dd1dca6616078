// SPDX-License-Identifier: MIT
// masu decompose: an L as two boxes, vertices that a file repeats, and what it refuses.
#include <set>
#include <sstream>

#include "process.hpp"

namespace masu::cli {
namespace {

const std::string kPoints =
    "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
    "v 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n";
const std::string kFaces =
    "f 6 5 4 1\nf 4 3 2 1\nf 7 8 9 10\nf 7 10 11 12\nf 1 2 8 7\n"
    "f 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\n";
const std::string kLastFace = "f 6 1 7 12\n";

class Decompose : public CommandLine {};

int lines_with(const std::string& text, const std::string& begin) {
  int count = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) count += line.starts_with(begin);
  return count;
}

TEST_F(Decompose, L14_cuts_an_L_into_two_boxes) {
  write("l.obj", kPoints + kFaces + kLastFace);
  const Ran run = masu("decompose l.obj -o parts.obj");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out + run.err, "");
  const std::string parts = read("parts.obj");
  EXPECT_EQ(lines_with(parts, "o "), 2);
  EXPECT_EQ(lines_with(parts, "v "), 16);
  EXPECT_EQ(lines_with(parts, "f "), 12);
  EXPECT_EQ(masu("decompose l.obj").out, parts);
}

TEST_F(Decompose, L14_merges_vertices_at_one_position) {
  write("l.obj", kPoints + kFaces + "v 0 2 0\nv 0 0 0\nv 0 0 1\nv 0 2 1\nf 13 14 15 16\n");
  const Ran run = masu("decompose l.obj");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(lines_with(run.out, "o "), 2);
}

TEST_F(Decompose, reads_stl_as_obj) {
  write("l.obj", kPoints + kFaces + kLastFace);
  ASSERT_EQ(masu("hull l.obj --write hull.stl --write hull.obj -o /dev/null").exit_code, 0);
  const Ran run = masu("decompose hull.stl");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(lines_with(run.out, "o "), 1);
  EXPECT_EQ(lines_with(run.out, "v "), lines_with(read("hull.obj"), "v "));
  EXPECT_EQ(masu("hull hull.stl -o a.json").exit_code, 0);
  EXPECT_EQ(masu("contact hull.stl box:1x1x1@5,0,0").exit_code, 0);
  // Pairs of a mesh's triangles do not depend on its format.
  ASSERT_EQ(masu("contact box:2x2x2 sphere:1@5,0,0 --draw scene.glb -o /dev/null").exit_code, 0);
  const Ran pairs = masu("pairs scene.glb --count");
  EXPECT_EQ(pairs.exit_code, 0) << pairs.err;
  EXPECT_EQ(masu("pairs hull.stl").out, masu("pairs hull.stl --method all_pairs").out);
}

TEST_F(Decompose, says_when_the_parts_are_not_enough) {
  write("l.obj", kPoints + kFaces + kLastFace);
  const Ran run = masu("decompose l.obj --max-parts 1");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(lines_with(run.out, "o "), 1);
  // Straight out from the notch's sides, 1 long, to the hull; the diagonal is 3.
  EXPECT_NE(run.err.find("1 part leaves concavities 1 deep, 0.33 of the diagonal; for less"),
            std::string::npos)
      << run.err;
}

TEST_F(Decompose, draws_parts_that_touch_in_different_colours) {
  write("l.obj", kPoints + kFaces + kLastFace);
  const Ran run = masu("decompose l.obj --svg l.svg -o parts.obj");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string svg = read("l.svg");
  EXPECT_NE(svg.find("2 parts"), std::string::npos);
  EXPECT_EQ(lines_with(svg, "<path class=\"outline\""), 2);
  EXPECT_EQ(lines_with(svg, "<path fill="), 6) << "three faces of each box look to the eye";
  std::set<std::string> colours;
  std::istringstream in(svg);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("<path fill=")) colours.insert(line.substr(0, 20));
  }
  EXPECT_EQ(colours.size(), 6u) << "boxes of one colour would have three";
}

// ./masu.sh pictures has nothing to do.
TEST_F(Decompose, the_picture_of_the_page_is_up_to_date) {
  const std::string script =
      "cd " MASU_ROOT " && . tools/pictures.sh && draw_parts " MASU_CLI " " + path("");
  ASSERT_EQ(std::system(("bash -c '" + script + "'").c_str()), 0);
  std::ifstream file(MASU_ROOT "/docs/pictures/decomposition/gear.svg");
  const std::string stored(std::istreambuf_iterator<char>(file), {});
  EXPECT_TRUE(read("gear.svg") == stored) << "run ./masu.sh pictures";
}

TEST_F(Decompose, refuses_open_surfaces_and_its_own_input) {
  write("open.obj", kPoints + kFaces);
  write("points.obj", kPoints);
  const auto refuses = [&](const std::string& arguments, const std::string& words) {
    const Ran run = masu("decompose " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
  };
  refuses("open.obj -o parts.obj", "do not close a surface");
  refuses("points.obj -o parts.obj", "no points");
  refuses("open.obj -o open.obj", "is an input file and would be overwritten");
  refuses("open.obj --svg open.obj", "is an input file and would be overwritten");
  refuses("open.obj -o parts.obj --svg parts.obj", "is given for two outputs");
  refuses("nowhere.obj", "nowhere.obj");
  refuses("open.obj --max-parts 0", "max-parts");
  refuses("open.obj --tolerance -1", "tolerance");
  EXPECT_EQ(files(), 2u);
}

}  // namespace
}  // namespace masu::cli
