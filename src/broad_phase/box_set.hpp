// SPDX-License-Identifier: MIT
// BoxSet: the boxes of an input, prepared for searches: none empty, wrapped if periodic, with their
// images.
#pragma once

#include <masu/broad_phase/detail/indexed_view.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>

namespace masu::detail {

// A periodic domain is cut at its boundary: a box from wrap() that crosses boundaries has an image
// on the other side, one for each set of boundaries crossed. Calls f(image, shift) for the box
// itself (shift 0) and its images, until f returns false; `shift` has the axes on which the image
// is moved down.
template <int D, class T, class F>
bool for_each_image(const Aabb<D, T>& box, const Period<D, T>& period, F&& f) {
  std::uint32_t reaches = 0;
  for (int a = 0; a < D; ++a) {
    const bool whole_axis = !is_finite(box.min[a]);
    if (period.length[a] != 0 && !whole_axis && box.max[a] >= period.length[a]) reaches |= 1u << a;
  }
  for (std::uint32_t shift = reaches;; shift = (shift - 1) & reaches) {
    Aabb<D, T> image = box;
    for (int a = 0; a < D; ++a) {
      if ((shift >> a & 1) == 0) continue;
      image.min[a] -= period.length[a];
      image.max[a] -= period.length[a];
    }
    if (!f(image, shift)) return false;
    if (shift == 0) return true;
  }
}

// Indices below are those in the set; images come last.
template <int D, class T>
class BoxSet {
 public:
  explicit BoxSet(Allocator allocator) : boxes_(allocator), ids_(allocator), images_(allocator) {}

  // Precondition: the period is valid. O(n 2^D) if all boxes cross the boundaries of a periodic
  // domain, else O(n).
  Status make(BoxSpan<D, T> boxes, const Period<D, T>& period) {
    clear();
    if (!boxes_.resize(boxes.size())) return fail();
    const bool wraps = period.any();
    if (wraps && !need_ids(0, boxes.size())) return fail();
    std::size_t size = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Aabb<D, T> box = wraps ? wrap(boxes[i], period) : boxes[i];
      boxes_[size] = box;
      if (!all_ids_) ids_[size] = static_cast<std::uint32_t>(i);
      if (!box.empty()) {
        ++size;
      } else if (all_ids_ && !need_ids(size, boxes.size())) {
        return fail();
      }
    }
    boxes_.set_size(size);
    if (!all_ids_) ids_.set_size(size);
    homes_ = size;
    for (std::size_t i = 0; wraps && i < homes_; ++i) {
      if (!add_images(static_cast<std::uint32_t>(i), period)) return fail();
    }
    if (boxes_.size() <= kMostBoxes) return Status::ok;
    clear();
    return Status::too_many_objects;
  }

  void clear() {
    boxes_.clear();
    ids_.clear();
    images_.clear();
    homes_ = 0;
    all_ids_ = true;
  }

  std::size_t size() const { return boxes_.size(); }
  bool empty() const { return boxes_.empty(); }
  const Aabb<D, T>& operator[](std::size_t index) const { return boxes_[index]; }
  const Aabb<D, T>* data() const { return boxes_.data(); }
  // The index in the input.
  std::uint32_t id(std::size_t index) const { return view().id(index); }
  // The axes, as bits, on which the box is moved down by the period.
  std::uint32_t shift(std::size_t index) const { return view().shift(index); }
  // The wrapped box that this one is an image of, or is itself.
  const Aabb<D, T>& home(std::size_t index) const { return view().home(index); }
  // Returns whether both have the same ids, at the same images, in the same order. O(n).
  bool same_indices(const BoxSet& o) const {
    if (size() != o.size() || homes_ != o.homes_) return false;
    if (all_ids_ && o.all_ids_) return true;
    for (std::size_t i = 0; i < size(); ++i) {
      if (id(i) != o.id(i) || shift(i) != o.shift(i)) return false;
    }
    return true;
  }
  BoxSetView<D, T> view() const {
    return {boxes_.data(), all_ids_ ? nullptr : ids_.data(), images_.data(), boxes_.size(), homes_};
  }

 private:
  static constexpr std::size_t kMostBoxes = 0xffff'ffffu;

  // Stores ids from now on: the first `count` are the indices. They take memory, and most inputs
  // have no empty box and no period.
  bool need_ids(std::size_t count, std::size_t capacity) {
    if (!ids_.resize(capacity)) return false;
    for (std::size_t i = 0; i < count; ++i) ids_[i] = static_cast<std::uint32_t>(i);
    all_ids_ = false;
    return true;
  }
  bool add_images(std::uint32_t home, const Period<D, T>& period) {
    const Aabb<D, T> box = boxes_[home];
    return for_each_image(box, period, [&](const Aabb<D, T>& image, std::uint32_t shift) {
      return shift == 0 || (boxes_.push_back(image) && ids_.push_back(ids_[home]) &&
                            images_.push_back({home, shift}));
    });
  }

  Status fail() {
    clear();
    return Status::out_of_memory;
  }

  Buffer<Aabb<D, T>> boxes_;
  Buffer<std::uint32_t> ids_;  // empty if all_ids_
  Buffer<BoxImage> images_;
  std::size_t homes_ = 0;
  bool all_ids_ = true;  // no box was dropped, none has images
};

// A pair can overlap at several images; exactly one counts. x and y are the wrapped boxes of the
// two, `shift` the axes on which one of them was moved: a pair that overlaps without crossing a
// boundary counts at its unshifted boxes.
template <int D, class T>
bool overlap_at(std::uint32_t shift, const Aabb<D, T>& x, const Aabb<D, T>& y) {
  for (int axis = 0; axis < D; ++axis) {
    const bool direct = x.min[axis] <= y.max[axis] && y.min[axis] <= x.max[axis];
    if (direct == ((shift >> axis & 1) != 0)) return false;
  }
  return true;
}

// Returns whether the boxes at these indices of two sets (or of one), which overlap, are the images
// at which their pair counts. An object does not form a pair with its own image.
template <int D, class T>
bool overlap_here(const BoxSet<D, T>& a, std::size_t i, const BoxSet<D, T>& b, std::size_t j) {
  if (&a == &b && a.id(i) == b.id(j)) return false;
  const std::uint32_t shift_a = a.shift(i);
  const std::uint32_t shift_b = b.shift(j);
  if ((shift_a & shift_b) != 0) return false;  // both shifted: also found unshifted
  return overlap_at(shift_a | shift_b, a.home(i), b.home(j));
}

}  // namespace masu::detail
