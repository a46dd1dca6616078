// SPDX-License-Identifier: MIT
// NearestList: the k nearest objects so far, in the caller's own array.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include <masu/broad_phase/query_results.hpp>

namespace masu::detail {

// Ordered by (distance, id). Few are kept sorted, many as a heap with the farthest on top.
template <class T, class Id = std::uint32_t>
class NearestList {
 public:
  using Entry = Neighbor<T, Id>;

  // Precondition: `found` is not empty.
  explicit NearestList(std::span<Entry> found) : found_(found), sorted_(found.size() <= kFew) {}

  std::size_t capacity() const { return found_.size(); }

  // Returns whether an object at this distance with this id belongs in the list. NaN is no
  // distance.
  bool improves(T distance, Id id) const {
    return distance < worst_ || (distance == worst_ && index_of(id) < worst_id_);
  }
  // No object beyond this distance belongs in the list.
  T worst() const { return worst_; }
  std::uint32_t worst_id() const { return worst_id_; }

  // Inserts an object for which improves() holds.
  void insert(Id id, T distance) {
    const Entry entry{id, distance};
    if (sorted_) {
      std::size_t i = size_ == found_.size() ? size_ - 1 : size_++;
      for (; i != 0 && nearer(entry, found_[i - 1]); --i) found_[i] = found_[i - 1];
      found_[i] = entry;
    } else {
      if (size_ == found_.size()) std::pop_heap(found_.begin(), found_.end(), nearer), --size_;
      found_[size_++] = entry;
      std::push_heap(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(size_), nearer);
    }
    if (size_ != found_.size()) return;
    const Entry& last = sorted_ ? found_[size_ - 1] : found_[0];
    worst_ = last.distance_squared;
    worst_id_ = index_of(last.id);
  }

  // Sorts them; returns how many there are.
  std::size_t finish() {
    if (!sorted_) {
      std::sort_heap(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(size_), nearer);
    }
    return size_;
  }

 private:
  static constexpr std::size_t kFew = 32;

  static std::uint32_t index_of(std::uint32_t id) { return id; }
  static std::uint32_t index_of(Handle id) { return id.index; }

  static bool nearer(const Entry& a, const Entry& b) {
    return a.distance_squared < b.distance_squared ||
           (a.distance_squared == b.distance_squared && index_of(a.id) < index_of(b.id));
  }

  std::span<Entry> found_;
  std::size_t size_ = 0;
  bool sorted_;
  T worst_ = std::numeric_limits<T>::infinity();
  std::uint32_t worst_id_ = std::numeric_limits<std::uint32_t>::max();
};

}  // namespace masu::detail
