// SPDX-License-Identifier: MIT
// Boxes from any file the project knows.
#pragma once

#include <scenes/readers/box_table.hpp>

namespace masu::readers {

// The boxes of a file; its name says the format: .csv, .npy, .f32, .obj, or .wad with a map and
// perhaps a part of it ("doom2.wad:MAP01", "doom2.wad:MAP01:things"). "-" is CSV from standard
// input. Throws InputError, whose message names file, place and value, for anything wrong: a
// file that cannot be read, is damaged, or holds no box.
BoxTable read_boxes(const std::string& path, const ReadOptions& options = {});

}  // namespace masu::readers
