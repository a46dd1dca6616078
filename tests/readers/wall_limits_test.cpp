// SPDX-License-Identifier: MIT
// Small files that ask for much memory or a deep stack: they are refused before any of it is taken.
#include <gtest/gtest.h>

#include <zlib.h>

#include "wall_reading.hpp"

namespace masu::readers {
namespace {

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

// Messages quote the value and comparisons copy it, both by recursion.
TEST(WallLimits, deep_json_is_refused_before_it_is_quoted_or_copied) {
  const std::string deep = nested(2'000'000);
  constexpr const char* kMessage = "FILE: is not read: its JSON is nested deeper than 512 levels";
  EXPECT_EQ(
      wall_error(&read_geojson, R"({"type": "LineString", "coordinates": [[0, )" + deep + "]]}"),
      kMessage);
  EXPECT_EQ(wall_error(&read_geojson, R"({"type": "Feature", "id": )" + deep +
                                          R"(, "geometry": {"type": "LineString"}})"),
            kMessage);
  EXPECT_EQ(
      wall_error(&read_topojson, R"({"arcs": [], "objects": {"o": {"arcs": [)" + deep + "]}}}"),
      kMessage);
  EXPECT_EQ(
      wall_error(&read_tiled_json, R"({"tilewidth": 1, "tileheight": 1, "layers": [{"properties":)"
                                   R"( {"solid": )" +
                                       deep + "}}]}"),
      kMessage);
}

TEST(WallLimits, brackets_in_strings_are_no_levels) {
  const std::string name = R"(\")" + std::string(1000, '[');
  const WallTable table =
      walls_from(&read_geojson, R"({"type": "Feature", "properties": {"name": ")" + name +
                                    R"("}, "geometry": {"type": "LineString",)"
                                    R"( "coordinates": [[0, 0], [1, 2]]}})");
  EXPECT_EQ(text_of_walls(table), "0,0-1,2");
  EXPECT_EQ(table.sources.at(0).name, "\"" + name.substr(2));
}

std::string base64(const std::string& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

std::string compressed_zeros(std::size_t size) {
  const std::string zeros(size, '\0');
  uLongf length = compressBound(size);
  std::string packed(length, '\0');
  EXPECT_EQ(compress(reinterpret_cast<Bytef*>(packed.data()), &length,
                     reinterpret_cast<const Bytef*>(zeros.data()), size),
            Z_OK);
  packed.resize(length);
  return base64(packed);
}

TEST(WallLimits, compressed_tiles_are_unpacked_no_further_than_their_layer) {
  const std::string tiles = compressed_zeros(std::size_t(1) << 26);
  const std::string tmx =
      "<map tilewidth='1' tileheight='1'><layer name='L' width='2' height='3'>"
      "<data encoding='base64' compression='zlib'>" +
      tiles + "</data></layer></map>";
  EXPECT_NE(wall_error(&read_tmx, tmx).find("more than 6 tiles, expected 2 * 3"), std::string::npos)
      << wall_error(&read_tmx, tmx);
  const std::string json =
      R"({"tilewidth": 1, "tileheight": 1, "layers": [{"type": "tilelayer", "width": 2,)"
      R"( "height": 3, "encoding": "base64", "compression": "zlib", "data": ")" +
      tiles + "\"}]}";
  EXPECT_EQ(wall_error(&read_tiled_json, json),
            "FILE.layers[0].data: more than 6 tiles, expected 2 * 3");
}

// Each of these curves takes 15 bytes of the file. It would become 65 536 walls of 40 bytes.
TEST(WallLimits, chords_of_curves_are_limited_by_the_length_of_the_file) {
  std::string curves;
  for (int i = 0; i < 40; ++i) curves += "q9e14 9e14 1 0 ";
  const std::string svg = "<svg><path d='M0 0" + curves + "'/></svg>";
  const std::string found = wall_error(&read_svg, svg);
  EXPECT_EQ(found.rfind("FILE: its curves take more than ", 0), 0u) << found;
  EXPECT_NE(found.find(" chords at the tolerance 0.1; give a larger one"), std::string::npos);
  WallOptions coarse;
  coarse.tolerance = 1e12;
  EXPECT_EQ(wall_error(&read_svg, svg, coarse), "no error");
}

}  // namespace
}  // namespace masu::readers
