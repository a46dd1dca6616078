// SPDX-License-Identifier: MIT
// The walls made of the elements of each format.
#include <gtest/gtest.h>

#include <cmath>

#include "reading.hpp"
#include "wall_reading.hpp"

namespace masu::readers {
namespace {

TEST(WallReaders, S1_csv) {
  const auto table = walls_from(&read_wall_csv, "x1,y1,x2,y2\n0,0,1,0\r\n\n 1 , 0 ,1,1e1\n");
  EXPECT_EQ(text_of_walls(table), "0,0-1,0 1,0-1,10");
  EXPECT_EQ(table.marks.size(), 2u);
}

TEST(WallReaders, S1_wad_has_the_lines_that_block_movement) {
  const std::string bytes = load_file(data_file("room.wad"));
  const auto solid = walls_from(&read_wad_walls, bytes, with_part("map01"));
  WallOptions all = with_part("MAP01");
  all.passable = true;
  const auto both = walls_from(&read_wad_walls, bytes, all);
  ReadOptions boxes = map_named("MAP01", WadBoxes::walls);
  const BoxTable table = read_bytes(&read_wad, bytes, boxes);
  EXPECT_EQ(both.size(), table.size());
  std::size_t walls = 0;
  for (const BoxMark& mark : table.marks) walls += mark.kind == BoxKind::wall;
  EXPECT_EQ(solid.size(), walls);
  ASSERT_LT(solid.size(), both.size());
  EXPECT_EQ(text_of_notes(solid),
            std::to_string(both.size() - walls) + " lines that do not block movers");
  EXPECT_EQ(both.sources.at(both.marks.back().source).name, "passable");
  EXPECT_EQ(both.sources.at(both.marks.front().source).name, "solid");
  EXPECT_EQ(both.marks.back().flags & 1, 0u);
}

std::string svg(const std::string& body) {
  return "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>" + body + "</svg>";
}
std::string svg_walls(const std::string& body, const std::string& part = "") {
  return text_of_walls(walls_from(&read_svg, svg(body), with_part(part)));
}

TEST(WallReaders, S1_svg_outlines) {
  EXPECT_EQ(svg_walls("<line x1='1' y1='2' x2='3px' y2='4'/>"), "1,2-3,4");
  EXPECT_EQ(svg_walls("<polyline points='0,0 1,0,1 1'/>"), "0,0-1,0 1,0-1,1");
  EXPECT_EQ(svg_walls("<polygon points='0 0 1 0 1 1'/>"), "0,0-1,0 1,0-1,1 1,1-0,0");
  EXPECT_EQ(svg_walls("<rect x='1' y='1' width='2' height='3'/>"),
            "1,1-3,1 3,1-3,4 3,4-1,4 1,4-1,1");
  EXPECT_EQ(svg_walls("<path d='M1 1h2v3H1z'/>"), "1,1-3,1 3,1-3,4 3,4-1,4 1,4-1,1");
  EXPECT_EQ(svg_walls("<path d='m1 1 2 0 0 3zm5-.5.5.5L9 9'/>"),
            "1,1-3,1 3,1-3,4 3,4-1,1 6,0.5-6.5,1 6.5,1-9,9");
  // A line after a closed subpath begins where that one did.
  EXPECT_EQ(svg_walls("<path d='M1 1h1v1zl5 5'/>"), "1,1-2,1 2,1-2,2 2,2-1,1 1,1-6,6");
  EXPECT_EQ(svg_walls("<path d='M0 0 1 0 1 1'/>"), "0,0-1,0 1,0-1,1");
  EXPECT_EQ(svg_walls("<path d=''/>"), "");
}

TEST(WallReaders, S1_svg_transforms) {
  const std::string line = "<line x1='0' y1='0' x2='1' y2='0'";
  EXPECT_EQ(svg_walls(line + " transform='translate(3)'/>"), "3,0-4,0");
  EXPECT_EQ(svg_walls(line + " transform='rotate(90)'/>"), "0,0-0,1");
  EXPECT_EQ(svg_walls(line + " transform='rotate(-180 1 1)'/>"), "2,2-1,2");
  EXPECT_EQ(svg_walls(line + " transform='translate(1,2) scale(2,3)'/>"), "1,2-3,2");
  EXPECT_EQ(svg_walls(line + " transform='scale(2), translate(1 2)'/>"), "2,4-4,4");
  EXPECT_EQ(svg_walls(line + " transform='matrix(0 1 1 0 5 6)'/>"), "5,6-5,7");
  EXPECT_EQ(
      svg_walls("<g transform='translate(5 0)'><g transform='scale(2)'>" + line + "/></g></g>"),
      "5,0-7,0");
  const auto skewed =
      walls_from(&read_svg, svg("<line x1='0' y1='0' x2='0' y2='1' transform='skewX(45)'/>"));
  EXPECT_NEAR(skewed.walls[0].b[0], 1, 1e-12);
}

// All points of curves lie on them, and no chord is farther off than was asked for.
TEST(WallReaders, S1_svg_curves_are_flattened_within_the_tolerance) {
  for (const double tolerance : {1.0, 0.1, 0.001}) {
    WallOptions options;
    options.tolerance = tolerance;
    for (const char* circle :
         {"<circle cx='1' cy='2' r='100'/>", "<ellipse cx='1' cy='2' rx='100' ry='100'/>",
          "<path d='M101 2A100 100 0 1 1-99 2A100 100 0 01101 2z'/>",
          "<path transform='translate(1 2) scale(10)' d='M10 0a10 10 0 0 1-20 0a10 10 0 0120 0'/>",
          // Radii that are too small grow until they reach.
          "<path d='M101 2A1 1 0 0 1-99 2A50 50 9 01101 2z'/>"}) {
      const auto table = walls_from(&read_svg, svg(circle), options);
      ASSERT_GT(table.size(), 8u) << circle;
      double off = 0;
      for (const auto& wall : table.walls) {
        const auto from = wall.a - Vec<2, double>{1, 2};
        EXPECT_NEAR(length(from), 100, 1e-6) << circle;
        off = std::max(off, 100 - length((wall.a + wall.b) * 0.5 - Vec<2, double>{1, 2}));
      }
      EXPECT_LE(off, tolerance) << circle;
      EXPECT_GE(off, 0.05 * tolerance) << circle << ": needlessly fine";
    }
    // y = x^2 / 100, as a quadratic and as a cubic.
    for (const char* parabola : {"<path d='M0 0Q50 0 100 100'/>",
                                 "<path d='M0 0C33.333333333333336 0 66.66666666666667 "
                                 "33.333333333333336 100 100'/>"}) {
      const auto table = walls_from(&read_svg, svg(parabola), options);
      for (const auto& wall : table.walls) {
        EXPECT_NEAR(wall.b[1], wall.b[0] * wall.b[0] / 100, 1e-9);
        const auto midpoint = (wall.a + wall.b) * 0.5;
        EXPECT_LE(midpoint[1] - midpoint[0] * midpoint[0] / 100, 2.3 * tolerance);
      }
    }
  }
  // Smooth ones mirror the control point of the curve before.
  EXPECT_EQ(svg_walls("<path d='M0 0Q5 5 10 0T20 0'/>"),
            svg_walls("<path d='M0 0Q5 5 10 0Q15-5 20 0'/>"));
  EXPECT_EQ(svg_walls("<path d='M0 0C0 5 5 5 9 0S9 9 0 9'/>"),
            svg_walls("<path d='M0 0C0 5 5 5 9 0C13-5 9 9 0 9'/>"));
  EXPECT_EQ(svg_walls("<path d='M0 0S9 9 0 9'/>"), svg_walls("<path d='M0 0C0 0 9 9 0 9'/>"));
  EXPECT_EQ(svg_walls("<path d='M0 0A0 5 0 0 0 4 4'/>"), "0,0-4,4");
}

TEST(WallReaders, S1_svg_skips_unsupported_elements) {
  const std::string body =
      "<title>t</title><defs><line id='d' x2='9'/></defs><g id='a'><line id='x' x2='1'/></g>"
      "<line id='b' x2='2'/><line style='display:none' x2='3'/><text>no</text><use/>"
      "<rect rx='1' width='1' height='1' id='r'/>";
  const auto table = walls_from(&read_svg, svg(body));
  EXPECT_EQ(table.size(), 6u);
  EXPECT_EQ(text_of_sources(table), "line:x line:b rect:r rect:r rect:r rect:r");
  EXPECT_EQ(text_of_notes(table),
            "1 elements 'text'; 1 elements 'use'; 1 elements that are not displayed; 1 rounded "
            "corners of rectangles");
  EXPECT_EQ(svg_walls(body, "a"), "0,0-1,0");
  EXPECT_EQ(svg_walls(body, "b"), "0,0-2,0");
}

TEST(WallReaders, S1_geojson) {
  const auto table = walls_from(&read_geojson, R"({"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"name": "lake"}, "geometry":
      {"type": "Polygon", "coordinates": [[[0,0],[4,0],[4,4],[0,0]], [[1,1],[2,1],[2,2]]]}},
    {"type": "Feature", "id": 7, "properties": null, "geometry":
      {"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [0,0]},
        {"type": "LineString", "coordinates": [[0,0,9],[1,0,9]]}]}},
    {"type": "Feature", "properties": {}, "geometry": null},
    {"type": "Feature", "properties": {}, "geometry":
      {"type": "MultiPolygon", "coordinates": [[[[5,5],[6,5],[5,5]]]]}},
    {"type": "Feature", "properties": {}, "geometry":
      {"type": "MultiLineString", "coordinates": [[[8,8],[9,8]],[[8,9],[9,9]]]}}]})");
  EXPECT_EQ(text_of_walls(table),
            "0,0-4,0 4,0-4,4 4,4-0,0 1,1-2,1 2,1-2,2 2,2-1,1 0,0-1,0 5,5-6,5 6,5-5,5 8,8-9,8 "
            "8,9-9,9");
  EXPECT_EQ(text_of_sources(table),
            "Polygon:lake Polygon:lake Polygon:lake Polygon:lake Polygon:lake Polygon:lake "
            "LineString:7 MultiPolygon: MultiPolygon: MultiLineString: MultiLineString:");
  EXPECT_EQ(text_of_notes(table), "1 points");
}

// Two squares with a common side, quantized: that side is one wall.
constexpr const char* kTopology = R"({"type": "Topology",
  "transform": {"scale": [0.5, 2], "translate": [10, 20]},
  "arcs": [[[2,0],[0,2]], [[2,2],[-2,0],[0,-2],[2,0]], [[2,0],[2,0],[0,2],[-2,0]], [[9,9],[1,1]]],
  "objects": {
    "pair": {"type": "GeometryCollection", "geometries": [
      {"type": "Polygon", "arcs": [[0, 1]], "properties": {"name": "west"}},
      {"type": "MultiPolygon", "arcs": [[[2, -1]]], "id": "east"}, {"type": null}]},
    "town": {"type": "Point", "coordinates": [0, 0]}}})";

TEST(WallReaders, S1_topojson) {
  const auto table = walls_from(&read_topojson, kTopology);
  EXPECT_EQ(text_of_walls(table),
            "11,20-11,24 11,24-10,24 10,24-10,20 10,20-11,20 11,20-12,20 12,20-12,24 12,24-11,24");
  EXPECT_EQ(text_of_sources(table),
            "arc:west arc:west arc:west arc:west arc:east arc:east arc:east");
  EXPECT_EQ(text_of_notes(table), "1 points; 1 arcs that no object uses");
  EXPECT_EQ(walls_from(&read_topojson, kTopology, with_part("pair")).size(), 7u);
  EXPECT_EQ(walls_from(&read_topojson, kTopology, with_part("town")).size(), 0u);
  // Without a transform positions are what they say.
  EXPECT_EQ(text_of_walls(walls_from(&read_topojson, R"({"type": "Topology",
      "arcs": [[[1,2],[3,4],[5,6]]], "objects": {"o": {"type": "LineString", "arcs": [-1]}}})")),
            "1,2-3,4 3,4-5,6");
}

// A ring of eight tiles of 16 x 8 pixels around one that is not there; one of them is flipped.
constexpr const char* kRing = "1,2,3,0,\n4,0,2147483653,0,\n6,7,8,0";
constexpr std::size_t kRingWalls = 12 + 4;

std::string tmx(const std::string& layers) {
  return "<?xml version='1.0'?><map orientation='orthogonal' width='4' height='3' tilewidth='16' "
         "tileheight='8'>" +
         layers + "</map>";
}
std::string tmx_layer(const std::string& data, const std::string& attributes = "name='Ground'") {
  return "<layer " + attributes + " width='4' height='3'>" + data + "</layer>";
}
std::string tiled(const std::string& layers) {
  return R"({"orientation": "orthogonal", "tilewidth": 16, "tileheight": 8, "layers": [)" + layers +
         "]}";
}

// Each edge once, with a tile to its right and none to its left.
void expect_ring(const WallTable& table, double x = 0, double y = 0) {
  ASSERT_EQ(table.size(), kRingWalls);
  const bool there[3][3] = {{true, true, true}, {true, false, true}, {true, true, true}};
  const auto at = [&](const Vec<2, double>& p) {
    const double i = std::floor((p[0] - x) / 16);
    const double j = std::floor((p[1] - y) / 8);
    return i >= 0 && j >= 0 && i < 3 && j < 3 && there[int(j)][int(i)];
  };
  for (const auto& wall : table.walls) {
    const auto midpoint = (wall.a + wall.b) * 0.5;
    const auto edge = wall.b - wall.a;
    // y grows downwards: (-edge y, edge x) points to the right.
    const Vec<2, double> right{-edge[1] / 16, edge[0] / 16};
    EXPECT_TRUE(at(midpoint + right));
    EXPECT_FALSE(at(midpoint - right));
    EXPECT_EQ(length(edge), edge[0] != 0 ? 16 : 8);
  }
}

TEST(WallReaders, S1_tiles_become_outlines) {
  const std::string csv = std::string("<data encoding='csv'>\n") + kRing + "\n</data>";
  expect_ring(walls_from(&read_tmx, tmx(tmx_layer(csv))));
  expect_ring(walls_from(&read_tmx, tmx(tmx_layer(csv, "offsetx='3' offsety='-1'"))), 3, -1);
  expect_ring(walls_from(&read_tmx, tmx("<group offsetx='3'><group offsety='-1'>" + tmx_layer(csv) +
                                        "</group></group>")),
              3, -1);
  // Two layers at one position are one: the center tile of the other closes the hole.
  const std::string midpoint =
      tmx_layer("<data encoding='csv'>0,0,0,0,0,9,0,0,0,0,0,0</data>", "name='More'");
  const auto both = walls_from(&read_tmx, tmx(tmx_layer(csv) + midpoint));
  EXPECT_EQ(both.size(), 12u);
  EXPECT_EQ(both.sources.at(0).name, "Ground, More");
  const auto ground = walls_from(&read_tmx, tmx(tmx_layer(csv) + midpoint), with_part("Ground"));
  expect_ring(ground);
  EXPECT_EQ(text_of_notes(ground), "layer 'More'");
  // A layer marked solid is the only one.
  const std::string mark =
      "<properties><property name='solid' type='bool' value='true'/></properties>";
  expect_ring(walls_from(&read_tmx, tmx(tmx_layer(mark + csv) + midpoint)));
}

TEST(WallReaders, S1_tiles_in_every_encoding) {
  std::string elements;
  for (const char* gid : {"1", "2", "3", "0", "4", "0", "5", "0", "6", "7", "8", "0"}) {
    elements += std::string("<tile gid='") + gid + "'/>";
  }
  const std::string base64 = "AQAAAAIAAAADAAAAAAAAAAQAAAAAAAAABQAAgAAAAAAGAAAABwAAAAgAAAAAAAAA";
  const std::string zlib = "eJxjZGBgYAJiZgYIYIHSrAwMDSCaDYjZgZgDKg4ADZwApQ==";
  const std::string gzip = "H4sIAAAAAAACA2NkYGBgAmJmBghggdKsDAwNIJoNiNmBmAMqDgAqeCPuMAAAAA==";
  const auto data = [](const std::string& compression, const std::string& text) {
    return tmx(tmx_layer("<data encoding='base64' compression='" + compression + "'>\n  " + text +
                         "\n</data>"));
  };
  expect_ring(walls_from(&read_tmx, tmx(tmx_layer("<data>" + elements + "</data>"))));
  expect_ring(walls_from(&read_tmx, data("", base64)));
  expect_ring(walls_from(&read_tmx, data("zlib", zlib)));
  expect_ring(walls_from(&read_tmx, data("gzip", gzip)));
  const std::string head = R"({"type": "tilelayer", "name": "Ground", "width": 4, "height": 3, )";
  expect_ring(walls_from(&read_tiled_json, tiled(head + "\"data\": [" + kRing + "]}")));
  expect_ring(walls_from(
      &read_tiled_json,
      tiled(head + R"("encoding": "base64", "compression": "zlib", "data": ")" + zlib + "\"}")));
  EXPECT_NE(wall_error(&read_tmx, data("zstd", base64)).find("CSV"), std::string::npos);
}

TEST(WallReaders, S1_infinite_maps_come_in_chunks) {
  const std::string chunk = "<chunk x='-2' y='-1' width='2' height='3'>1,2,4,0,6,7</chunk>";
  const std::string more = "<chunk x='0' y='-1' width='2' height='3'>3,0,5,0,8,0</chunk>";
  const auto table =
      walls_from(&read_tmx, tmx(tmx_layer("<data encoding='csv'>" + chunk + more + "</data>")));
  expect_ring(table, -32, -8);
  expect_ring(walls_from(&read_tiled_json, tiled(R"({"type": "tilelayer", "chunks": [
      {"x": -2, "y": -1, "width": 2, "height": 3, "data": [1,2,4,0,6,7]},
      {"x": 0, "y": -1, "width": 2, "height": 3, "data": [3,0,5,0,8,0]}]})")),
              -32, -8);
}

TEST(WallReaders, S1_objects_of_tiled_maps) {
  const std::string objects =
      "<objectgroup name='Walls'><object name='p' x='10' y='20' rotation='90'><polygon "
      "points='0,0 4,0 4,2'/></object><object name='l' x='1' y='1'><polyline points='0,0 "
      "1.5,-2'/></object><object x='5' y='5' width='2' height='1'/><object x='1' y='1' width='9' "
      "height='9'><ellipse/></object><object x='1' y='1'><point/></object></objectgroup>";
  const std::string walls = "10,20-10,24 10,24-8,24 8,24-10,20 1,1-2.5,-1";
  const auto all = walls_from(&read_tmx, tmx(objects));
  EXPECT_EQ(text_of_walls(all), walls);
  EXPECT_EQ(text_of_sources(all), "polygon:p polygon:p polygon:p polyline:l");
  EXPECT_EQ(text_of_notes(all),
            "1 rectangles: name their layer to use them; 2 ellipses, points, texts and tile "
            "objects");
  EXPECT_EQ(text_of_walls(walls_from(&read_tmx, tmx(objects), with_part("Walls"))),
            walls + " 5,5-7,5 7,5-7,6 7,6-5,6 5,6-5,5");
  EXPECT_EQ(text_of_walls(walls_from(&read_tiled_json, tiled(R"(
      {"type": "objectgroup", "name": "Walls", "properties": [{"name": "solid", "value": true}],
       "objects": [{"name": "p", "x": 10, "y": 20, "rotation": 90, "polygon":
         [{"x": 0, "y": 0}, {"x": 4, "y": 0}, {"x": 4, "y": 2}]},
        {"x": 1, "y": 1, "polyline": [{"x": 0, "y": 0}, {"x": 1.5, "y": -2}]},
        {"x": 5, "y": 5, "width": 2, "height": 1}, {"x": 1, "y": 1, "point": true}]},
      {"type": "objectgroup", "name": "Zones", "objects": [{"x": 0, "y": 0, "polyline":
         [{"x": 0, "y": 0}, {"x": 1, "y": 0}]}]})"))),
            walls + " 5,5-7,5 7,5-7,6 7,6-5,6 5,6-5,5");
}

}  // namespace
}  // namespace masu::readers
