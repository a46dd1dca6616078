// SPDX-License-Identifier: MIT
// PeriodicImages: in a periodic domain, boxes that cross a boundary get an image on the other side.
#pragma once

#include <masu/core/box_span.hpp>
#include <masu/core/period.hpp>
#include "broad_phase/box_set.hpp"
#include "broad_phase/tile_set.hpp"

namespace masu::detail {

template <int D, class T>
class PeriodicImages {
 public:
  explicit PeriodicImages(Allocator allocator) : allocator_(allocator) {}

  // Makes the wrapped boxes, in the order of the input, then the images. O(n 2^D).
  Status make(BoxSpan<D, T> boxes, const Period<D, T>& period) {
    const std::size_t size = boxes.size();
    if (!boxes_.resize(size) || !shifts_.resize(size) || !owners_.resize(size)) {
      return Status::out_of_memory;
    }
    for (std::size_t i = 0; i < size; ++i) {
      boxes_[i] = wrap(boxes[i], period);
      shifts_[i] = 0;
      owners_[i] = static_cast<std::uint32_t>(i);
    }
    for (std::size_t i = 0; i < size; ++i) {
      if (!add_images(static_cast<std::uint32_t>(i), period)) return Status::out_of_memory;
    }
    return boxes_.size() > kNoObject ? Status::too_many_objects : Status::ok;
  }

  // Call it after the tiles are built: ids become the owners', and each slot gets its shift.
  Status number(TileSet<D, T>& set) {
    const std::size_t slots = std::size_t(set.view().tile_count) * kTileSize;
    if (!slots_.resize(slots)) return Status::out_of_memory;
    for (std::size_t s = 0; s < slots; ++s) {
      std::uint32_t& id = set.id(s);
      slots_[s] = id == kNoObject ? std::uint8_t(0) : shifts_[id];
      if (id != kNoObject) id = owners_[id];
    }
    return Status::ok;
  }

  RawBoxes<D, T> boxes() const {
    return {boxes_[0].min.v, boxes_[0].max.v, sizeof(Aabb<D, T>), boxes_.size()};
  }
  const Aabb<D, T>* wrapped() const { return boxes_.data(); }
  const std::uint8_t* shifts() const { return slots_.data(); }

 private:
  // Adds an image for each set of boundaries that the box crosses.
  bool add_images(std::uint32_t i, const Period<D, T>& period) {
    const Aabb<D, T> box = boxes_[i];
    if (box.empty()) return true;
    return for_each_image(box, period, [&](const Aabb<D, T>& image, std::uint32_t shift) {
      return shift == 0 ||
             (boxes_.push_back(image) && shifts_.push_back(static_cast<std::uint8_t>(shift)) &&
              owners_.push_back(i));
    });
  }

  Allocator allocator_;  // of all members below
  Buffer<Aabb<D, T>> boxes_{allocator_};
  Buffer<std::uint8_t> shifts_{allocator_};
  Buffer<std::uint32_t> owners_{allocator_};
  Buffer<std::uint8_t> slots_{allocator_};
};

}  // namespace masu::detail
