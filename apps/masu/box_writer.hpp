// SPDX-License-Identifier: MIT
// Writes boxes to a file that the readers read back bit for bit.
#pragma once

#include <span>

#include <masu/core/aabb.hpp>

namespace masu::cli {

class OutputFile;
class Progress;

enum class BoxFormat { csv, npy };

// Writes boxes as CSV (with a header and shortest exact decimals) or as .npy (version 1, C order,
// of T). D is 2 or 3, T float or double.
template <int D, class T>
void write_boxes(OutputFile& out, std::span<const Aabb<D, T>> boxes, BoxFormat format,
                 Progress& progress);

}  // namespace masu::cli
