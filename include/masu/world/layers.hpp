// SPDX-License-Identifier: MIT
// Which layers collide: a symmetric matrix, turned into the categories and masks of filters.
#pragma once

#include <initializer_list>

#include <masu/core/filter.hpp>
#include <masu/core/status.hpp>

namespace masu {

// In no layer: an object's filter counts as it is.
inline constexpr std::uint8_t kNoLayer = 0xff;

// Says which of 63 layers collide with each other; at first all do. Give it to World::set_layers(),
// and take the filters of queries from it:
//
//    masu::LayerMatrix layers;
//    (void)layers.set(kGhost, kWall, false);
//    use(world.ray_cast(ray, layers.filter(kHero, {kWall, masu::kNoLayer})).object);
//
// Layer i is category 1 << i of a Filter, and its row the mask. Objects in no layer have category
// kDefaultCategory unless their filter names others. They collide with every layer, except layers
// separated by set(layer, kNoLayer, false).
//
// A value of 504 bytes; calls take O(1). Threads: as any value.
class LayerMatrix {
 public:
  static constexpr int kLayers = 63;  // layers are 0 to 62; bit 63 is kDefaultCategory

  // Creates a matrix in which all layers collide.
  constexpr LayerMatrix() {
    for (std::uint64_t& row : rows_) row = ~std::uint64_t(0);
  }

  // Sets whether objects of two layers collide, both ways. One of the two may be kNoLayer: objects
  // of category kDefaultCategory. Status::out_of_range: no such layer, or kNoLayer twice; nothing
  // has changed.
  constexpr Status set(int i, int j, bool collide) {
    const bool both_unlayered = i == kNoLayer && j == kNoLayer;
    if (category(i) == 0 || category(j) == 0 || both_unlayered) return Status::out_of_range;
    if (i != kNoLayer) set_bit(i, j, collide);
    if (j != kNoLayer) set_bit(j, i, collide);
    return Status::ok;
  }
  // Returns whether objects of two layers collide; kNoLayer stands for objects of kDefaultCategory.
  // False where there is no such layer.
  constexpr bool collide(int i, int j) const {
    return i == kNoLayer && j != kNoLayer ? collide(j, i) : (row(i) & category(j)) != 0;
  }

  // Returns the category of a layer, or of objects in none (kNoLayer); 0 for any other number.
  static constexpr std::uint64_t category(int layer) {
    if (layer == kNoLayer) return kDefaultCategory;
    return layer >= 0 && layer < kLayers ? std::uint64_t(1) << layer : 0;
  }
  // Returns the filter of an object in the layer, or of a query made for one: it collides with what
  // the matrix lets the layer collide with, as far as `mask` has its category. Collides with
  // nothing if there is no such layer.
  constexpr Filter filter(int layer, std::uint64_t mask = ~std::uint64_t(0)) const {
    return {category(layer), row(layer) & mask};
  }
  // Returns the same with a list of layers in place of a mask: `filter(kHero, {kWall, kNoLayer})`
  // hits walls and objects in no layer, and nothing else.
  constexpr Filter filter(int layer, std::initializer_list<int> layers) const {
    std::uint64_t mask = 0;
    for (const int l : layers) mask |= category(l);
    return filter(layer, mask);
  }

  friend constexpr bool operator==(const LayerMatrix&, const LayerMatrix&) = default;

 private:
  // What the layer collides with; all for objects in none.
  constexpr std::uint64_t row(int layer) const {
    if (layer == kNoLayer) return ~std::uint64_t(0);
    return category(layer) != 0 ? rows_[layer] : 0;
  }
  constexpr void set_bit(int i, int j, bool collide) {
    rows_[i] = collide ? rows_[i] | category(j) : rows_[i] & ~category(j);
  }

  std::uint64_t rows_[kLayers];
};

}  // namespace masu
