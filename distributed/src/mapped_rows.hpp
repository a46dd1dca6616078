// SPDX-License-Identifier: MIT
// Files of stream_pairs(): the input, mapped piece by piece, and temporary files.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include <masu/core/aabb.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/distributed/stream_pairs.hpp>

namespace masu::distributed::detail {

// A file descriptor that closes itself.
class File {
 public:
  // Opens an existing file for reading.
  static File input(const std::string& path);
  // Makes a file without a name in the folder, for reading and writing.
  static File temporary(const std::string& folder);
  File(File&& other) noexcept : path_(other.path_), file_(other.file_), size_(other.size_) {
    other.file_ = -1;
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  std::uint64_t size() const { return size_; }  // bytes
  void append(const void* data, std::size_t bytes);
  void read(std::uint64_t offset, void* out, std::size_t bytes) const;
  // Maps [offset, offset + bytes) for the time of visit(data).
  void map(std::uint64_t offset, std::size_t bytes,
           FunctionRef<void(const std::byte*)> visit) const;

 private:
  File(const std::string& path, int file, std::uint64_t size)
      : path_(path), file_(file), size_(size) {}
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  int file_;
  std::uint64_t size_;
};

// The boxes of a file in their order.
template <int D, class T>
class MappedRows {
 public:
  // Maps up to `window` bytes at a time. Throws std::runtime_error if the file is too short.
  MappedRows(const BoxRows& rows, std::size_t window)
      : file_(File::input(rows.path)), rows_(rows), window_(window / kRow + 1) {
    if (file_.size() < rows.offset || (file_.size() - rows.offset) / kRow < rows.count)
      throw_short();
  }

  // Calls visit(id, box) for each row.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::uint64_t first = 0; first < rows_.count; first += window_) {
      const auto count = static_cast<std::size_t>(std::min(window_, rows_.count - first));
      file_.map(rows_.offset + first * kRow, count * kRow, [&](const std::byte* data) {
        for (std::size_t i = 0; i < count; ++i) {
          Aabb<D, T> box;
          std::memcpy(&box, data + i * kRow, kRow);
          visit(first + i, box);
        }
      });
    }
  }

 private:
  static constexpr std::size_t kRow = 2 * D * sizeof(T);
  static_assert(sizeof(Aabb<D, T>) == kRow);
  [[noreturn]] void throw_short() const {
    throw std::runtime_error(rows_.path + ": has " + std::to_string(file_.size()) +
                             " bytes, fewer than " + std::to_string(rows_.count) + " boxes of " +
                             std::to_string(kRow) + " bytes take");
  }

  File file_;
  BoxRows rows_;
  std::uint64_t window_;  // rows
};

}  // namespace masu::distributed::detail
