// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include <fmt/format.h>
#include <scenes/readers/box_table.hpp>

#include "box_writer.hpp"
#include "output_file.hpp"
#include "progress.hpp"

namespace masu::cli {
namespace {

constexpr std::size_t kBlock = 1 << 14;  // boxes formatted before they are written

// Writes all boxes block by block; `add(text, box)` appends one box to the text.
template <class Box, class Add>
void write_blocks(OutputFile& out, std::span<const Box> boxes, Progress& progress, Add&& add) {
  fmt::memory_buffer text;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    add(text, boxes[i]);
    if ((i + 1) % kBlock != 0 && i + 1 != boxes.size()) continue;
    out.write({text.data(), text.size()});
    text.clear();
    progress.step(i + 1, boxes.size());
  }
}

template <int D, class T>
void write_csv(OutputFile& out, std::span<const Aabb<D, T>> boxes, Progress& progress) {
  std::string header;
  for (int c = 0; c < 2 * D; ++c) {
    header.append(readers::column_name(D, c)).append(c + 1 < 2 * D ? "," : "\n");
  }
  out.write(header);
  write_blocks(out, boxes, progress, [](fmt::memory_buffer& text, const Aabb<D, T>& box) {
    const auto to = std::back_inserter(text);
    for (int a = 0; a < D; ++a) fmt::format_to(to, "{},", box.min[a]);
    for (int a = 0; a < D; ++a) fmt::format_to(to, "{}{}", box.max[a], a + 1 < D ? ',' : '\n');
  });
}

template <int D, class T>
void write_npy(OutputFile& out, std::span<const Aabb<D, T>> boxes, Progress& progress) {
  static_assert(sizeof(Aabb<D, T>) == 2 * D * sizeof(T));
  const char order = std::endian::native == std::endian::little ? '<' : '>';
  std::string header =
      fmt::format("{{'descr': '{}f{}', 'fortran_order': False, 'shape': ({}, {}), }}", order,
                  sizeof(T), boxes.size(), 2 * D);
  // The array begins at a multiple of 64 bytes: 10 bytes precede the header, which ends with a
  // newline.
  header.append(63 - (10 + header.size()) % 64, ' ').append("\n");
  const char start[] = {'\x93',
                        'N',
                        'U',
                        'M',
                        'P',
                        'Y',
                        1,
                        0,
                        static_cast<char>(header.size() & 0xff),
                        static_cast<char>(header.size() >> 8)};
  out.write({start, sizeof start});
  out.write(header);
  for (std::size_t i = 0; i < boxes.size(); i += kBlock) {
    const auto block = boxes.subspan(i, std::min(kBlock, boxes.size() - i));
    out.write({reinterpret_cast<const char*>(block.data()), block.size_bytes()});
    progress.step(i + block.size(), boxes.size());
  }
}

}  // namespace

template <int D, class T>
void write_boxes(OutputFile& out, std::span<const Aabb<D, T>> boxes, BoxFormat format,
                 Progress& progress) {
  format == BoxFormat::npy ? write_npy(out, boxes, progress) : write_csv(out, boxes, progress);
}

template void write_boxes(OutputFile&, std::span<const Aabb<2, float>>, BoxFormat, Progress&);
template void write_boxes(OutputFile&, std::span<const Aabb<3, float>>, BoxFormat, Progress&);
template void write_boxes(OutputFile&, std::span<const Aabb<2, double>>, BoxFormat, Progress&);
template void write_boxes(OutputFile&, std::span<const Aabb<3, double>>, BoxFormat, Progress&);

}  // namespace masu::cli
