// SPDX-License-Identifier: MIT
// masu hull: points of every format, files for other programs, and refused input.
#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process.hpp"
#include "well_formed.hpp"

namespace masu::cli {
namespace {

using Json = nlohmann::json;

class Hull : public CommandLine {
 protected:
  Json hull(const std::string& arguments) const {
    const Ran run = masu("hull " + arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.exit_code == 0 ? Json::parse(run.out) : Json();
  }
  void write_cube(const std::string& name) const {
    std::string text = "x,y,z\n";
    for (int i = 0; i < 27; ++i) {
      text += std::to_string(i % 3) + "," + std::to_string(i / 3 % 3) + "," +
              std::to_string(i / 9) + "\n";
    }
    write(name, text);
  }
  void refuses(const std::string& arguments, const std::string& words) const {
    const Ran run = masu("hull " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
    EXPECT_EQ(run.out, "");
  }
};

int lines_with(const std::string& text, const std::string& begin) {
  int count = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) count += line.starts_with(begin);
  return count;
}

TEST_F(Hull, L21_writes_a_cube_that_it_reads_back) {
  write_cube("cube.csv");
  const Json found = hull("cube.csv --write cube.obj --write cube.stl --write cube.svg");
  EXPECT_EQ(found["points"], 27);
  EXPECT_EQ(found["dimension"], 3);
  EXPECT_EQ(found["vertices"], 8);
  EXPECT_EQ(found["faces"], 6);
  EXPECT_EQ(lines_with(read("cube.obj"), "v "), 8);
  EXPECT_EQ(lines_with(read("cube.obj"), "f "), 6);
  EXPECT_EQ(lines_with(read("cube.stl"), "facet normal"), 12);
  EXPECT_EQ(lines_with(read("cube.stl"), "facet normal 1 0 0"), 2);
  EXPECT_TRUE(well_formed(read("cube.svg")));
  EXPECT_NE(read("cube.svg").find("27 points, 8 vertices, 6 faces"), std::string::npos);
  EXPECT_EQ(hull("cube.obj")["faces"], 6);
  EXPECT_EQ(hull("cube.obj --method gift_wrapping")["faces"], 6);
}

TEST_F(Hull, L21_L22_handles_2D_and_flat_input) {
  write("square.csv", "0,0\n2,0\n2,2\n0,2\n1,1\n");
  for (const std::string method : {"", " --method quickhull", " --method gift_wrapping"}) {
    const Json found = hull("square.csv --write s.svg --write s.obj" + method);
    EXPECT_EQ(found["dimension"], 2);
    EXPECT_EQ(found["vertices"], 4);
    EXPECT_EQ(found.count("faces"), 0u);
    EXPECT_TRUE(well_formed(read("s.svg")));
    EXPECT_EQ(lines_with(read("s.obj"), "f 1 2 3 4"), 1);
  }
  write("line.csv", "0,0,0\n2,2,2\n1,1,1\n");
  EXPECT_EQ(hull("line.csv --write l.obj --write l.svg")["dimension"], 1);
  EXPECT_EQ(lines_with(read("l.obj"), "l 1 2"), 1);
  refuses("line.csv --write l.stl", "lie on a line");
  write("point.csv", "1,1\n1,1\n");
  EXPECT_EQ(hull("point.csv --write p.obj --write p.svg")["dimension"], 0);
  EXPECT_EQ(lines_with(read("p.obj"), "p 1"), 1);
}

TEST_F(Hull, L21_omits_vertices_within_the_tolerance) {
  write("bent.csv", "0,0\n2,0\n2,2\n0,2\n1,-1e-9\n");
  for (const std::string method : {"andrew", "quickhull", "gift_wrapping"}) {
    EXPECT_EQ(hull("bent.csv --method " + method)["vertices"], 5);
    EXPECT_EQ(hull("bent.csv --tolerance 1e-6 --method " + method)["vertices"], 4);
    EXPECT_EQ(hull("bent.csv --tolerance 1e-10 --method " + method)["vertices"], 5);
  }
  write("bump.csv", "0,0,0\n2,0,0\n2,2,0\n0,2,0\n1,1,-1e-9\n1,1,1\n");
  EXPECT_EQ(hull("bump.csv")["vertices"], 6);
  EXPECT_EQ(hull("bump.csv --tolerance 1e-6")["vertices"], 5);
  refuses("bump.csv --tolerance 1e-6 --method gift_wrapping", "exact");
  refuses("bump.csv --tolerance 0.5", "--tolerance");
  refuses("bump.csv --tolerance nan", "--tolerance");
}

// One tetrahedron, as NumPy writes it.
TEST_F(Hull, reads_numpy_arrays) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 3), }";
  header.resize(117, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
  bytes += header;
  for (const float x : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f}) {
    const auto raw = std::bit_cast<std::array<char, 4>>(x);
    bytes.append(raw.begin(), raw.end());
  }
  write("t.npy", bytes);
  EXPECT_EQ(hull("t.npy")["faces"], 4);
  write("cut.npy", bytes.substr(0, bytes.size() - 1));
  refuses("cut.npy", "truncated");
}

TEST_F(Hull, refuses_bad_input) {
  write_cube("cube.csv");
  write("wide.csv", "1,2,3,4\n");
  refuses("wide.csv", "4 columns");
  write("mixed.csv", "1,2\n1,2,3\n");
  refuses("mixed.csv", "mixed.csv:2: 3 columns, expected 2");
  write("word.csv", "1,2\n1,x\n");
  refuses("word.csv", "'x'");
  write("nan.csv", "1,2\n1,nan\n");
  refuses("nan.csv", "nan.csv:2");
  write("far.csv", "1e308,0,0\n");
  refuses("far.csv", "outside its range");
  write("empty.csv", "x,y\n");
  refuses("empty.csv", "no points");
  refuses("none.csv", "none.csv");
  refuses("cube.csv --method andrew", "for 2D points");
  refuses("cube.csv --write cube.csv", "cube.csv");
  refuses("cube.csv --write a.ply", "a.ply");
}

}  // namespace
}  // namespace masu::cli
