// SPDX-License-Identifier: MIT
// Results of a search in one block of memory: JavaScript reads all of them at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

// A list of zeros is empty.
struct masu_js_list {
  unsigned char* data;
  size_t size;      // in bytes
  size_t capacity;  // in bytes
  uint32_t full;    // 1: memory for the last element was refused
};

namespace masu::js {

// Returns the address of `size` more bytes, or null if memory is refused.
inline void* space_in(masu_js_list& list, size_t size) {
  if (size > list.capacity - list.size) {
    const size_t more = list.capacity / 2 + 256;
    const size_t capacity = list.capacity + (size < more ? more : size);
    // Sizes of 32 bits may overflow.
    void* const data = capacity < size ? nullptr : std::realloc(list.data, capacity);
    list.full = data == nullptr ? 1 : 0;
    if (data == nullptr) return nullptr;
    list.data = static_cast<unsigned char*>(data);
    list.capacity = capacity;
  }
  void* const slot = list.data + list.size;
  list.size += size;
  return slot;
}

}  // namespace masu::js
