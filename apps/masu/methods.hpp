// SPDX-License-Identifier: MIT
// Pair finders by name.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <masu/core/aabb.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/pair.hpp>

namespace masu::cli {

class Progress;

// One search. If `list` is null it only counts. Results go to `list` or `count`, the cost to
// `result` and `seconds`.
template <int D, class T>
struct Search {
  BoxSpan<D, T> a;
  const BoxSpan<D, T>* b = nullptr;  // null: pairs within a
  PairList* list = nullptr;
  int repeat = 1;  // `seconds` is the median; the first run also allocates
  CountPairs count;
  SearchResult result;
  double seconds = 0;
};

struct Method {
  std::string_view name;  // a row of method_names()
  void (*find_2f)(Search<2, float>&, Progress&);
  void (*find_3f)(Search<3, float>&, Progress&);
  void (*find_2d)(Search<2, double>&, Progress&);
  void (*find_3d)(Search<3, double>&, Progress&);

  template <int D, class T>
  void find(Search<D, T>& search, Progress& progress) const {
    if constexpr (D == 2 && sizeof(T) == 4) find_2f(search, progress);
    if constexpr (D == 3 && sizeof(T) == 4) find_3f(search, progress);
    if constexpr (D == 2 && sizeof(T) == 8) find_2d(search, progress);
    if constexpr (D == 3 && sizeof(T) == 8) find_3d(search, progress);
  }
};

// Returns all methods; the first is the default.
std::span<const Method> methods();

// Returns a method by name; accepts earlier names, see method_name(). Throws UsageError for an
// unknown one.
const Method& method_named(const std::string& name);

}  // namespace masu::cli
