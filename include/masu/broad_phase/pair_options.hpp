// SPDX-License-Identifier: MIT
// PairOptions: options of every pair finder.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/box_span.hpp>
#include <masu/core/filter.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/pair.hpp>
#include <masu/core/period.hpp>

namespace masu {

// Options of a search for pairs. Refused: size_mismatch (filters, fixed), out_of_range (period).
template <int D, class T>
struct PairOptions {
  // Empty, or one for each box: pairs whose filters do not accept each other are not reported.
  std::span<const Filter> filters{};
  // For a search between two sets: the filters of the second.
  std::span<const Filter> filters_b{};
  Period<D, T> period{};  // length of the domain on axes that wrap around
  JobSystem jobs{};       // threads for the search; {}: the caller alone
  // Empty, or one for each box: two boxes whose entries are both not 0 never form a pair. For
  // static geometry in a search within one set; a search between two sets does not read it.
  std::span<const std::uint8_t> fixed{};
};

// Largest input of any finder: slots and images are counted in 32 bits.
inline constexpr std::size_t kMaxObjects = std::size_t(1) << 31;

// Checks the input of any finder, before it reads a box. too_many_objects, size_mismatch,
// out_of_range (period).
template <int D, class T>
constexpr Status check_input(std::size_t size, std::span<const Filter> filters,
                             const Period<D, T>& period) {
  if (size > kMaxObjects) return Status::too_many_objects;
  if (!filters.empty() && filters.size() != size) return Status::size_mismatch;
  if (!period.valid()) return Status::out_of_range;
  return Status::ok;
}

// Checks the input of a search within one set. Statuses as check_input().
template <int D, class T>
constexpr Status check_one_set(std::size_t size, const PairOptions<D, T>& options) {
  const Status status = check_input(size, options.filters, options.period);
  const bool sized = options.fixed.empty() || options.fixed.size() == size;
  return status != Status::ok || sized ? status : Status::size_mismatch;
}

// Checks the input of a search between two sets. Statuses as check_input(); size_mismatch: filters
// of one set alone.
template <int D, class T>
constexpr Status check_two_sets(std::size_t size_a, std::size_t size_b,
                                const PairOptions<D, T>& options) {
  Status status = check_input(size_a, options.filters, options.period);
  if (status == Status::ok) status = check_input(size_b, options.filters_b, options.period);
  // Filters of one side alone say nothing about the other.
  const bool one_sided = options.filters.empty() != options.filters_b.empty();
  if (status == Status::ok && one_sided && size_a != 0 && size_b != 0)
    status = Status::size_mismatch;
  return status;
}

}  // namespace masu
