// SPDX-License-Identifier: MIT
// Buffer: a growable array of plain data with an Allocator, whose growth can fail.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include <masu/core/allocator.hpp>

namespace masu {

// A growable array of trivially copyable elements. Growth that fails returns false and leaves the
// buffer unchanged. Results of queries are appended to it. Use it in place of std::vector where an
// allocation that fails must not throw.
//
//    masu::Buffer<int> numbers;
//    if (!numbers.push_back(3)) use(masu::Status::out_of_memory);
//
// Cost: appending takes O(1), amortised. Threads: const members are safe in many threads while no
// thread changes the buffer.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // A cache line, so that every SIMD load of a buffer's start is aligned.
  static constexpr std::size_t kAlignment = alignof(T) > 64 ? alignof(T) : 64;

  // Creates an empty buffer, without an allocation.
  explicit Buffer(Allocator allocator = default_allocator()) : allocator_(allocator) {}
  ~Buffer() { release(); }  // frees its memory

  // Takes the other's memory and allocator and leaves it empty.
  Buffer(Buffer&& o) noexcept : Buffer(o.allocator_) { swap(o); }
  Buffer& operator=(Buffer&& o) noexcept {
    Buffer taken(std::move(o));
    swap(taken);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  // Makes the capacity at least `count`. Returns false if memory is refused. O(size).
  [[nodiscard]] bool reserve(std::size_t count) {
    if (count <= capacity_) return true;
    if (count > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T)) return false;
    void* const block = detail::larger_block(allocator_, data_, capacity_ * sizeof(T),
                                             size_ * sizeof(T), count * sizeof(T), kAlignment);
    if (block == nullptr) return false;
    data_ = static_cast<T*>(block);
    capacity_ = count;
    return true;
  }

  // Makes the capacity at least `count`. A buffer that must grow grows by half of its capacity, so
  // that a run of calls costs O(1) each. If that is refused the call fails: growing by just what is
  // needed would copy the whole buffer in each of the following calls.
  [[nodiscard]] bool grow(std::size_t count) {
    if (count <= capacity_) return true;
    const std::size_t generous = capacity_ + capacity_ / 2 + 16;
    return reserve(generous > count ? generous : count);
  }

  // Sets the size; new elements are uninitialised. Returns false if memory is refused.
  [[nodiscard]] bool resize(std::size_t count) {
    if (!grow(count)) return false;
    size_ = count;
    return true;
  }

  // Appends an element. Returns false if memory is refused. O(1), amortised.
  [[nodiscard]] bool push_back(const T& value) {
    const T copy = value;  // `value` may lie in this buffer
    if (!grow(size_ + 1)) return false;
    data_[size_++] = copy;
    return true;
  }
  // Appends an element. Precondition: size() < capacity().
  void append_unchecked(const T& value) { data_[size_++] = value; }
  // Removes the last element. Precondition: the buffer is not empty.
  void pop_back() { --size_; }
  // Removes all elements and keeps the memory. O(1).
  void clear() { size_ = 0; }
  // Sets the size after the caller has written elements behind end(). Precondition: count <=
  // capacity().
  void set_size(std::size_t count) { size_ = count; }
  // Frees the memory.
  void release() {
    if (data_ != nullptr) {
      allocator_.deallocate(allocator_.context, data_, capacity_ * sizeof(T), kAlignment);
    }
    data_ = nullptr;
    size_ = capacity_ = 0;
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }          // number of elements
  std::size_t capacity() const { return capacity_; }  // elements that fit without an allocation
  bool empty() const { return size_ == 0; }           // whether there are no elements
  // Returns element i. Precondition: i < size().
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  // Returns the last element. Precondition: the buffer is not empty.
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  Allocator allocator() const { return allocator_; }

 private:
  void swap(Buffer& o) {
    std::swap(allocator_, o.allocator_);
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
    std::swap(capacity_, o.capacity_);
  }

  Allocator allocator_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace masu
