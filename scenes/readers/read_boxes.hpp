// SPDX-License-Identifier: MIT
// Boxes from any file the project knows.
#pragma once

#include <string_view>

#include <scenes/readers/box_table.hpp>

namespace masu::readers {

// The boxes of a file; its name says the format: .csv, .npy, .f32, .obj, or .wad with a map and
// perhaps a part of it ("doom2.wad:MAP01", "doom2.wad:MAP01:things"). "-" is CSV from standard
// input. Throws InputError, whose message names file, place and value, for anything wrong: a
// file that cannot be read, is damaged, or holds no box.
BoxTable read_boxes(const std::string& path, const ReadOptions& options = {});

// The file of such a path: "doom2.wad" of "doom2.wad:MAP01:things", whose map and part go into
// `options`. Throws InputError for an unknown part.
std::string split_wad_path(const std::string& path, ReadOptions& options);

// "csv", "npy", "f32", "obj" or "wad": what read_boxes() takes a file for. Throws InputError if it
// does not know.
std::string_view format_name(const std::string& path, const ReadOptions& options = {});

}  // namespace masu::readers
