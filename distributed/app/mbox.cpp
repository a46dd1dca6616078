// SPDX-License-Identifier: MIT
#include "mbox.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace masu::distributed::cli {
namespace {

using readers::InputError;

static_assert(std::endian::native == std::endian::little, ".mbox is read as it lies in the file");
constexpr char kMagic[] = {'M', 'A', 'S', 'U', 'B', 'O', 'X', '1'};
constexpr std::size_t kDim = 8, kScalar = 12, kCount = 16;

template <class T>
T number_at(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

std::string bytes_of(const MboxHeader& header) {
  const std::uint32_t dim = static_cast<std::uint32_t>(header.dim), scalar = header.single ? 4 : 8;
  std::string bytes(kMboxHeaderBytes, '\0');
  std::memcpy(bytes.data(), kMagic, sizeof kMagic);
  std::memcpy(bytes.data() + kDim, &dim, sizeof dim);
  std::memcpy(bytes.data() + kScalar, &scalar, sizeof scalar);
  std::memcpy(bytes.data() + kCount, &header.count, sizeof header.count);
  return bytes;
}

std::string rows_of(const readers::BoxTable& table, bool single) {
  std::string bytes;
  bytes.reserve(table.bounds.size() * (single ? 4 : 8));
  for (const double x : table.bounds) {
    const auto rounded = static_cast<float>(x);
    const char* at =
        single ? reinterpret_cast<const char*>(&rounded) : reinterpret_cast<const char*>(&x);
    bytes.append(at, single ? sizeof rounded : sizeof x);
  }
  return bytes;
}

MboxHeader read_mbox_header(const FilePart& file, const std::string& path) {
  std::string bytes(kMboxHeaderBytes, '\0');
  if (file.size() < bytes.size()) {
    throw InputError(path + ": is cut short: " + std::to_string(file.size()) +
                     " bytes, fewer than the header of .mbox");
  }
  file.read(0, bytes.data(), bytes.size());
  const auto dim = number_at<std::uint32_t>(bytes.data() + kDim);
  const auto scalar = number_at<std::uint32_t>(bytes.data() + kScalar);
  if (std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0 || (dim != 2 && dim != 3) ||
      (scalar != 4 && scalar != 8)) {
    throw InputError(path + ": is no .mbox file, or is damaged: its header is wrong");
  }
  const MboxHeader header{int(dim), scalar == 4, number_at<std::uint64_t>(bytes.data() + kCount)};
  const std::uint64_t rows = file.size() - bytes.size();
  if (rows / header.row_bytes() != header.count || rows % header.row_bytes() != 0) {
    throw InputError(path + ": has " + std::to_string(rows) +
                     " bytes of boxes, but its header says " + std::to_string(header.count) +
                     " boxes of " + std::to_string(header.row_bytes()) +
                     " bytes: cut short or damaged");
  }
  return header;
}

void read_mbox_rows(const FilePart& file, const MboxHeader& header, std::uint64_t first,
                    std::uint64_t count, const readers::ReadOptions& options,
                    readers::BoxTable& table) {
  const std::size_t columns = 2 * std::size_t(header.dim);
  constexpr std::uint64_t kBlock = 1 << 15;
  std::vector<char> bytes;
  std::vector<double> row(columns);
  for (std::uint64_t done = 0; done < count; done += kBlock) {
    const auto rows = static_cast<std::size_t>(std::min(kBlock, count - done));
    bytes.resize(rows * header.row_bytes());
    file.read(kMboxHeaderBytes + (first + done) * header.row_bytes(), bytes.data(), bytes.size());
    for (std::size_t r = 0; r < rows; ++r) {
      const char* at = bytes.data() + r * header.row_bytes();
      for (std::size_t c = 0; c < columns; ++c) {
        row[c] =
            header.single ? double(number_at<float>(at + 4 * c)) : number_at<double>(at + 8 * c);
      }
      readers::append(table, row, options,
                      [&] { return table.source + ": box " + std::to_string(first + done + r); });
    }
  }
}

}  // namespace masu::distributed::cli
