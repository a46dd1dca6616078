// SPDX-License-Identifier: MIT
// Every message names the file, the position in it and the value.
#include <gtest/gtest.h>

#include "reading.hpp"

namespace masu::readers {
namespace {

struct Case {
  std::string bytes;
  const char* message;  // what it must begin with
};

void expect_errors(Read read, const std::vector<Case>& cases, const ReadOptions& options = {}) {
  for (const Case& c : cases) {
    EXPECT_EQ(error_of(read, c.bytes, options).rfind(c.message, 0), 0u)
        << c.bytes << "\n  gave:     " << error_of(read, c.bytes, options)
        << "\n  expected: " << c.message;
  }
}

TEST(BadInput, csv) {
  expect_errors(
      &read_csv,
      {{"0,0,1\n", "FILE:1: 3 columns, expected 4 (2D) or 6 (3D)"},
       {"0,0,1,1\n0,0,1\n", "FILE:2: 3 columns, expected 4: '0,0,1'"},
       {"0,0,1,1\n0,0,1,1,2\n", "FILE:2: 5 columns, expected 4"},
       {"0,0,0,1,1,1\n\n0,0,1,1\n", "FILE:3: 4 columns, expected 6"},
       {"0,0,1,1,\n", "FILE:1: 5 columns"},
       {"0,0,1,1\n0,abc,1,1\n", "FILE:2: min_y: 'abc' is not a number"},
       {"0,0,1,1\n0,,1,1\n", "FILE:2: min_y: '' is not a number"},
       {"0,0,1 2,1\n", "FILE:1: max_x: '1 2' is not a number"},
       {"0,0,x,1\n", "FILE:1: max_x: 'x' is not a number"},
       {"0,0,1,1\na,b,c,d\n", "FILE:2: min_x: 'a' is not a number"},
       {"0,0,0x10,1\n", "FILE:1: max_x: '0x10' is not a number"},
       {"0,0,+-1,1\n", "FILE:1: max_x: '+-1' is not a number"},
       {"0,0,1,1e999\n", "FILE:1: max_y: '1e999' does not fit"},
       {"0,0,1,1\n0,nan,1,1\n", "FILE:2: min_y: nan is not finite; --allow-odd"},
       {"0,0,inf,1\n", "FILE:1: max_x: inf is not finite"},
       {"-inf,0,0,1\n", "FILE:1: min_x: -inf is not finite"},
       {"0,0,1,1\n0,5,1,4.5\n", "FILE:2: min_y 5 > max_y 4.5"},
       // A damaged first row is not a header.
       {",,,\n0,0,1,1\n", "FILE:1: column 1: '' is neither a number nor a column's name"},
       {"min_x,min_y,max_x,\n0,0,1,1\n", "FILE:1: column 4: '' is neither"},
       {"O,O,1O,1O\n0,0,1,1\n", "FILE:1: column 3: '1O' is neither"},
       {"\nO,O,-l,+l\n0,0,1,1\n", "FILE:2: column 3: '-l' is neither"},
       {"x,y,z,.O\n0,0,1,1\n", "FILE:1: column 4: '.O' is neither"},
       {"min_x,max_x,min_y,max_y\n0,1,0,1\n", "FILE:1: column 2 is 'max_x', expected min_y"},
       {std::string("0,0,1,1\0,0\n", 11), "FILE:1: 5 columns"}});
  EXPECT_EQ(error_of(&read_csv, "0,0,0,1,1,1\n", with_dim(2)),
            "FILE: holds 3D boxes, but 2D boxes are expected");
  ReadOptions single;
  single.single = true;
  expect_errors(&read_csv,
                {{"0,0,1,1e39\n", "FILE:1: max_y: '1e39' does not fit"},
                 {"0,-10000000000000000000000000000000000000000e1,1,1\n",
                  "FILE:1: min_y: '-10000000000000000000000000000000000000000e1' "
                  "does not fit"}},
                single);
}

TEST(BadInput, npy) {
  const std::string rest = "'fortran_order': False, 'shape': (1, 4), }";
  const std::string valid = "{'descr': '<f4', " + rest;
  const std::string data(16, '\0');
  ASSERT_EQ(error_of(&read_npy, npy_with(valid, data)), "no error");
  expect_errors(
      &read_npy,
      {{"0,0,1,1\n", "FILE: is not an npy file"},
       {npy_with(valid, data.substr(1)),
        "FILE: truncated: 1 x 4 of '<f4' are 16 bytes, the file has 15"},
       {npy_with(valid, data + "x"),
        "FILE: too long: 1 x 4 of '<f4' are 16 bytes, the file has 17"},
       {npy_with("{'descr': '<i8', " + rest, data), "FILE: wrong dtype '<i8', expected float32"},
       {npy_with("{'descr': '<f2', " + rest, data), "FILE: wrong dtype '<f2'"},
       {npy_with("{'descr': [('a', '<f4'), ('b', '<f4')], " + rest, data), "FILE: wrong dtype [("},
       {npy_with("{" + rest, data), "FILE: the npy header lacks 'descr':"},
       {npy_with("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1, 4), }", data),
        "FILE: fortran_order Maybe"},
       {npy_with("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }", data),
        "FILE: shape (4,), expected (n, 4) or (n, 6)"},
       {npy_with("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 5), }", data),
        "FILE: shape (1, 5)"},
       {npy_with("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 4, 1), }", data),
        "FILE: shape"},
       {npy_with("{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 4), }", data),
        "FILE: shape"},
       {npy_with("{'descr': '<f4', 'fortran_order': False, 'shape': 4", data),
        "FILE: the npy header does not end"}});
}

TEST(BadInput, npy_values_name_their_row) {
  const std::string header = "{'descr': '>f4', 'fortran_order': False, 'shape': (2, 4), }";
  const std::string one("\x3f\x80\0\0", 4);
  const std::string zero(4, '\0');
  const std::string nan("\x7f\xc0\0\0", 4);
  const std::string box = zero + zero + one + one;
  EXPECT_EQ(error_of(&read_npy, npy_with(header, box + zero + nan + one + one))
                .rfind("FILE: row 1: min_y: nan is not finite", 0),
            0u);
  EXPECT_EQ(error_of(&read_npy, npy_with(header, box + one + zero + zero + one))
                .rfind("FILE: row 1: min_x 1 > max_x 0", 0),
            0u);
}

TEST(BadInput, more_boxes_than_can_be_named_are_refused_before_they_are_read) {
  EXPECT_EQ(error_of(&read_npy, npy_with("{'descr': '<f4', 'fortran_order': False, "
                                         "'shape': (2147483649, 4), }")),
            "FILE: 2147483649 boxes, but at most 2147483648 are supported");
  // A size that wraps around 64 bits must not look small.
  EXPECT_EQ(error_of(&read_npy, npy_with("{'descr': '<f8', 'fortran_order': False, "
                                         "'shape': (576460752303423488, 4), }"))
                .rfind("FILE: 576460752303423488 boxes", 0),
            0u);
}

TEST(BadInput, f32) {
  const std::string row(16, '\0');
  expect_errors(&read_f32, {{row, "FILE: raw floats have no dimension"}});
  expect_errors(&read_f32,
                {{row + "xyz",
                  "FILE: truncated: 19 bytes are not a whole number of rows of 16 "
                  "bytes; row 1 has 3"},
                 {row + std::string("\0\0\xc0\x7f", 4) + row.substr(4),
                  "FILE: row 1: min_x: nan is not finite"}},
                with_dim(2));
}

TEST(BadInput, obj) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  expect_errors(&read_obj,
                {{"v 0 0\n", "FILE:1: v: 2 coordinates, expected 3"},
                 {"v 0 a 0\n", "FILE:1: v: 'a' is not a number"},
                 {"v 0 nan 0\n", "FILE:1: v: 'nan' is not finite"},
                 {"v 0 1e999 0\n", "FILE:1: v: '1e999' does not fit"},
                 {v + "f 1 2\n", "FILE:4: f: 2 vertices, expected at least 3"},
                 {v + "f 1 2 4\n", "FILE:4: f: vertex 4, but 3 are defined so far"},
                 {v + "f 0 1 2\n", "FILE:4: f: vertex 0"},
                 {v + "f -4 1 2\n", "FILE:4: f: vertex -4"},
                 {v + "f 1 2 x/1\n", "FILE:4: f: 'x/1' is not a vertex index"},
                 {v + "f 1 2 99999999999999999999\n", "FILE:4: f: '99999999999999999999'"}});
  EXPECT_EQ(error_of(&read_obj, v + "f 1 2 3\n", with_dim(2)),
            "FILE: holds 3D boxes, but 2D boxes are expected");
}

TEST(BadInput, wad) {
  const std::string valid = load_file(data_file("room.wad"));
  const auto changed = [&](std::size_t at, char value) {
    std::string bytes = valid;
    bytes[at] = value;
    return bytes;
  };
  const std::size_t lines = 12 + 40;
  const std::size_t directory = load_integer<std::uint32_t>(valid, 8);
  expect_errors(&read_wad,
                {{changed(0, 'X'), "FILE: is not a WAD"},
                 {changed(4, 10), "FILE: truncated: its directory ends at byte"},
                 {valid.substr(0, 11), "FILE: truncated: a WAD has a header of 12 bytes"},
                 {changed(lines, 5), "FILE: linedef 0: vertex 5, but there are 5"},
                 {changed(directory + 16 + 4, 39), "FILE: lump THINGS has 39 bytes"},
                 {changed(directory + 16 + 6, 1), "FILE: truncated: lump THINGS ends at byte"},
                 {changed(directory + 2 * 16 + 8, 'X'), "FILE: the map has no lump LINEDEFS"}},
                map_named("MAP01"));
  expect_errors(&read_wad, {{valid, "FILE: has no map MAP03; it holds MAP01 MAP02"}},
                map_named("MAP03"));
  expect_errors(&read_wad,
                {{valid, "FILE: name a map, as in FILE.wad:MAP01; it holds MAP01 MAP02"}});
  std::string hexen = valid;
  hexen.replace(directory + 3 * 16 + 8, 8, "BEHAVIOR");
  expect_errors(&read_wad, {{hexen, "FILE: is in the Hexen map format"}}, map_named("MAP01"));
  EXPECT_EQ(error_of(&read_wad, std::string("IWAD\0\0\0\0\x0c\0\0\0", 12)), "FILE: holds no map");
  // Lumps without bytes lie anywhere, behind the end of the file too.
  std::string empty("PWAD\x04\0\0\0\x0c\0\0\0", 12);
  for (const char* name : {"MAP01\0\0\0", "THINGS\0\0", "LINEDEFS", "VERTEXES"}) {
    empty += std::string("\xff\xff\xff\x7f\0\0\0\0", 8) + std::string(name, 8);
  }
  EXPECT_EQ(error_of(&read_wad, empty, map_named("MAP01")), "no error");
}

std::string error_of_path(const std::string& path) {
  try {
    read_boxes(path);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(BadInput, paths) {
  EXPECT_EQ(error_of_path("no/such.csv"), "no/such.csv: cannot be read: No such file or directory");
  EXPECT_EQ(error_of_path("boxes.txt"),
            "boxes.txt: unknown format 'txt', expected one of csv npy f32 obj stl gltf glb wad");
  EXPECT_EQ(error_of_path("a.wad:MAP01:doors"),
            "a.wad:MAP01:doors: 'doors' is not a part of a map, expected walls or things");
}

}  // namespace
}  // namespace masu::readers
