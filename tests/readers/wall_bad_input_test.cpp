// SPDX-License-Identifier: MIT
// Invalid files of walls: every message names the file, the position in it and the value; nothing
// crashes.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "reading.hpp"
#include "wall_reading.hpp"

namespace masu::readers {
namespace {

struct Case {
  std::string bytes;
  const char* message;  // what it must begin with
};

void expect_errors(ReadWalls read, const std::vector<Case>& cases,
                   const WallOptions& options = {}) {
  for (const Case& c : cases) {
    const std::string found = wall_error(read, c.bytes, options);
    EXPECT_EQ(found.rfind(c.message, 0), 0u)
        << c.bytes << "\n  gave:     " << found << "\n  expected: " << c.message;
  }
}

TEST(WallBadInput, csv) {
  expect_errors(&read_wall_csv, {{"0,0,1\n", "FILE:1: 3 columns, expected 4 (x1,y1,x2,y2)"},
                                 {"0,0,1,1\n0,abc,1,1\n", "FILE:2: y1: 'abc' is not a number"},
                                 {"0,0,nan,1\n", "FILE:1: x2: nan is not finite"},
                                 {"0,0,1,-inf\n", "FILE:1: y2: -inf is not finite"},
                                 {"0,0,1,1e999\n", "FILE:1: y2: '1e999' does not fit"},
                                 {"O,O,1O,1O\n0,0,1,1\n", "FILE:1: x1: 'O' is not a number"}});
}

TEST(WallBadInput, svg) {
  const auto svg = [](const std::string& body) { return "<svg>" + body + "</svg>"; };
  expect_errors(
      &read_svg,
      {{"<svg><path", "FILE: is not XML: "},
       {"<html/>", "FILE: is not an SVG: its root is 'html'"},
       {svg("<path id='a' d='M0 0L1'/>"),
        "FILE: element 'path' with the id 'a', byte 6: d: 'L1' is damaged"},
       {svg("<path d='L1 1'/>"), "FILE: element 'path' with the id '', byte 6: d: 'L1 1' is"},
       {svg("<path d='M0 0X1 1'/>"), "FILE: element 'path' with the id '', byte 6: d: 'X1 1' is"},
       {svg("<path d='M0 0z1 1'/>"), "FILE: element 'path' with the id '', byte 6: d: '1 1' is"},
       {svg("<path d='M0 nan'/>"), "FILE: element 'path' with the id '', byte 6: d: 'M0 nan' is"},
       {svg("<path d='M0 0A1 1 0 2 0 1 1'/>"), "FILE: element 'path'"},
       {svg("<path d='M0 0L1e999 0'/>"), "FILE: element 'path'"},
       {svg("<polygon points='0,0 1'/>"),
        "FILE: element 'polygon' with the id '', byte 6: points: '1' is damaged"},
       {svg("<line x1='10%'/>"), "FILE: element 'line' with the id '', byte 6: x1: '10%' is"},
       {svg("<g transform='rotate(1,2)'/>"),
        "FILE: element 'g' with the id '', byte 6: transform: 'rotate(1,2)' is damaged"},
       {svg("<g transform='scale(1e300)'><line transform='scale(1e300)' x2='1'/></g>"),
        "FILE: line '': coordinate "}});
  expect_errors(&read_svg, {{svg("<line id='b'/>"), "FILE: has no element with the id 'a'"}},
                with_part("a"));
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "<g>";
  for (int i = 0; i < 1000; ++i) deep += "</g>";
  expect_errors(&read_svg, {{svg(deep), "FILE: groups are nested too deeply"}});
  WallOptions none;
  none.tolerance = 0;
  expect_errors(&read_svg, {{svg(""), "the tolerance must be above 0"}}, none);
}

TEST(WallBadInput, geojson) {
  expect_errors(
      &read_geojson,
      {{"{", "FILE: is not JSON: parse error at line 1, column 2"},
       {"[]", "FILE: '' is not a type of GeoJSON"},
       {R"({"type": "Circle"})", "FILE: 'Circle' is not a type of GeoJSON"},
       {R"({"type": "LineString"})", "FILE: has no \"coordinates\""},
       {R"({"type": "FeatureCollection", "features": {}})", "FILE.features: expected an array"},
       {R"({"type": "LineString", "coordinates": [[0,0],[1]]})",
        "FILE.coordinates[1]: expected a position, [x, y]"},
       {R"({"type": "FeatureCollection", "features": [{"type": "Feature", "geometry":
           {"type": "Polygon", "coordinates": [[[0, "1"]]]}}]})",
        "FILE.features[0].geometry.coordinates[0][0]: expected a number, found \"1\""}});
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += R"({"type": "GeometryCollection", "geometries": [)";
  for (int i = 0; i < 100; ++i) deep += "]}";
  EXPECT_NE(wall_error(&read_geojson, deep).find("nested too deeply"), std::string::npos);
}

TEST(WallBadInput, topojson) {
  const auto topology = [](const std::string& arcs, const std::string& object) {
    return R"({"type": "Topology", "arcs": )" + arcs + R"(, "objects": {"o": )" + object + "}}";
  };
  expect_errors(
      &read_topojson,
      {{R"({"type": "Topology"})", "FILE: has no \"arcs\""},
       {R"({"type": "Topology", "arcs": []})", "FILE: has no \"objects\""},
       {topology("{}", "{}"), "FILE.arcs: expected an array"},
       {topology("[]", R"({"arcs": [0]})"), "FILE.objects.o.arcs[0]: arc 0, but there are 0"},
       {topology("[[]]", R"({"arcs": [[-2]]})"), "FILE.objects.o.arcs[0][0]: arc -2, but"},
       {topology("[[]]", R"({"arcs": ["0"]})"), "FILE.objects.o.arcs[0]: expected the number"},
       {topology("[[[1]]]", R"({"arcs": [0]})"), "FILE.arcs[0][0]: expected a position, [x, y]"},
       {topology("[7]", R"({"arcs": [0]})"), "FILE.arcs[0]: expected an array"},
       {R"({"type": "Topology", "arcs": [], "objects": {}, "transform": {"scale": [1]}})",
        "FILE.transform.scale: expected two numbers"}});
  expect_errors(&read_topojson, {{topology("[]", "{}"), "FILE: has no object 'p'; it holds o"}},
                with_part("p"));
}

std::string tmx(const std::string& data, const std::string& map = "orientation='orthogonal'") {
  return "<map " + map + " tilewidth='1' tileheight='1'><layer name='L' width='2' height='2'>" +
         data + "</layer></map>";
}

TEST(WallBadInput, tmx) {
  const auto csv = [](const std::string& text) {
    return tmx("<data encoding='csv'>" + text + "</data>");
  };
  expect_errors(
      &read_tmx,
      {{"<tileset/>", "FILE: is not a map of Tiled: its root is 'tileset'"},
       {tmx("", "orientation='hexagonal'"), "FILE: the map is hexagonal; only orthogonal"},
       {"<map tileheight='1'/>", "FILE: the size of tiles is not above 0"},
       {csv("1,1,1"), "FILE: layer 'L', byte "},
       {csv("1,1,1,x"), "FILE: data '', byte "},
       {csv("1,1,1,-1"), "FILE: data '', byte "},
       {tmx("<data encoding='rot13'>1</data>"), "FILE: data '', byte "},
       {tmx("<data encoding='base64'>AQAA!</data>"), "FILE: data '', byte "},
       {tmx("<data encoding='base64'>AQAA</data>"), "FILE: data '', byte "},
       {tmx("<data encoding='base64' compression='zlib'>AQAA</data>"), "FILE: data '', byte "},
       {tmx("<data encoding='csv'><chunk x='9e9' width='1' height='1'>1</chunk></data>"),
        "FILE: chunk '', byte "}});
  EXPECT_NE(wall_error(&read_tmx, csv("1,1,1")).find("3 tiles, expected 2 * 2"), std::string::npos);
  expect_errors(&read_tmx, {{csv("1,1,1,1"), "FILE: has no layer 'M'; it holds 'L'"}},
                with_part("M"));
}

TEST(WallBadInput, tiled_json) {
  const auto map = [](const std::string& layer) {
    return R"({"tilewidth": 1, "tileheight": 1, "layers": [)" + layer + "]}";
  };
  expect_errors(&read_tiled_json,
                {{"{}", "FILE: has no \"tilewidth\""},
                 {map("7"), "FILE.layers[0]: expected an object"},
                 {map(R"({"type": "tilelayer", "width": 1, "height": 1})"),
                  "FILE.layers[0]: has no \"data\""},
                 {map(R"({"type": "tilelayer", "width": 1, "height": 1, "data": [-1]})"),
                  "FILE.layers[0].data[0]: expected the number of a tile, found -1"},
                 {map(R"({"type": "tilelayer", "width": 1e9, "height": 1e9, "data": [1]})"),
                  "FILE.layers[0]: 1 tiles, expected 1e+09 * 1e+09"},
                 {map(R"({"type": "objectgroup", "objects": [{"polygon": [{"x": 0}]}]})"),
                  "FILE.layers[0].objects[0].polygon[0]: has no \"y\""},
                 {map(R"({"type": "tilelayer", "chunks": {"a": 1}})"),
                  "FILE.layers[0].chunks: expected an array"},
                 {map(R"({"type": "objectgroup", "objects": [7]})"),
                  "FILE.layers[0].objects[0]: expected an object"}});
}

TEST(WallBadInput, files) {
  const auto error = [](const std::string& path) {
    try {
      read_walls(path);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(error("walls.xyz").rfind("walls.xyz: unknown format, expected one of .csv .svg", 0),
            0u);
  EXPECT_EQ(error("none.svg:a").rfind("none.svg: cannot be read", 0), 0u);
  EXPECT_NE(error(data_file("room.wad")).find("name a map"), std::string::npos);
  EXPECT_EQ(error(data_file("room.wad") + ":MAP01"), "no error");
  const std::string path = testing::TempDir() + "masu_walls.json";
  const auto format_of = [&](const std::string& text) {
    std::ofstream(path) << text;
    return read_walls(path).format;
  };
  EXPECT_EQ(format_of(R"({"type": "LineString", "coordinates": [[0,0],[1,0]]})"), "geojson");
  EXPECT_EQ(format_of(R"({"type": "Topology", "arcs": [[[0,0],[1,0]]],
                          "objects": {"o": {"type": "LineString", "arcs": [0]}}})"),
            "topojson");
  EXPECT_EQ(format_of(R"({"tilewidth": 1, "tileheight": 1, "layers": [
                          {"type": "tilelayer", "width": 1, "height": 1, "data": [1]}]})"),
            "tiled");
  std::ofstream(path) << R"({"type": "Point", "coordinates": [0,0]})";
  EXPECT_EQ(error(path), path + ": holds no walls; left out: 1 points");
  std::remove(path.c_str());
}

// Every truncation and every changed byte gives walls or an InputError, nothing else.
TEST(WallBadInput, damaged_files_give_walls_or_an_error) {
  struct Golden {
    ReadWalls read;
    std::string bytes;
    WallOptions options;
  };
  const std::vector<Golden> files = {
      {&read_wall_csv, "x1,y1,x2,y2\n0,0,1,0\n1,0,1,1\n", {}},
      {&read_svg,
       "<svg><g transform='translate(1 2)'><path d='M0 0C1 1 2 1 3 0A3 2 9 01 5 5z'/><polygon "
       "points='0,0 1,0 1,1'/></g></svg>",
       {}},
      {&read_geojson, R"({"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]]]})", {}},
      {&read_topojson,
       R"({"transform":{"scale":[1,1],"translate":[0,0]},"arcs":[[[0,0],[1,0]]],)"
       R"("objects":{"o":{"type":"LineString","arcs":[0]}}})",
       {}},
      {&read_wad_walls, load_file(data_file("room.wad")), with_part("MAP01")},
      {&read_tmx, tmx("<data encoding='base64'>AQAAAAIAAAADAAAAAAAAAA==</data>"), {}},
      {&read_tiled_json,
       R"({"tilewidth":1,"tileheight":1,"layers":[{"type":"tilelayer","width":2,"height":1,)"
       R"("data":[1,0]},{"type":"objectgroup","objects":[{"x":1,"polyline":[{"x":0,"y":0}]}]}]})",
       {}}};
  for (const Golden& file : files) {
    ASSERT_EQ(wall_error(file.read, file.bytes, file.options), "no error");
    int errors = 0;
    int tried = 0;
    const auto attempt = [&](const std::string& bytes) {
      errors += wall_error(file.read, bytes, file.options) != "no error";
      ++tried;
    };
    for (std::size_t i = 0; i < file.bytes.size(); ++i) {
      attempt(file.bytes.substr(0, i));
      for (const int flip : {1, 2, 16, 64, 128}) {
        std::string bytes = file.bytes;
        bytes[i] = static_cast<char>(bytes[i] ^ flip);
        attempt(bytes);
      }
    }
    EXPECT_GT(errors, tried / 20);
  }
}

}  // namespace
}  // namespace masu::readers
