// SPDX-License-Identifier: MIT
// Boxes to a file that the readers read back bit by bit.
#pragma once

#include <span>

#include <masu/core/aabb.hpp>

namespace masu::cli {

class OutputFile;
class Progress;

enum class BoxFormat { csv, npy };

// CSV with a header and shortest exact decimals, or .npy (version 1, C order, of T). D is 2 or 3,
// T float or double.
template <int D, class T>
void write_boxes(OutputFile& out, std::span<const Aabb<D, T>> boxes, BoxFormat format,
                 Progress& progress);

}  // namespace masu::cli
