// SPDX-License-Identifier: MIT
// Reads boxes from any supported file.
#pragma once

#include <string_view>

#include <scenes/readers/box_table.hpp>

namespace masu::readers {

// Returns the boxes of a file. The extension of its name decides the format: .csv, .npy, .f32,
// .obj, or .wad with a map and optionally a part of it ("doom2.wad:MAP01",
// "doom2.wad:MAP01:things"). "-" is CSV from standard input. Throws InputError, whose message names
// file, position and value, if the file cannot be read, is damaged, or has no box.
BoxTable read_boxes(const std::string& path, const ReadOptions& options = {});

// Returns the file of such a path: "doom2.wad" for "doom2.wad:MAP01:things", and stores map and
// part in `options`. Throws InputError for an unknown part.
std::string split_wad_path(const std::string& path, ReadOptions& options);

// Returns "csv", "npy", "f32", "obj" or "wad": the format in which read_boxes() reads a file.
// Throws InputError if it is unknown.
std::string_view format_name(const std::string& path, const ReadOptions& options = {});

}  // namespace masu::readers
