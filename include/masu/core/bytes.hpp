// SPDX-License-Identifier: MIT
// Bytes of any container: what snapshots and index files are read from and written to.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>

#include <masu/core/status.hpp>

namespace masu {

// A contiguous range of elements of one byte: a std::vector or std::span of bytes or chars, a
// std::string, an array, a Buffer of bytes.
template <class R>
concept ByteRange = requires(const R& range) {
  std::data(range);
  std::size(range);
  requires sizeof(*std::data(range)) == 1;
  requires std::is_trivially_copyable_v<std::remove_cvref_t<decltype(*std::data(range))>>;
};

// A ByteRange that can be resized: a std::vector of bytes or chars, a std::string, a Buffer of
// bytes.
template <class C>
concept ByteContainer = ByteRange<C> && requires(C& container, std::size_t size) {
  container.resize(size);
};

// Bytes that are only read, at any address; a ByteRange converts to it. Refers to memory that must
// stay as long as the view.
//
//    const masu::ByteView view(bytes);             // of a std::vector
//    const masu::ByteView part(bytes.data(), 64);  // from an address on
//
// Copies take O(1). Threads: views may be read in many threads while the memory does not change.
class ByteView {
 public:
  constexpr ByteView() = default;  // no bytes
  // Views `size` bytes from `data` on, for memory that is no range: a mapped file.
  ByteView(const void* data, std::size_t size)
      : bytes_(static_cast<const std::byte*>(data), size) {}
  // Views the bytes of a range.
  template <ByteRange R>
  requires(!std::same_as<R, ByteView>) ByteView(const R& range)
      : ByteView(std::data(range), std::size(range)) {}

  const std::byte* data() const { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }          // number of bytes
  std::span<const std::byte> span() const { return bytes_; }  // the bytes

 private:
  std::span<const std::byte> bytes_;
};

// Makes a container `size` bytes long. out_of_memory: its resize() returned false; what it throws
// passes through.
template <ByteContainer C>
Status resize_bytes(C& container, std::size_t size) {
  if constexpr (std::same_as<decltype(container.resize(size)), bool>) {
    return container.resize(size) ? Status::ok : Status::out_of_memory;
  } else {
    container.resize(size);
    return Status::ok;
  }
}
// Views a container's bytes, to be written.
template <ByteContainer C>
std::span<std::byte> writable_bytes(C& container) {
  return {reinterpret_cast<std::byte*>(std::data(container)), std::size(container)};
}

}  // namespace masu
