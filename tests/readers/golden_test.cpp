// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "reading.hpp"

namespace masu::readers {
namespace {

const std::vector<double> kTwo = {0, 0,   1,   1,    1, 1, 2,   2,  3,   0,
                                  4, 0.5, 3.5, 0.25, 5, 1, 0.1, -7, 0.3, -6.5};
const std::vector<double> kThree = {0,   0,   0,   1, 1, 1, 1, 1, 1, 2, 2, 2,
                                    0.5, 0.5, 1.5, 3, 3, 3, 9, 9, 9, 9, 9, 9};

std::vector<double> rounded(std::vector<double> values) {
  for (double& v : values) v = static_cast<float>(v);
  return values;
}

TEST(Readers, doubles_of_every_npy_layout_are_exact) {
  for (const char* name :
       {"c_f8.npy", "fortran_f8.npy", "big_endian_fortran_f8.npy", "version2_f8.npy"}) {
    const BoxTable table = read_boxes(data_file(name));
    EXPECT_EQ(table.bounds, kTwo) << name;
    EXPECT_EQ(table.dim, 2) << name;
    EXPECT_FALSE(table.single) << name;
  }
}

TEST(Readers, floats_of_every_npy_layout_are_exact) {
  for (const char* name : {"c_f4.npy", "big_endian_f4.npy", "version3_f4.npy"}) {
    const BoxTable table = read_boxes(data_file(name));
    EXPECT_EQ(table.bounds, rounded(kTwo)) << name;
    EXPECT_TRUE(table.single) << name;
  }
}

TEST(Readers, three_dimensions) {
  for (const char* name : {"three_f8.npy", "three.csv"}) {
    const BoxTable table = read_boxes(data_file(name));
    EXPECT_EQ(table.bounds, kThree) << name;
    EXPECT_EQ(table.dim, 3) << name;
    EXPECT_EQ(table.size(), 4u) << name;
  }
}

TEST(Readers, csv_reads_decimals_to_the_nearest_double) {
  EXPECT_EQ(read_boxes(data_file("two.csv")).bounds, kTwo);
  const auto table =
      read_bytes(&read_csv, "0.1,9007199254740993,1e-5,1.7976931348623157e308\n", odd_allowed());
  EXPECT_EQ(table.bounds, (std::vector<double>{0.1, 9007199254740992.0, 1e-5,
                                               std::numeric_limits<double>::max()}));
}

TEST(Readers, csv_rounds_once_to_float) {
  // Halfway between two floats except for the last digits: rounded to double first, it rounds to
  // the other float.
  ReadOptions options;
  options.single = true;
  const auto table = read_bytes(&read_csv, "0,0,1.00000017881393432617187499,1\n", options);
  EXPECT_EQ(table.max(0)[0], 1.00000011920928955078125);
  EXPECT_TRUE(table.single);
}

TEST(Readers, numbers_too_small_are_zeros_of_their_sign) {
  const std::string tiny = "0." + std::string(400, '0') + "1";
  for (const std::string& text :
       {std::string("1e-400"), std::string("12.5E-99999999999999999999"), tiny, tiny + "e10",
        std::string("+1e-400"), std::string(30, '9') + "e-400"}) {
    for (const char* sign : {"", "-"}) {
      if (text[0] == '+' && *sign != 0) continue;
      const auto table = read_bytes(&read_csv, sign + text + ",0,1,1\n");
      EXPECT_EQ(table.min(0)[0], 0) << sign << text;
      EXPECT_EQ(std::signbit(table.min(0)[0]), *sign != 0) << sign << text;
    }
  }
  ReadOptions single;
  single.single = true;
  EXPECT_EQ(read_bytes(&read_csv, "1e-50,-1e-50,1e-40,1\n", single).bounds,
            (std::vector<double>{0, -0.0, 1e-40F, 1}));
  EXPECT_EQ(read_bytes(&read_csv, "4e-324,0,1,1\n").min(0)[0],
            std::numeric_limits<double>::denorm_min());
  // Zeros before a number and in its exponent do not make it small.
  for (const std::string text : {"0.001e999", "1e+00000000000000000000999"}) {
    EXPECT_NE(error_of(&read_csv, "0,0,1," + text + "\n").find("does not fit"), std::string::npos);
  }
}

TEST(Readers, csv_accepts_files_of_other_programs) {
  const std::vector<double> row = {0, 1, 2, 3};
  for (const char* text :
       {"0,1,2,3", "0,1,2,3\n", "0,1,2,3\r\n", " 0 ,\t1, 2,3 \n\n\n", "+0,+1,2.,3e0\n",
        "\xEF\xBB\xBF"
        "0,1,2,3\n",
        "a,b,c,d\n0,1,2,3\n", "\n\nmin_x,min_y,max_x,max_y\r\n\r\n0,1,2,3"}) {
    EXPECT_EQ(read_bytes(&read_csv, text).bounds, row) << text;
  }
}

TEST(Readers, raw_floats) {
  EXPECT_EQ(read_boxes(data_file("two.f32"), with_dim(2)).bounds, rounded(kTwo));
  EXPECT_EQ(read_boxes(data_file("three.f32"), with_dim(3)).bounds, kThree);
}

TEST(Readers, obj_one_box_a_triangle) {
  const BoxTable table = read_boxes(data_file("shapes.obj"));
  ASSERT_EQ(table.size(), 3u);  // the square makes two
  const std::vector<double> corner(table.bounds.end() - 6, table.bounds.end());
  EXPECT_EQ(corner, (std::vector<double>{1, 1, 0, 2, 2, 0.5}));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(std::vector<double>(table.min(i), table.max(i) + 3),
              (std::vector<double>{0, 0, 0, 1, 1, 0}));
  }
}

TEST(Readers, obj_one_box_a_group) {
  ReadOptions options;
  options.obj = ObjBoxes::group;
  EXPECT_EQ(read_boxes(data_file("shapes.obj"), options).bounds,
            (std::vector<double>{0, 0, 0, 1, 1, 0, 1, 1, 0, 2, 2, 0.5}));
}

TEST(Readers, obj_positions_are_exact) {
  const auto table =
      read_bytes(&read_obj, "v 0.1 0.2 0.3\nv 1e-7 123456789.123456789 4\nv 5 6 7\nf 1 2 3\n");
  EXPECT_EQ(table.bounds, (std::vector<double>{1e-7, 0.2, 0.3, 5, 123456789.123456789, 7}));
}

TEST(Readers, wad_walls_then_things) {
  const BoxTable table = read_boxes(data_file("room.wad") + ":MAP01");
  const std::vector<double> expected = {0,  0,  128, 0,   128, 0,  128, 128, 0,    128, 128,  128,
                                        0,  0,  0,   128, 0,   96, 32,  128, 48,   48,  80,   80,
                                        44, 76, 84,  116, 10,  10, 30,  30,  -520, -10, -480, 30};
  EXPECT_EQ(table.bounds, expected);
  const std::vector<BoxKind> kinds = {BoxKind::wall,    BoxKind::wall,       BoxKind::wall,
                                      BoxKind::wall,    BoxKind::line,       BoxKind::player,
                                      BoxKind::monster, BoxKind::decoration, BoxKind::other};
  ASSERT_EQ(table.marks.size(), kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) EXPECT_EQ(table.marks[i].kind, kinds[i]) << i;
  EXPECT_TRUE(table.marks[4].falling);
}

TEST(Readers, wad_parts_and_maps) {
  const std::string wad = data_file("room.wad");
  EXPECT_EQ(read_boxes(wad + ":MAP01:walls").size(), 5u);
  EXPECT_EQ(read_boxes(wad + ":map01:things").size(), 4u);
  EXPECT_EQ(read_boxes(wad + ":MAP02").bounds, (std::vector<double>{1, 2, 5, 9, -39, -39, 41, 41}));
  EXPECT_EQ(read_boxes(wad, map_named("MAP02")).size(), 2u);
}

TEST(Readers, odd_boxes_are_accepted_when_allowed) {
  const auto csv = read_bytes(&read_csv, "nan,0,1,1\n0,0,inf,1\n3,3,2,2\n", odd_allowed());
  ASSERT_EQ(csv.size(), 3u);
  EXPECT_NE(csv.min(0)[0], csv.min(0)[0]);
  EXPECT_EQ(csv.max(1)[0], std::numeric_limits<double>::infinity());
  const auto obj = read_bytes(&read_obj, "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 3 2 1\n", odd_allowed());
  ASSERT_EQ(obj.size(), 1u);
  EXPECT_NE(obj.min(0)[0], obj.min(0)[0]);
  EXPECT_NE(obj.max(0)[0], obj.max(0)[0]);
  EXPECT_EQ(obj.max(0)[1], 1);
}

}  // namespace
}  // namespace masu::readers
