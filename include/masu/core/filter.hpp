// SPDX-License-Identifier: MIT
// Filter: which objects may collide, by 64 categories.
#pragma once

#include <cstdint>

namespace masu {

// The category of objects in no layer, and of a default Filter: bit 63, which no layer has.
inline constexpr std::uint64_t kDefaultCategory = std::uint64_t(1) << 63;

// Category and mask of an object: two objects may collide if each one's mask has a bit of the
// other's category.
struct Filter {
  std::uint64_t category = kDefaultCategory;  // the categories this object is in
  std::uint64_t mask = ~0ull;                 // the categories it collides with

  // Converts to options of queries that begin with a filter, with no other option set.
  template <class Options>
  requires(Options::kBeginsWithFilter) constexpr operator Options() const {
    return Options{.filter = *this};
  }

  friend constexpr bool operator==(const Filter&, const Filter&) = default;
};

// Returns whether two filters accept each other; symmetric.
constexpr bool accepts(const Filter& a, const Filter& b) {
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

}  // namespace masu
