// SPDX-License-Identifier: MIT
// Names by which users select methods.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace masu_bench {

// Returns whether a method is ours: "masu" and "masu:...".
inline bool is_ours(std::string_view method) {
  return method == "masu" || method.starts_with("masu:");
}

// Returns whether a word selects a method: by its name, ours without "masu:", its library ("box2d"
// for "box2d:tree"), or "all".
bool takes(const std::string& method, const std::string& requested);
bool takes_any(const std::string& method, const std::vector<std::string>& ours,
               const std::vector<std::string>& peers);

// All names that may be used.
struct KnownNames {
  std::set<std::string> ours{"all", "none"};
  std::set<std::string> peers{"all", "none"};

  void add(const std::string& method);
};

// Throws std::invalid_argument, with the known names, for an unknown name.
void check_names(const char* option, const std::vector<std::string>& requested,
                 const std::set<std::string>& known);

}  // namespace masu_bench
