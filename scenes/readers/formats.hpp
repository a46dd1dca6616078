// SPDX-License-Identifier: MIT
// Readers, one function per file format. Each takes the file's bytes and fills `table` (whose
// `source` is set), or throws InputError that names the file, the position in it and the value.
#pragma once

#include <string_view>

#include <scenes/readers/box_table.hpp>

namespace masu::readers {

// Rows min_x,min_y[,min_z],max_x,max_y[,max_z]; an optional header; blank lines are skipped.
void read_csv(std::string_view bytes, const ReadOptions& options, BoxTable& table);

// NumPy's .npy, versions 1 to 3: an array of shape n x 2d, float32 or float64, either byte order,
// C or Fortran order.
void read_npy(std::string_view bytes, const ReadOptions& options, BoxTable& table);

// Rows of 2d little-endian float32; `options.dim` must be set to d.
void read_f32(std::string_view bytes, const ReadOptions& options, BoxTable& table);

// Wavefront OBJ: one box per triangle, or per group.
void read_obj(std::string_view bytes, const ReadOptions& options, BoxTable& table);
void read_stl(std::string_view bytes, const ReadOptions& options, BoxTable& table);
void read_gltf(std::string_view bytes, const ReadOptions& options, BoxTable& table);
void read_glb(std::string_view bytes, const ReadOptions& options, BoxTable& table);

// One map of a Doom WAD: linedefs in their order, then things in theirs.
void read_wad(std::string_view bytes, const ReadOptions& options, BoxTable& table);

}  // namespace masu::readers
