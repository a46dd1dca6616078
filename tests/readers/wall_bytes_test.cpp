// SPDX-License-Identifier: MIT
// Arbitrary bytes result in walls or in an InputError: pieces of valid files, with words of the
// format and noise inserted. rapidcheck finds short counterexamples.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "reading.hpp"
#include "wall_reading.hpp"

namespace masu::readers {
namespace {

using Words = std::vector<std::string>;

const Words kNumbers = {"0", "-1", "1e9", "1e400", "-0.5", "nan", "4294967296", "1e-320", " ", ","};

// A short range of the valid file is replaced by up to four words or bytes.
std::string damaged(const std::string& valid, const Words& words) {
  const std::size_t from = *rc::gen::inRange<std::size_t>(0, valid.size() + 1);
  const std::size_t left = std::min<std::size_t>(valid.size() - from, 8);
  const std::size_t erased = *rc::gen::inRange<std::size_t>(0, left + 1);
  const auto byte = [](char c) { return std::string(1, c); };
  const auto piece =
      rc::gen::weightedOneOf<std::string>({{4, rc::gen::elementOf(words)},
                                           {3, rc::gen::elementOf(kNumbers)},
                                           {1, rc::gen::map(rc::gen::arbitrary<char>(), byte)}});
  std::string inserted;
  const std::size_t count = *rc::gen::inRange<std::size_t>(0, 5);
  const auto pieces = *rc::gen::container<std::vector<std::string>>(count, piece);
  for (const std::string& p : pieces) inserted += p;
  return valid.substr(0, from) + inserted + valid.substr(from + erased);
}

void expect_walls_or_an_error(ReadWalls read, const std::string& valid, const Words& words,
                              const WallOptions& options = {}) {
  const std::string bytes = damaged(valid, words);
  WallTable table;
  table.source = "FILE";
  try {
    read(bytes, options, table);
  } catch (const InputError& e) {
    RC_ASSERT(std::string(e.what()).rfind("FILE", 0) == 0u);
    RC_TAG("an error");
    return;
  }
  RC_TAG("walls");
  RC_ASSERT(table.marks.size() == table.walls.size());
  for (const auto& wall : table.walls) {
    RC_ASSERT(is_finite(wall.a) && is_finite(wall.b));
  }
  for (const WallMark& mark : table.marks) RC_ASSERT(mark.source < table.sources.size());
}

RC_GTEST_PROP(WallBytes, csv, ()) {
  expect_walls_or_an_error(&read_wall_csv, "x1,y1,x2,y2\n0,0,1,0\n1,0,1,1\n",
                           {"\n", "\r\n", "x1,y1,x2,y2", ",,", "\"", "\t"});
}
RC_GTEST_PROP(WallBytes, svg, ()) {
  expect_walls_or_an_error(
      &read_svg,
      "<svg><g transform='translate(1 2)'><path d='M0 0C1 1 2 1 3 0A3 2 9 01 5 5z'/><polygon "
      "points='0,0 1,0 1,1'/></g><circle r='4'/></svg>",
      {"<g>", "</g>", "<path d='", "'/>", "M", "A", "C", "q", "T", "z", "matrix(", "scale(", ")",
       "rotate", " r='", "<svg>", "&#0;", "px", "<rect width='"});
}
RC_GTEST_PROP(WallBytes, geojson, ()) {
  expect_walls_or_an_error(
      &read_geojson,
      R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"a"},)"
      R"("geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]]]}}]})",
      {"[", "]", "{", "}", "\"", ":", "null", "\"type\"", "\"Polygon\"", "\"GeometryCollection\"",
       "\"geometries\":[", "\"coordinates\":"});
}
RC_GTEST_PROP(WallBytes, topojson, ()) {
  expect_walls_or_an_error(
      &read_topojson,
      R"({"transform":{"scale":[1,1],"translate":[0,0]},"arcs":[[[0,0],[1,0]],[[1,0],[2,2]]],)"
      R"("objects":{"o":{"type":"Polygon","arcs":[[0,-2]]}}})",
      {"[", "]", "{", "}", "\"", ":", "null", "\"arcs\":", "\"scale\":", "\"LineString\"",
       "-2147483649", "9007199254740993"});
}
RC_GTEST_PROP(WallBytes, tmx, ()) {
  expect_walls_or_an_error(
      &read_tmx,
      "<map orientation='orthogonal' tilewidth='1' tileheight='1'><layer name='L' width='2' "
      "height='2'><data encoding='base64'>AQAAAAIAAAADAAAAAAAAAA==</data></layer><objectgroup>"
      "<object x='1'><polyline points='0,0 1,1'/></object></objectgroup></map>",
      {"<data encoding='csv'>", "</data>", " compression='zlib'", " compression='gzip'", "AAAA",
       "=", "<chunk x='0' y='0' width='", "'>", " infinite='1'", "<tile gid='", "<group>",
       "<polygon points='"});
}
RC_GTEST_PROP(WallBytes, tiled_json, ()) {
  expect_walls_or_an_error(
      &read_tiled_json,
      R"({"tilewidth":1,"tileheight":1,"layers":[{"type":"tilelayer","width":2,"height":1,)"
      R"("data":[1,0]},{"type":"objectgroup","objects":[{"x":1,"polyline":[{"x":0,"y":0}]}]}]})",
      {"[", "]", "{", "}", "\"", ":", "\"chunks\":[", "\"encoding\":\"base64\"",
       "\"layers\":", "\"type\":\"group\"", "\"width\":", "\"data\":"});
}
RC_GTEST_PROP(WallBytes, wad, ()) {
  static const std::string valid = load_file(data_file("room.wad"));
  using std::string_literals::operator""s;
  expect_walls_or_an_error(&read_wad_walls, valid,
                           {"IWAD", "PWAD", "MAP01\0\0\0"s, "LINEDEFS", "VERTEXES", "\0\0\0\0"s,
                            "\xff\xff\xff\xff", "\xff\xff\xff\x7f", "\x10\0\0\0"s, "TEXTMAP\0"s},
                           with_part("MAP01"));
}

}  // namespace
}  // namespace masu::readers
