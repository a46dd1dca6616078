// SPDX-License-Identifier: MIT
// Readers, one function per format of walls. Each takes the file's bytes and fills `table` (whose
// `source` is set), or throws InputError that names the file, the position in it and the value.
#pragma once

#include <string_view>

#include <scenes/readers/wall_table.hpp>

namespace masu::readers {

// Rows x1,y1,x2,y2; an optional header; blank lines are skipped. One source, "rows".
void read_wall_csv(std::string_view bytes, const WallOptions& options, WallTable& table);

// Outlines of an SVG: path, polygon, polyline, line, rect (its rounded corners square), circle and
// ellipse, in the root's user units; y grows downwards. Curves become lines within `tolerance`.
// Text, images, uses and hidden elements are left out and noted; definitions (defs, symbol,
// clipPath, mask, marker, pattern) are no outlines. `part`: the id of an element. One source per
// element, named by its id. https://www.w3.org/TR/SVG11/
void read_svg(std::string_view bytes, const WallOptions& options, WallTable& table);

// LineString, Polygon, MultiLineString, MultiPolygon and collections of them; points are noted. One
// source per geometry, named by its feature's name or id. RFC 7946.
void read_geojson(std::string_view bytes, const WallOptions& options, WallTable& table);

// The arcs that geometries use, each once: a border of two countries is one wall. `part`: one of
// the topology's objects. One source per arc, named by the geometry that uses it first.
// https://github.com/topojson/topojson-specification
void read_topojson(std::string_view bytes, const WallOptions& options, WallTable& table);

// Linedefs of a map that block all movement: one-sided, or with the flag "impassable". With
// `passable` all linedefs. `part`: the map. Two sources: "solid" and "passable" lines; marks have
// the flags.
void read_wad_walls(std::string_view bytes, const WallOptions& options, WallTable& table);

// Orthogonal maps of the editor Tiled, as JSON and as TMX. First the outlines of the tiles, with
// all layers at one offset as one: each edge with a tile on only one side, with that tile to its
// right (y grows downwards). Then the polygons and polylines of object layers. If a layer has a
// property "solid" that is true, only such layers; with `part` only those of that name; from these
// also rectangles. Coordinates are those of the map, in pixels. Ellipses, texts, tile objects and
// points are noted. https://doc.mapeditor.org/en/stable/reference/
void read_tiled_json(std::string_view bytes, const WallOptions& options, WallTable& table);
void read_tmx(std::string_view bytes, const WallOptions& options, WallTable& table);

// Coastlines of GSHHG in the format of GMT ("binned_GSHHS_f.nc", netCDF-4), in degrees, x from 0 to
// 360: land, lakes, islands in lakes, ponds on these; Antarctica by its ice. Closed along the
// Greenwich meridian, and along the south pole. One source per piece. If built without netCDF:
// InputError.
void read_gshhg(std::string_view bytes, const WallOptions& options, WallTable& table);

}  // namespace masu::readers
